// Networks from their numbers: what does not fit is refused, and the table is made.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "foray/engine/engine.h"
#include "foray/engine/network.h"
#include "network_lanes.h"
#include "network_table.h"

namespace foray {
namespace {

using P = NetworkParameters;

constexpr int kMostHidden = 512;
constexpr int kMostUnit = 1023;
constexpr int kMostScale = 10'000;
/// No static evaluation may look like a win.
constexpr std::int64_t kMostValue = kWin * 9 / 10;

/// The table as bytes, 128 more each, if that is possible. In the bytes of two vectors' units the first vector's are the even ones and the
/// second's the odd ones: read as numbers of 16 bits, both come out without being taken apart first.
bool put_bytes(const std::vector<std::int16_t>& table, std::size_t width, std::uint8_t* out) {
    for (std::size_t group = 0; group < table.size(); group += 2 * width) {
        for (std::size_t i = 0; i < 2 * width; ++i) {
            const int sum = table[group + i % 2 * width + i / 2] + engine::kByteBias;
            if (sum < 0 || sum > 255) return false;
            out[group + i] = static_cast<std::uint8_t>(sum);
        }
    }
    return true;
}

/// What would overflow, or be taken for a win; nothing if all is well.
std::string misfit(const P& p) {
    const auto filters = static_cast<std::size_t>(p.filters());
    const auto states = static_cast<std::size_t>(states_of(p.shape));
    constexpr std::int64_t kMost16 = std::numeric_limits<std::int16_t>::max();
    std::vector<std::int64_t> reach(filters);
    for (std::size_t f = 0; f < filters; ++f) reach[f] = std::abs(std::int64_t{p.biases[f]});
    std::vector<std::int64_t> most(filters);
    for (std::size_t input = 0; input < static_cast<std::size_t>(p.inputs()); ++input) {
        if (input % states == 0) std::fill(most.begin(), most.end(), 0);
        const std::int16_t* const row = &p.windows[input * filters];
        for (std::size_t f = 0; f < filters; ++f) most[f] = std::max(most[f], std::abs(std::int64_t{row[f]}));
        if (input % states != states - 1) continue;
        for (std::size_t f = 0; f < filters; ++f) reach[f] += most[f];
    }
    for (std::size_t f = 0; f < filters; ++f) {
        if (reach[f] > kMost16) return "hidden unit " + std::to_string(f) + " could overflow";
    }
    for (std::size_t phase = 0; phase < p.output_biases.size(); ++phase) {
        std::int64_t total = std::abs(std::int64_t{p.output_biases[phase]}) * p.unit_in;
        for (std::size_t f = 0; f < filters; ++f) {
            const std::int64_t weight = std::abs(std::int64_t{p.outputs[phase * filters + f]});
            if (weight * p.unit_in > kMost16) return "output weight " + std::to_string(f) + " is too large";
            total += p.looks * weight * p.unit_in * p.unit_in;
        }
        if (total > std::numeric_limits<std::int32_t>::max()) return "the output could overflow";
        if (total / (std::int64_t{p.unit_in} * p.unit_in * p.unit_out) * p.scale >= kMostValue) return "its values could look like wins";
    }
    return {};
}

}  // namespace

Network::Network(NetworkParameters parameters) : parameters_(std::move(parameters)), multiplier_(0) {
    const P& p = parameters_;
    const std::int64_t divisor = std::int64_t{p.unit_in} * p.unit_in * p.unit_out;
    multiplier_ = ((std::int64_t{p.scale} << 32) + divisor / 2) / divisor;
    for (int look = 0; look < p.looks; ++look) unit_biases_.insert(unit_biases_.end(), p.biases.begin(), p.biases.end());
    for (auto phase = p.outputs.begin(); phase != p.outputs.end(); phase += p.filters()) {
        for (int look = 0; look < p.looks; ++look) unit_outputs_.insert(unit_outputs_.end(), phase, phase + p.filters());
    }
    const std::vector<std::int16_t> table = engine::network_table(p);
    const int width = FORAY_HOT_CHOICE(network).width;
    if (engine::lying_units(p) % (2 * width) == 0) {
        table_ = std::make_unique<HugeMemory>(table.size());
        auto* const bytes = reinterpret_cast<std::uint8_t*>(table_->data());
        if (bytes != nullptr && put_bytes(table, static_cast<std::size_t>(width), bytes)) {
            table_bytes_ = bytes;
            return;
        }
    }
    table_ = std::make_unique<HugeMemory>(table.size() * sizeof(std::int16_t));
    auto* const words = reinterpret_cast<std::int16_t*>(table_->data());
    if (words != nullptr) std::copy(table.begin(), table.end(), words);
    table_words_ = words;
}

Result<Network> Network::make(NetworkParameters p) {
    const auto within = [](int value, int most) { return value >= 1 && value <= most; };
    if (info(p.variant).family != Family::kAtaxx) return Error{"a network is for a game of the Ataxx family"};
    if (p.hidden % engine::kUnitStep != 0 || !within(p.hidden, kMostHidden))
        return Error{"hidden units must be a multiple of 16 up to 512"};
    if (!within(p.unit_in, kMostUnit) || !within(p.unit_out, kMostUnit)) return Error{"units must be between 1 and 1023"};
    if (!within(p.scale, kMostScale)) return Error{"the scale must be between 1 and 10000"};
    if (p.looks != 1 && p.looks != 8) return Error{"hidden units look at the board from one side or from eight"};
    if (p.shape == WindowShape::kOblong && p.looks != 8) return Error{"a network with windows of 2x3 looks at the board from eight sides"};
    const auto filters = static_cast<std::size_t>(p.filters());
    const auto inputs = static_cast<std::size_t>(p.inputs());
    if (!within(p.phases, P::kMostPhases)) return Error{"phases must be between 1 and 50"};
    const auto phases = static_cast<std::size_t>(p.phases);
    if (p.windows.size() != inputs * filters || p.biases.size() != filters || p.outputs.size() != filters * phases ||
        p.output_biases.size() != phases) {
        return Error{"the numbers of weights do not fit the number of hidden units"};
    }
    if (p.about.size() > P::kLongestAbout) return Error{"the line about a network has at most 64 bytes"};
    const auto [least, most] = std::minmax_element(p.windows.begin(), p.windows.end());
    if ((p.phases > 1 || p.looks > 1) && (*least < -128 || *most > 127)) {
        return Error{"a network with phases or that looks from eight sides has windows' weights of 8 bits"};
    }
    if (const std::string wrong = misfit(p); !wrong.empty()) return Error{wrong};
    Network network(std::move(p));
    if (!network.table_->ok()) return Error{"there is no memory for the network"};
    return network;
}

}  // namespace foray
