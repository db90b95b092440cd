// Networks from any bytes, with the checksum made to fit so that the rest is read too: refused, or the same when written again.
#include <vector>

#include "foray/board/crc32c.h"
#include "foray/engine/network.h"
#include "fuzz.h"

void fuzz_one(std::string_view text) {
    const auto given = std::as_bytes(std::span(text));
    std::vector<std::byte> bytes(given.begin(), given.end());
    (void)foray::Network::read(bytes);
    if (bytes.size() < 4) return;
    const std::uint32_t sum = foray::crc32c(std::span(bytes).first(bytes.size() - 4));
    for (std::size_t i = 0; i < 4; ++i) bytes[bytes.size() - 4 + i] = static_cast<std::byte>(sum >> (8 * i) & 255);
    if (const auto network = foray::Network::read(bytes)) {
        const auto again = foray::Network::read(network->write());
        FORAY_FUZZ_CHECK(again && again->parameters().windows == network->parameters().windows);
        FORAY_FUZZ_CHECK(network->evaluate(3, 12) == network->evaluate_plainly(3, 12));
    }
}
