#include "foray/learn/quantise.h"

#include <cmath>

namespace foray::learn {
namespace {

// So that the sums of two windows' weights fit 8 bits. Matches did not tell it from 255 (docs/learning.md); 40 was worse.
constexpr int kUnitIn = 48;
static_assert(most_weight(WindowShape::kSquare) * kUnitIn < 63.5);
static_assert(most_weight(WindowShape::kOblong) * kUnitIn < 127);

/// Large weights are rounded to even numbers: they are as exact as small ones then, in proportion, and the file packs better by a
/// twentieth.
std::int16_t rounded_window(float weight) {
    constexpr float kLarge = 12;
    const float scaled = weight * kUnitIn;
    return static_cast<std::int16_t>(std::abs(scaled) < kLarge ? std::lround(scaled) : 2 * std::lround(scaled / 2));
}

}  // namespace

Result<Network> quantise(const FloatNetwork& network, Variant variant, int scale, std::string about) {
    if (network.side != NetworkParameters::kRows) {
        return Error{"the engine's networks are for 7x7 boards, not for " + std::to_string(network.side) + "x" +
                     std::to_string(network.side)};
    }
    NetworkParameters out;
    out.variant = variant;
    out.unit_in = kUnitIn;
    out.shape = network.shape;
    out.hidden = network.hidden;
    out.looks = static_cast<int>(network.looks);
    out.phases = network.phases;
    out.scale = scale;
    out.about = std::move(about);
    const auto rounded = [&](std::size_t begin, std::size_t end, int unit) {
        std::vector<std::int16_t> row;
        row.reserve(end - begin);
        for (std::size_t i = begin; i < end; ++i) {
            row.push_back(static_cast<std::int16_t>(std::lround(network.values[i] * static_cast<float>(unit))));
        }
        return row;
    };
    out.windows.reserve(network.bias_at());
    for (std::size_t i = 0; i < network.bias_at(); ++i) out.windows.push_back(rounded_window(network.values[i]));
    out.biases = rounded(network.bias_at(), network.output_at(), out.unit_in);
    out.outputs = rounded(network.output_at(), network.output_bias_at(), out.unit_out);
    out.output_biases.clear();
    for (std::size_t i = network.output_bias_at(); i < network.size(); ++i) {
        out.output_biases.push_back(
            static_cast<std::int32_t>(std::lround(network.values[i] * static_cast<float>(out.unit_in * out.unit_out))));
    }
    return Network::make(std::move(out));
}

}  // namespace foray::learn
