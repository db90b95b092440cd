// Networks as bytes: docs/network.md has the layout.
#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "foray/board/crc32c.h"
#include "foray/engine/network.h"

namespace foray {
namespace {

using P = NetworkParameters;

constexpr std::string_view kMagic = "FORAYNET";
// The windows' weights in 16 bits each, input by input, or in 8 bits, unit by unit: half as many bytes, which pack better.
// Version 3 is the second with phases of the game. Version 4 is the third for units that look at the board from its eight sides.
enum Version : std::uint32_t { kWide = 1, kNarrow = 2, kPhased = 3, kTurned = 4 };
// What the windows are: an architecture is one more than the shape.
constexpr std::uint32_t kArchitectures = 2;
constexpr int kSides = 8;
constexpr std::size_t kNameBytes = 16;
constexpr std::size_t kAboutBytes = 64;
constexpr std::size_t kHeaderBytes = 120;  // one number more with phases
constexpr std::size_t kLargestFile = 4 << 20;

/// Takes numbers from the front, little end first. Whoever uses it has made sure that there are enough bytes.
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}
    std::uint64_t number(std::size_t bytes) {
        std::uint64_t out = 0;
        for (std::size_t i = 0; i < bytes; ++i) out |= static_cast<std::uint64_t>(rest_[i]) << (8 * i);
        rest_ = rest_.subspan(bytes);
        return out;
    }
    std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
    /// Up to the first zero.
    std::string text(std::size_t bytes) {
        std::string out(reinterpret_cast<const char*>(rest_.data()), bytes);
        rest_ = rest_.subspan(bytes);
        out.resize(std::min(out.find('\0'), out.size()));
        return out;
    }
    std::int16_t signed_number(std::size_t bytes) {
        if (bytes == 1) return static_cast<std::int8_t>(number(1));
        return static_cast<std::int16_t>(number(2));
    }
    std::vector<std::int16_t> shorts(std::size_t count) {
        std::vector<std::int16_t> out(count);
        for (std::int16_t& one : out) one = signed_number(2);
        return out;
    }
    std::vector<std::int16_t> windows(Version version, std::size_t inputs, std::size_t filters) {
        if (version == kWide) return shorts(inputs * filters);
        std::vector<std::int16_t> out(inputs * filters);
        for (std::size_t filter = 0; filter < filters; ++filter) {
            for (std::size_t input = 0; input < inputs; ++input) out[input * filters + filter] = signed_number(1);
        }
        return out;
    }

private:
    std::span<const std::byte> rest_;
};

class Writer {
public:
    void number(std::uint64_t value, std::size_t bytes) {
        for (std::size_t i = 0; i < bytes; ++i) bytes_.push_back(static_cast<std::byte>(value >> (8 * i) & 255));
    }
    void u32(std::int64_t value) { number(static_cast<std::uint64_t>(value), 4); }
    void text(std::string_view text, std::size_t bytes) {
        for (std::size_t i = 0; i < bytes; ++i) bytes_.push_back(i < text.size() ? static_cast<std::byte>(text[i]) : std::byte{0});
    }
    void shorts(std::span<const std::int16_t> values) {
        for (const std::int16_t value : values) number(static_cast<std::uint16_t>(value), 2);
    }
    void windows(Version version, const P& p) {
        if (version == kWide) return shorts(p.windows);
        const auto filters = static_cast<std::size_t>(p.filters());
        for (std::size_t filter = 0; filter < filters; ++filter) {
            for (std::size_t at = filter; at < p.windows.size(); at += filters) number(static_cast<std::uint8_t>(p.windows[at]), 1);
        }
    }
    std::vector<std::byte>& bytes() { return bytes_; }

private:
    std::vector<std::byte> bytes_;
};

std::size_t file_bytes(Version version, std::size_t inputs, std::size_t filters, std::size_t phases) {
    const std::size_t weight = version == kWide ? 2 : 1;
    const std::size_t header = kHeaderBytes + (version >= kPhased ? 4 : 0);
    return header + filters * (weight * inputs + 2) + phases * (2 * filters + 4) + 4;
}

