// What a network sees of an Ataxx board: every window of 2x2 squares, in one of 81 states. One input is on for each window.
//
//     squares of a window   a b     state = a + 3 b + 9 c + 27 d, each 0 for empty or blocked, 1 for the side to move, 2 for the other
//                           c d     input = 81 * window + state, windows row by row
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "foray/board/symmetry.h"

namespace foray::learn {

inline constexpr int kStates = 81;
/// The largest board: its squares fit one word, and the windows of a row eight bytes.
inline constexpr int kLargestSide = 8;
inline constexpr int kMostWindows = (kLargestSide - 1) * (kLargestSide - 1);

class Windows {
public:
    /// A square board of 2 to 8 squares a side.
    explicit Windows(int side);

    [[nodiscard]] int side() const { return side_; }
    [[nodiscard]] int count() const { return (side_ - 1) * (side_ - 1); }
    [[nodiscard]] int inputs() const { return kStates * count(); }

    /// The inputs that are on, one for each window, as they are after the board was turned by `symmetry`.
    void active(std::uint64_t own, std::uint64_t opp, std::size_t symmetry, std::uint16_t* out) const;

private:
    int side_;
    std::array<std::uint64_t, std::size_t{1} << kLargestSide> pairs_;  ///< a row of one side's squares as seven bytes: left + 3 * right
    std::array<std::vector<std::uint16_t>, 8> turned_;                 ///< what every input becomes
};

}  // namespace foray::learn
