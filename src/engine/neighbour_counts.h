// How many king's neighbours of every square are in a set, for all squares at once: the counts lie across the words, bit k of every
// square's count in plane k.
#pragma once

#include <utility>

#include "foray/board/geometry.h"

namespace foray::engine {

template <int W>
struct NeighbourCounts {
    Bits<W> ones;
    Bits<W> twos;
    Bits<W> fours;
    Bits<W> eights;

    /// The squares with `n` neighbours or more, 1 <= n <= 8.
    [[nodiscard]] Bits<W> at_least(int n) const {
        switch (n) {
            case 1: return ones | twos | fours | eights;
            case 2: return twos | fours | eights;
            case 3: return (ones & twos) | fours | eights;
            case 4: return fours | eights;
            case 5: return (fours & (ones | twos)) | eights;
            case 6: return (fours & twos) | eights;
            case 7: return (fours & twos & ones) | eights;
            default: return eights;
        }
    }

    /// The largest count among `targets`; 0 if there are none.
    [[nodiscard]] int most(Bits<W> targets) const {
        int best = 0;
        for (const auto& [plane, worth] : {std::pair{&eights, 8}, {&fours, 4}, {&twos, 2}, {&ones, 1}}) {
            const Bits<W> larger = targets & *plane;
            if (larger.none()) continue;
            targets = larger;
            best += worth;
        }
        return best;
    }
};

/// A column adder: each row of three is summed first, then the three rows.
template <int W>
NeighbourCounts<W> count_neighbours(const Geometry<W>& geometry, const Bits<W>& set) {
    const int cols = geometry.cols();
    const Bits<W> left = geometry.one_right(set);
    const Bits<W> right = geometry.one_left(set);
    const Bits<W> two_one = left ^ right;  // the square's own row: left + right
    const Bits<W> two_two = left & right;
    const Bits<W> three_one = two_one ^ set;  // a neighbouring row: left + middle + right
    const Bits<W> three_two = two_two | (two_one & set);
    const Bits<W> up_one = three_one.shifted_up(cols);
    const Bits<W> up_two = three_two.shifted_up(cols);
    const Bits<W> down_one = three_one.shifted_down(cols);
    const Bits<W> down_two = three_two.shifted_down(cols);
    const Bits<W> carry = (up_one & down_one) | ((up_one ^ down_one) & two_one);
    const Bits<W> x = up_two ^ down_two;
    const Bits<W> y = two_two ^ carry;
    const Bits<W> x_carry = up_two & down_two;
    const Bits<W> y_carry = two_two & carry;
    const Bits<W> xy_carry = x & y;
    return {up_one ^ down_one ^ two_one, x ^ y, x_carry ^ y_carry ^ xy_carry, (x_carry & y_carry) | ((x_carry ^ y_carry) & xy_carry)};
}

}  // namespace foray::engine