Version version_for(const P& p) {
    if (p.looks > 1) return kTurned;
    const auto [least, most] = std::minmax_element(p.windows.begin(), p.windows.end());
    if (*least < -128 || *most > 127) return kWide;
    return p.phases == 1 ? kNarrow : kPhased;
}

}  // namespace

Result<Network> Network::read(std::span<const std::byte> bytes) {
    if (bytes.size() < kMagic.size() || std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0) {
        return Error{"not a network: the file does not begin with FORAYNET"};
    }
    if (bytes.size() < kHeaderBytes + 8) return Error{"the network ends within its header"};
    if (bytes.size() > kLargestFile) return Error{"the network is larger than 4 MB"};
    Reader in(bytes.subspan(kMagic.size()));
    const auto version = static_cast<Version>(in.u32());
    if (version < kWide || version > kTurned) {
        return Error{"version " + std::to_string(version) + " of networks is not known, only 1 to 4"};
    }
    const std::uint32_t sum = Reader(bytes.last(4)).u32();
    if (sum != crc32c(bytes.first(bytes.size() - 4))) return Error{"the network is damaged: its checksum does not fit"};
    const std::uint32_t architecture = in.u32();
    if (architecture < 1 || architecture > kArchitectures) {
        return Error{"architecture " + std::to_string(architecture) + " of networks is not known, only 1 and 2"};
    }
    P p;
    p.shape = static_cast<WindowShape>(architecture - 1);
    const std::string name = in.text(kNameBytes);
    const auto variants = all_variants();
    const auto variant = std::find_if(variants.begin(), variants.end(), [&](const VariantInfo& one) { return one.key == name; });
    if (variant == variants.end()) return Error{"the network is for a game that is not known"};
    p.variant = variant->id;
    if (in.u32() != P::kRows || in.u32() != P::kCols) return Error{"the network is not for a board of 7x7"};
    const std::size_t hidden = in.u32();
    p.looks = version == kTurned ? kSides : 1;
    const std::size_t filters = hidden / static_cast<std::size_t>(p.looks);
    const std::size_t phases = version >= kPhased ? in.u32() : 1;
    const auto inputs = static_cast<std::size_t>(p.inputs());
    if (hidden > kLargestFile || phases > P::kMostPhases || bytes.size() != file_bytes(version, inputs, filters, phases) ||
        hidden % static_cast<std::size_t>(p.looks) != 0)
        return Error{"the network's size does not fit its hidden units"};
    p.hidden = static_cast<int>(hidden);
    p.phases = static_cast<int>(phases);
    p.unit_in = static_cast<int>(in.u32());
    p.unit_out = static_cast<int>(in.u32());
    p.scale = static_cast<int>(in.u32());
    p.about = in.text(kAboutBytes);
    p.windows = in.windows(version, inputs, filters);
    p.biases = in.shorts(filters);
    p.outputs = in.shorts(phases * filters);
    p.output_biases.resize(phases);
    for (std::int32_t& bias : p.output_biases) bias = static_cast<std::int32_t>(in.u32());
    return make(std::move(p));
}

std::vector<std::byte> Network::write() const {
    const P& p = parameters_;
    const Version version = version_for(p);
    Writer out;
    out.text(kMagic, kMagic.size());
    out.u32(version);
    out.u32(static_cast<int>(p.shape) + 1);
    out.text(info(p.variant).key, kNameBytes);
    out.u32(P::kRows);
    out.u32(P::kCols);
    out.u32(p.hidden);
    if (version >= kPhased) out.u32(p.phases);
    out.u32(p.unit_in);
    out.u32(p.unit_out);
    out.u32(p.scale);
    out.text(p.about, kAboutBytes);
    out.windows(version, p);
    out.shorts(p.biases);
    out.shorts(p.outputs);
    for (const std::int32_t bias : p.output_biases) out.u32(bias);
    out.u32(crc32c(out.bytes()));
    return std::move(out.bytes());
}

}  // namespace foray
