// Networks from any bytes, with the checksum made to fit so that the rest is read too: refused, or the same when written again. The weights
// of the smallest network are longer than what a fuzzer makes up: they repeat what follows the header.
#include <algorithm>
#include <vector>

#include "foray/board/crc32c.h"
#include "foray/engine/network.h"
#include "fuzz.h"

namespace {

using foray::Network;
using P = foray::NetworkParameters;

std::size_t number_at(std::span<const std::byte> bytes, std::size_t at) {
    std::size_t out = 0;
    for (std::size_t i = 0; i < 4; ++i) out |= static_cast<std::size_t>(bytes[at + i]) << (8 * i);
    return out;
}

/// How long the file is by what its header says (docs/network.md); 0 where that is nothing to try.
std::size_t length_of(std::span<const std::byte> bytes) {
    constexpr std::size_t kHeader = 120;
    if (bytes.size() < kHeader + 8) return 0;
    const std::size_t version = number_at(bytes, 8);
    const std::size_t hidden = number_at(bytes, 40) / (version == 4 ? 8 : 1);
    const auto shape = number_at(bytes, 12) == 2 ? foray::WindowShape::kOblong : foray::WindowShape::kSquare;
    const auto inputs = static_cast<std::size_t>(foray::inputs_of(shape, P::kRows));
    const std::size_t phases = version >= 3 ? number_at(bytes, 44) : 1;
    if (hidden > 32 || phases > P::kMostPhases) return 0;
    return kHeader + (version >= 3 ? 4 : 0) + hidden * ((version == 1 ? 2 : 1) * inputs + 2) + phases * (2 * hidden + 4) + 4;
}

void check(std::vector<std::byte> bytes) {
    const std::uint32_t sum = foray::crc32c(std::span(bytes).first(bytes.size() - 4));
    for (std::size_t i = 0; i < 4; ++i) bytes[bytes.size() - 4 + i] = static_cast<std::byte>(sum >> (8 * i) & 255);
    if (const auto network = Network::read(bytes)) {
        const auto again = Network::read(network->write());
        FORAY_FUZZ_CHECK(again && again->parameters().windows == network->parameters().windows);
        FORAY_FUZZ_CHECK(network->evaluate(3, 12) == network->evaluate_plainly(3, 12));
    }
}

}  // namespace

void fuzz_one(std::string_view text) {
    const auto given = std::as_bytes(std::span(text));
    std::vector<std::byte> bytes(given.begin(), given.end());
    (void)Network::read(bytes);
    if (bytes.size() < 4) return;
    check(bytes);
    const std::size_t length = length_of(bytes);
    if (length <= bytes.size()) return;
    const std::size_t tail = bytes.size() - 124;
    while (bytes.size() < length) bytes.push_back(bytes[bytes.size() - tail]);
    check(std::move(bytes));
}
