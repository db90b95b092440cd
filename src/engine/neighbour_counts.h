// How many king's neighbours of every square are in a set, for all squares at once: the counts lie across the words, bit k of every
// square's count in plane k.
#pragma once

#include <utility>

#include "foray/board/geometry.h"
#include "set_pair.h"

namespace foray::engine {

/// A Set is Bits<W>, or a pair of them with a count for each.
template <class Set>
struct NeighbourCounts {
    Set ones;
    Set twos;
    Set fours;
    Set eights;

    /// The squares with `n` neighbours or more, 1 <= n <= 8.
    [[nodiscard]] Set at_least(int n) const {
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
    [[nodiscard]] int most(Set targets) const {
        int best = 0;
        // Without branches: which way they would go is anybody's guess.
        for (const auto& [plane, worth] : {std::pair{&eights, 8}, {&fours, 4}, {&twos, 2}, {&ones, 1}}) {
            const Set larger = targets & *plane;
            const bool some = larger.any();
            targets = some ? larger : targets;
            best += some ? worth : 0;
        }
        return best;
    }
};

/// A column adder: each row of three is summed first, then the three rows.
template <int W, class Set>
NeighbourCounts<Set> count_neighbours(const Geometry<W>& geometry, const Set& set) {
    const int cols = geometry.cols();
    const Set left = geometry.one_right(set);
    const Set right = geometry.one_left(set);
    const Set two_one = left ^ right;  // the square's own row: left + right
    const Set two_two = left & right;
    const Set three_one = two_one ^ set;  // a neighbouring row: left + middle + right
    const Set three_two = two_two | (two_one & set);
    const Set up_one = three_one.shifted_up(cols);
    const Set up_two = three_two.shifted_up(cols);
    const Set down_one = three_one.shifted_down(cols);
    const Set down_two = three_two.shifted_down(cols);
    const Set carry = (up_one & down_one) | ((up_one ^ down_one) & two_one);
    const Set x = up_two ^ down_two;
    const Set y = two_two ^ carry;
    const Set x_carry = up_two & down_two;
    const Set y_carry = two_two & carry;
    const Set xy_carry = x & y;
    return {up_one ^ down_one ^ two_one, x ^ y, x_carry ^ y_carry ^ xy_carry, (x_carry & y_carry) | ((x_carry ^ y_carry) & xy_carry)};
}

/// The counts of either set of a pair.
template <int W>
NeighbourCounts<Bits<W>> first_of(const NeighbourCounts<SetPair<W>>& counts) {
    return {counts.ones.first(), counts.twos.first(), counts.fours.first(), counts.eights.first()};
}
template <int W>
NeighbourCounts<Bits<W>> second_of(const NeighbourCounts<SetPair<W>>& counts) {
    return {counts.ones.second(), counts.twos.second(), counts.fours.second(), counts.eights.second()};
}

}  // namespace foray::engine
