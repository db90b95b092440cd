#include "network_table.h"

#include <utility>

namespace foray::engine {
namespace {

/// The filters' weights for oblong windows, [input * filters + filter].
std::vector<std::int16_t> oblong_weights(const NetworkParameters& p) {
    if (p.shape == WindowShape::kOblong) return p.windows;
    constexpr int kStates = states_of(WindowShape::kSquare);
    const auto filters = static_cast<std::size_t>(p.filters());
    std::vector<std::int16_t> out;
    out.reserve(kTableRows * filters);
    for (int input = 0; input < kTableRows; ++input) {
        const int first = 2 * (input / kTableStates) * kStates;
        const auto left = static_cast<std::size_t>(first + left_state(input % kTableStates));
        const auto right = static_cast<std::size_t>(first + kStates + right_state(input % kTableStates));
        for (std::size_t f = 0; f < filters; ++f) {
            out.push_back(static_cast<std::int16_t>(p.windows[left * filters + f] + p.windows[right * filters + f]));
        }
    }
    return out;
}

/// What an input becomes when rows, columns or both are reflected.
int reflected(int input, bool rows, bool cols) {
    const auto mirrored = [](int triple) { return triple / 9 + 3 * (triple / 3 % 3) + 9 * (triple % 3); };
    int row = input / kTableStates / kWindowsInRow;
    int col = input / kTableStates % kWindowsInRow;
    int upper = input % kTableStates % 27;
    int lower = input % kTableStates / 27;
    if (rows) {
        row = kTableSide - 2 - row;
        std::swap(upper, lower);
    }
    if (cols) {
        col = kWindowsInRow - 1 - col;
        upper = mirrored(upper);
        lower = mirrored(lower);
    }
    return (row * kWindowsInRow + col) * kTableStates + upper + 27 * lower;
}

}  // namespace

std::vector<std::int16_t> network_table(const NetworkParameters& p) {
    std::vector<std::int16_t> weights = oblong_weights(p);
    if (p.looks == 1) return weights;
    const auto filters = static_cast<std::ptrdiff_t>(p.filters());
    std::vector<std::int16_t> out;
    out.reserve(static_cast<std::size_t>(kTableRows) * static_cast<std::size_t>(p.hidden));
    for (const bool upright : {false, true}) {
        for (int input = 0; input < kTableRows; ++input) {
            for (const unsigned reflections : {0U, 1U, 2U, 3U}) {
                // Symmetries reflect before they exchange rows and columns; on the exchanged board the reflections are exchanged too.
                const bool rows = (reflections & (upright ? 2U : 1U)) != 0;
                const bool cols = (reflections & (upright ? 1U : 2U)) != 0;
                const auto row = weights.begin() + reflected(input, rows, cols) * filters;
                out.insert(out.end(), row, row + filters);
            }
        }
    }
    return out;
}

}  // namespace foray::engine
