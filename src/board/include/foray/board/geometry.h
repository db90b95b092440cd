// The shape of a rectangular board and what lies next to what on it.
//
//      col 0  1  2
//   row 0  0  1  2      squares are numbered row by row from the top left;
//   row 1  3  4  5      text coordinates (A1 at the top or at the bottom) are
//                       the business of the notation room
//
// Rows and columns are run-time numbers: measured, they cost nothing against compile-time ones.
#pragma once

#include <cassert>
#include <span>
#include <vector>

#include "foray/board/bits.h"

namespace foray {

/// A step on the board: rows down, columns to the right.
struct Offset {
    int rows;
    int cols;
    friend bool operator==(const Offset&, const Offset&) = default;
};

template <int W>
class Geometry {
public:
    Geometry(int rows, int cols) : rows_(rows), cols_(cols), board_(Bits<W>::first(rows * cols)) {
        assert(rows >= 1 && rows <= kMaxSide && cols >= 1 && cols <= kMaxSide && rows * cols <= Bits<W>::kCapacity);
        for (int row = 0; row < rows; ++row) {
            not_first_col_.add(square(row, 0));
            not_last_col_.add(square(row, cols - 1));
        }
        not_first_col_ = board_ - not_first_col_;
        not_last_col_ = board_ - not_last_col_;
    }

    [[nodiscard]] int rows() const { return rows_; }
    [[nodiscard]] int cols() const { return cols_; }
    [[nodiscard]] int squares() const { return rows_ * cols_; }
    [[nodiscard]] const Bits<W>& board() const { return board_; }

    [[nodiscard]] int square(int row, int col) const { return row * cols_ + col; }
    [[nodiscard]] int row(int square) const { return square / cols_; }
    [[nodiscard]] int col(int square) const { return square % cols_; }
    [[nodiscard]] bool inside(int row, int col) const { return row >= 0 && row < rows_ && col >= 0 && col < cols_; }

    // A Set is Bits<W>, or several of them side by side.

    /// Squares one step up, down, left or right of a member (a member may be among them).
    template <class Set>
    [[nodiscard]] Set orthogonal_neighbours(const Set& set) const {
        return (sideways(set) | set.shifted_up(cols_) | set.shifted_down(cols_)) & board_;
    }

    /// Squares within a king's step of a member; the members themselves are included.
    template <class Set>
    [[nodiscard]] Set king_closure(const Set& set) const {
        const Set line = set | sideways(set);
        return (line | line.shifted_up(cols_) | line.shifted_down(cols_)) & board_;
    }

    /// The set moved by one column; what would leave the board is lost.
    template <class Set>
    [[nodiscard]] Set one_right(const Set& set) const {
        return (set & not_last_col_).shifted_up(1);
    }
    template <class Set>
    [[nodiscard]] Set one_left(const Set& set) const {
        return (set & not_first_col_).shifted_down(1);
    }

    /// For every square the set of squares that the offsets lead to.
    [[nodiscard]] std::vector<Bits<W>> reach_table(std::span<const Offset> offsets) const {
        std::vector<Bits<W>> table(static_cast<std::size_t>(squares()));
        for (int r = 0; r < rows_; ++r) {
            for (int c = 0; c < cols_; ++c) {
                for (const Offset& step : offsets) {
                    if (inside(r + step.rows, c + step.cols)) {
                        table[static_cast<std::size_t>(square(r, c))].add(square(r + step.rows, c + step.cols));
                    }
                }
            }
        }
        return table;
    }

private:
    template <class Set>
    [[nodiscard]] Set sideways(const Set& set) const {
        return one_right(set) | one_left(set);
    }

    int rows_;
    int cols_;
    Bits<W> board_;
    Bits<W> not_first_col_;
    Bits<W> not_last_col_;
};

inline constexpr Offset kOrthogonalSteps[] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
inline constexpr Offset kKingSteps[] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};

}  // namespace foray
