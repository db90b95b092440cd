#include "foray/learn/quantise.h"

#include <algorithm>
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

/// The same for oblong windows, whose states are so many that most are rare. A weight's rounding error costs its square times the mean
/// square of the slopes; where all cost alike, the file is shortest for what it costs altogether. So steps are powers of two, about
/// inversely proportional to the root of that mean, and 8 for the middle one: a net of 256 units then packs into 250 kB.
std::vector<std::int16_t> rounded_by_slopes(std::span<const float> weights, std::span<const float> slopes) {
    constexpr float kMiddle = 10;  // 9 packed v1 into 252 kB, and lost 16 +- 32 Elo
    constexpr int kLargestStep = 32;
    constexpr float kLargest = 126;
    std::vector<float> sorted(slopes.begin(), slopes.end());
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2), sorted.end());
    const float most = kMiddle * std::sqrt(sorted[sorted.size() / 2]);
    std::vector<std::int16_t> out;
    out.reserve(weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const float slope = std::sqrt(slopes[i]);
        int step = 1;
        while (step < kLargestStep && static_cast<float>(2 * step) * slope <= most) step *= 2;
        const float rounded = std::round(weights[i] * kUnitIn / static_cast<float>(step)) * static_cast<float>(step);
        out.push_back(static_cast<std::int16_t>(std::clamp(rounded, -kLargest, kLargest)));
    }
    return out;
}

}  // namespace

Result<Network> quantise(const FloatNetwork& network, std::span<const float> slopes, Variant variant, int scale, std::string about) {
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
    const std::span<const float> windows = std::span(network.values).first(network.bias_at());
    if (network.shape == WindowShape::kOblong && !slopes.empty()) {
        out.windows = rounded_by_slopes(windows, slopes.first(windows.size()));
    } else {
        for (const float weight : windows) out.windows.push_back(rounded_window(weight));
    }
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
