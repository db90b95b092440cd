#include "foray/learn/windows.h"

#include <cassert>

#include "foray/engine/window_turns.h"

namespace foray::learn {

Windows::Windows(int side) : side_(side), pairs_{} {
    assert(side >= 2 && side <= kLargestSide);
    for (std::size_t row = 0; row < pairs_.size(); ++row) {
        for (unsigned col = 0; col + 1 < kLargestSide; ++col) {
            const std::uint64_t pair = (row >> col & 1) + 3 * (row >> (col + 1) & 1);
            pairs_[row] |= pair << (8 * col);
        }
    }
    for (std::size_t symmetry = 0; symmetry < turned_.size(); ++symmetry)
        turned_[symmetry] = turned_inputs(side, kSquareSymmetries[symmetry]);
}

void Windows::active(std::uint64_t own, std::uint64_t opp, std::size_t symmetry, std::uint16_t* out) const {
    const std::uint16_t* const map = turned_[symmetry].data();
    const std::uint64_t row_mask = (std::uint64_t{1} << side_) - 1;
    const auto row_pairs = [&](int row) { return pairs_[own >> (row * side_) & row_mask] + 2 * pairs_[opp >> (row * side_) & row_mask]; };
    std::uint64_t upper = row_pairs(0);
    std::size_t window = 0;
    for (int row = 1; row < side_; ++row) {
        const std::uint64_t lower = row_pairs(row);
        const std::uint64_t states = upper + 9 * lower;  // every byte stays below 81
        for (int col = 0; col + 1 < side_; ++col, ++window) {
            out[window] = map[window * kStates + (states >> (8 * col) & 255)];
        }
        upper = lower;
    }
}

}  // namespace foray::learn
