// The inputs of a network (foray/engine/window_shape.h) that a board turns on, as it is or turned.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "foray/board/symmetry.h"
#include "foray/engine/window_shape.h"

namespace foray::learn {

/// The largest board: its squares fit one word, and the windows of a row eight bytes.
inline constexpr int kLargestSide = 8;
inline constexpr int kMostWindows = (kLargestSide - 1) * (kLargestSide - 1);

/// Oblong windows cover boards with an odd number of columns, three to seven.
constexpr bool covers(WindowShape shape, int side) {
    return side >= 2 && side <= kLargestSide && (shape == WindowShape::kSquare || side % 2 == 1);
}

class Windows {
public:
    /// A square board that such windows cover.
    explicit Windows(int side, WindowShape shape = WindowShape::kSquare);

    [[nodiscard]] int side() const { return side_; }
    [[nodiscard]] int count() const { return in_row_ * (side_ - 1); }

    /// The inputs that are on, one for each window, after the board was turned by `symmetry`.
    void active(std::uint64_t own, std::uint64_t opp, std::size_t symmetry, std::uint16_t* out) const;

private:
    [[nodiscard]] std::uint64_t turned(std::uint64_t set, std::size_t symmetry) const;

    int side_;
    int in_row_;
    int states_;
    int lane_;                                                           ///< bits of a row's code that one window has
    std::array<std::uint64_t, std::size_t{1} << kLargestSide> codes_{};  ///< of a row of one side's squares: each window's part of a state
    std::array<std::vector<std::uint64_t>, 8> turned_;                   ///< where each row's squares go, [row << side | squares]
};

}  // namespace foray::learn
