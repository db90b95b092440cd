#include "foray/learn/windows.h"

#include <bit>
#include <cassert>

namespace foray::learn {

Windows::Windows(int side, WindowShape shape)
    : side_(side), in_row_(windows_in_row(shape, side)), states_(states_of(shape)), lane_(shape == WindowShape::kSquare ? 8 : 16) {
    assert(covers(shape, side));
    const bool oblong = shape == WindowShape::kOblong;
    for (std::uint64_t row = 0; row < codes_.size(); ++row) {
        for (int window = 0; window < in_row_; ++window) {
            const std::uint64_t squares = row >> (oblong ? 2 * window : window);
            const std::uint64_t third = oblong ? 9 * (squares >> 2 & 1) : 0;
            codes_[row] |= ((squares & 1) + 3 * (squares >> 1 & 1) + third) << (lane_ * window);
        }
    }
    for (std::size_t symmetry = 0; symmetry < turned_.size(); ++symmetry) {
        const SquareMap map(side, side, kSquareSymmetries[symmetry]);
        for (int row = 0; row < side; ++row) {
            for (unsigned squares = 0; squares < 1U << side; ++squares) {
                std::uint64_t image = 0;
                for (unsigned rest = squares; rest != 0; rest &= rest - 1)
                    image |= std::uint64_t{1} << map(row * side + std::countr_zero(rest));
                turned_[symmetry].push_back(image);
            }
        }
    }
}

std::uint64_t Windows::turned(std::uint64_t set, std::size_t symmetry) const {
    const std::uint64_t* images = turned_[symmetry].data();
    const std::uint64_t row_mask = (std::uint64_t{1} << side_) - 1;
    std::uint64_t out = 0;
    for (int row = 0; row < side_; ++row, set >>= side_, images += row_mask + 1) out |= images[set & row_mask];
    return out;
}

void Windows::active(std::uint64_t own, std::uint64_t opp, std::size_t symmetry, std::uint16_t* out) const {
    own = turned(own, symmetry);
    opp = turned(opp, symmetry);
    const std::uint64_t row_mask = (std::uint64_t{1} << side_) - 1;
    const std::uint64_t lane_mask = (std::uint64_t{1} << lane_) - 1;
    const std::uint64_t of_lower = states_ == 81 ? 9 : 27;
    const auto code = [&](int row) { return codes_[own >> (row * side_) & row_mask] + 2 * codes_[opp >> (row * side_) & row_mask]; };
    std::uint64_t upper = code(0);
    std::uint64_t first = 0;
    for (int row = 1; row < side_; ++row) {
        const std::uint64_t lower = code(row);
        const std::uint64_t states = upper + of_lower * lower;  // every lane stays below the number of states
        for (int window = 0; window < in_row_; ++window) {
            *out++ = static_cast<std::uint16_t>(first + (states >> (lane_ * window) & lane_mask));
            first += static_cast<std::uint64_t>(states_);
        }
        upper = lower;
    }
}

}  // namespace foray::learn
