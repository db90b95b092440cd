// The table that a network's fast sums look up: what every oblong window of a board, in every state, adds to the hidden units. Networks
// with square windows have it too, two of them side by side being an oblong one.
//
// A unit that looks at the board with rows and columns exchanged sees oblong windows of the exchanged board, which stand upright on the
// board as it is. So such a network has two parts of the table: one for the units that see lying windows and one for those that see upright
// ones.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <vector>

#include "foray/engine/network.h"

namespace foray::engine {

inline constexpr WindowShape kTableShape = WindowShape::kOblong;
inline constexpr int kTableSide = NetworkParameters::kRows;
inline constexpr int kTableWindows = windows_of(kTableShape, kTableSide);
inline constexpr int kTableStates = states_of(kTableShape);
inline constexpr int kTableRows = kTableWindows * kTableStates;
inline constexpr int kWindowsInRow = windows_in_row(kTableShape, kTableSide);

inline constexpr int kUnitStep = 16;   ///< hidden units are a multiple of this, those of a part of the table of half of it
inline constexpr int kByteBias = 128;  ///< where the table has bytes, each is so much more than the weight it stands for

/// How many units see lying windows, of all.
inline int lying_units(const NetworkParameters& p) { return p.looks == 1 ? p.hidden : p.hidden / 2; }

/// Both parts, one after the other: [input * units of the part + unit].
std::vector<std::int16_t> network_table(const NetworkParameters& p);

/// Where the row of each window of a position begins in a part, in units; the last number means nothing.
using TableOffsets = std::array<std::uint32_t, kTableWindows + 1>;

/// For the seven squares of a row: its three overlapping triples, 16 bits each, left + 3 * middle + 9 * right; and its squares as seven
/// bytes. Both times 1 for the side to move and times 2 for the other.
struct alignas(16) RowCode {
    std::uint64_t triples = 0;
    std::uint64_t squares = 0;
};
inline constexpr auto kRowCodes = [] {
    std::array<std::array<RowCode, 128>, 2> codes{};
    for (std::uint64_t owner = 1; owner <= 2; ++owner) {
        for (std::uint64_t row = 0; row < 128; ++row) {
            RowCode& code = codes[owner - 1][row];
            for (int window = 0; window < kWindowsInRow; ++window) {
                const std::uint64_t three = row >> (2 * window);
                code.triples |= owner * ((three & 1) + 3 * (three >> 1 & 1) + 9 * (three >> 2 & 1)) << (16 * window);
            }
            for (int col = 0; col < kTableSide; ++col) code.squares |= owner * (row >> col & 1) << (8 * col);
        }
    }
    return codes;
}();

/// The states of a position's windows, in vectors of two words with three states of 16 bits each; the fourth of a word means nothing.
using StatePair = std::uint16_t __attribute__((vector_size(16)));
using States = std::array<StatePair, kTableWindows / kWindowsInRow / 2>;

/// What both parts need of a position: the codes of its rows, as vectors {triples, squares}.
using RowPairs = std::array<StatePair, kTableSide>;
inline RowPairs row_pairs(std::uint64_t own, std::uint64_t other) {
    RowPairs out;
    for (std::size_t row = 0; row < out.size(); ++row) {
        StatePair of_own;
        StatePair of_other;
        std::memcpy(&of_own, &kRowCodes[0][own >> (7 * row) & 127], sizeof of_own);
        std::memcpy(&of_other, &kRowCodes[1][other >> (7 * row) & 127], sizeof of_other);
        out[row] = of_own + of_other;
    }
    return out;
}

/// A word for the windows of each two rows.
inline States lying_states(const RowPairs& rows) {
    States out;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const StatePair first = rows[2 * i] + 27 * rows[2 * i + 1];
        const StatePair second = rows[2 * i + 1] + 27 * rows[2 * i + 2];
        out[i] = __builtin_shufflevector(first, second, 0, 1, 2, 3, 8, 9, 10, 11);
    }
    return out;
}

/// Those of the board with rows and columns exchanged: for each three of its columns a word for the windows in its even rows and one for
/// those in its odd rows. The triples of all rows are made at once, a byte each.
inline States upright_states(const RowPairs& rows) {
    States out;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const StatePair triples = rows[2 * i] + 3 * rows[2 * i + 1] + 9 * rows[2 * i + 2];  // every byte stays below 27
        const StatePair even = triples & 0xFF;
        const StatePair odd = triples >> 8;
        const StatePair from_even = even + 27 * odd;
        const StatePair from_odd = odd + 27 * __builtin_shufflevector(even, even, 1, 2, 3, 3, 5, 6, 7, 7);
        out[i] = __builtin_shufflevector(from_even, from_odd, 4, 5, 6, 7, 12, 13, 14, 15);
    }
    return out;
}

enum class Part : std::uint8_t { kLying, kUpright };

/// The first row of the window that each number of a part's states is about.
template <Part part>
inline constexpr auto kFirstRows = [] {
    std::array<std::uint32_t, 8 * std::tuple_size_v<States>> rows{};
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        const std::uint32_t word = i / 4;
        const std::uint32_t lane = i % 4;
        const std::uint32_t window = part == Part::kLying ? 3 * word + lane : 3 * (2 * lane + word % 2) + word / 2;
        rows[i] = lane == 3 ? 0 : window * kTableStates;
    }
    return rows;
}();

/// Written where they are read from: to copy them in larger pieces than they were written in would stall.
template <Part part>
void put_offsets(const States& states, int units, TableOffsets& out) {
    using Rows = std::uint32_t __attribute__((vector_size(32)));
    for (std::size_t i = 0; i < states.size(); ++i) {
        Rows rows;
        std::memcpy(&rows, &kFirstRows<part>[8 * i], sizeof rows);
        rows = (rows + __builtin_convertvector(states[i], Rows)) * static_cast<std::uint32_t>(units);
        // Four numbers at a time, three of which count: the next take the place of the fourth.
        for (const std::size_t half : {0U, 1U}) std::memcpy(&out[6 * i + 3 * half], reinterpret_cast<const char*>(&rows) + 16 * half, 16);
    }
}

}  // namespace foray::engine
