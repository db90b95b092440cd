#include "foray/engine/window_turns.h"

#include <algorithm>
#include <array>

#include "foray/engine/network.h"

namespace foray {

std::vector<std::uint16_t> turned_inputs(int side, Symmetry symmetry) {
    constexpr int kStates = 81;
    constexpr std::array<int, 4> kWeight = {1, 3, 9, 27};
    const SquareMap map(side, side, symmetry);
    std::vector<std::uint16_t> out;
    for (int window = 0; window < (side - 1) * (side - 1); ++window) {
        const int corner = window / (side - 1) * side + window % (side - 1);
        const std::array<int, 4> images = {map(corner), map(corner + 1), map(corner + side), map(corner + side + 1)};
        const int least = *std::min_element(images.begin(), images.end());
        const int image_window = least / side * (side - 1) + least % side;
        for (int state = 0; state < kStates; ++state) {
            int image_state = 0;
            for (std::size_t i = 0; i < images.size(); ++i) {
                const int what = state / kWeight[i] % 3;
                const int apart = images[i] - least;
                image_state += what * kWeight[static_cast<std::size_t>(apart / side * 2 + apart % side)];
            }
            out.push_back(static_cast<std::uint16_t>(image_window * kStates + image_state));
        }
    }
    return out;
}

NetworkParameters seen_from_eight_sides(const NetworkParameters& first) {
    using P = NetworkParameters;
    constexpr std::size_t kSides = kSquareSymmetries.size();
    const auto units = static_cast<std::size_t>(first.hidden);
    P out = first;
    out.hidden = first.hidden * static_cast<int>(kSides);
    out.windows.clear();
    out.biases.clear();
    out.outputs.clear();
    std::array<std::vector<std::uint16_t>, kSides> turned;
    for (std::size_t side = 0; side < kSides; ++side) turned[side] = turned_inputs(P::kRows, kSquareSymmetries[side]);
    const auto append = [units](std::vector<std::int16_t>& to, const std::vector<std::int16_t>& from, std::size_t row) {
        const auto begin = from.begin() + static_cast<std::ptrdiff_t>(row * units);
        to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(units));
    };
    for (std::size_t input = 0; input < P::kInputs; ++input) {
        for (const auto& turn : turned) append(out.windows, first.windows, turn[input]);
    }
    for (std::size_t side = 0; side < kSides; ++side) append(out.biases, first.biases, 0);
    for (std::size_t phase = 0; phase < first.output_biases.size(); ++phase) {
        for (std::size_t side = 0; side < kSides; ++side) append(out.outputs, first.outputs, phase);
    }
    return out;
}

}  // namespace foray
