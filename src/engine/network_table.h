// The table that a network's fast sums look up: what every oblong window of a board, in every state, adds to the hidden units. Networks
// with square windows have it too, two of them side by side being an oblong one.
//
// A unit that looks at the board with rows and columns exchanged sees oblong windows of the exchanged board, which stand upright on the
// board as it is. So such a network has two parts of the table: one for the units that see lying windows and one for those that see upright
// ones.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "foray/engine/network.h"

namespace foray::engine {

inline constexpr WindowShape kTableShape = WindowShape::kOblong;
inline constexpr int kTableSide = NetworkParameters::kRows;
inline constexpr int kTableWindows = windows_of(kTableShape, kTableSide);
inline constexpr int kTableStates = states_of(kTableShape);
inline constexpr int kTableRows = kTableWindows * kTableStates;
inline constexpr int kWindowsInRow = windows_in_row(kTableShape, kTableSide);

/// How many units see lying windows, of all.
inline int lying_units(const NetworkParameters& p) { return p.looks == 1 ? p.hidden : p.hidden / 2; }

/// Both parts, one after the other: [input * units of the part + unit].
std::vector<std::int16_t> network_table(const NetworkParameters& p);

/// The row of a part that each window of a position is in.
using TableRows = std::array<std::uint32_t, kTableWindows>;

/// For the seven squares of a row, its three overlapping triples, 16 bits each: left + 3 * middle + 9 * right.
inline constexpr std::array<std::uint64_t, 128> kTriples = [] {
    std::array<std::uint64_t, 128> triples{};
    for (std::uint64_t row = 0; row < triples.size(); ++row) {
        for (int window = 0; window < kWindowsInRow; ++window) {
            const std::uint64_t three = row >> (2 * window);
            triples[row] |= ((three & 1) + 3 * (three >> 1 & 1) + 9 * (three >> 2 & 1)) << (16 * window);
        }
    }
    return triples;
}();

/// The seven squares of a row as seven bytes.
inline constexpr std::array<std::uint64_t, 128> kSpread = [] {
    std::array<std::uint64_t, 128> spread{};
    for (std::uint64_t row = 0; row < spread.size(); ++row) {
        for (int col = 0; col < kTableSide; ++col) spread[row] |= (row >> col & 1) << (8 * col);
    }
    return spread;
}();

inline TableRows lying_rows(std::uint64_t own, std::uint64_t other) {
    TableRows out;
    const auto triples = [&](int row) { return kTriples[own >> (7 * row) & 127] + 2 * kTriples[other >> (7 * row) & 127]; };
    std::uint64_t upper = triples(0);
    std::size_t at = 0;
    std::uint32_t base = 0;
    for (int row = 0; row + 1 < kTableSide; ++row) {
        const std::uint64_t lower = triples(row + 1);
        const std::uint64_t states = upper + 27 * lower;
        for (int window = 0; window < kWindowsInRow; ++window) {
            out[at++] = base + static_cast<std::uint32_t>(states >> (16 * window) & 0xFFFF);
            base += kTableStates;
        }
        upper = lower;
    }
    return out;
}

/// Those of the board with rows and columns exchanged. The triples of all columns are made at once, a byte each, and put together with
/// those of the next column for the even and for the odd columns.
inline TableRows upright_rows(std::uint64_t own, std::uint64_t other) {
    TableRows out;
    constexpr std::uint64_t kEven = 0x00FF00FF00FF00FF;
    const auto squares = [&](int row) { return kSpread[own >> (7 * row) & 127] + 2 * kSpread[other >> (7 * row) & 127]; };
    std::uint64_t first = squares(0);
    for (int window = 0; window < kWindowsInRow; ++window) {
        const std::uint64_t last = squares(2 * window + 2);
        const std::uint64_t triples = first + 3 * squares(2 * window + 1) + 9 * last;  // every byte stays below 27
        const std::uint64_t even = triples & kEven;
        const std::uint64_t odd = triples >> 8 & kEven;
        const std::uint64_t from_even = even + 27 * odd;
        const std::uint64_t from_odd = odd + 27 * (even >> 16);
        for (int pair = 0; pair < kTableSide / 2; ++pair) {
            const auto at = static_cast<std::uint32_t>(2 * pair * kWindowsInRow + window);
            out[at] = at * kTableStates + static_cast<std::uint32_t>(from_even >> (16 * pair) & 0xFFFF);
            out[at + kWindowsInRow] = (at + kWindowsInRow) * kTableStates + static_cast<std::uint32_t>(from_odd >> (16 * pair) & 0xFFFF);
        }
        first = last;
    }
    return out;
}

}  // namespace foray::engine
