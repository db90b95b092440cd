// What a network sees of a square board: windows of 2x2 or of 2x3 squares, each in one of 81 or 729 states. One input is on for each
// window.
//
//     squares of a window   a b     a b c     state = a + 3 b + 9 c + ..., each 0 for empty or blocked, 1 for the side to move, 2 for the
//                           c d     d e f     other; input = states * window + state, windows row by row
//
// All windows of 2x2 overlap. Those of 2x3 begin in every second column: half as many see all squares that touch each other, and more of
// them together.
#pragma once

#include <cstdint>

namespace foray {

enum class WindowShape : std::uint8_t { kSquare, kOblong };

constexpr int states_of(WindowShape shape) { return shape == WindowShape::kSquare ? 81 : 729; }
/// In two rows of a board.
constexpr int windows_in_row(WindowShape shape, int side) { return shape == WindowShape::kSquare ? side - 1 : (side - 1) / 2; }
constexpr int windows_of(WindowShape shape, int side) { return windows_in_row(shape, side) * (side - 1); }
constexpr int inputs_of(WindowShape shape, int side) { return states_of(shape) * windows_of(shape, side); }

/// An oblong window is two square ones side by side, `2 * window` and the next, in states that follow from its own.
constexpr int left_state(int oblong) { return oblong % 27 % 9 + 9 * (oblong / 27 % 9); }
constexpr int right_state(int oblong) { return oblong % 27 / 3 + 9 * (oblong / 27 / 3); }

}  // namespace foray
