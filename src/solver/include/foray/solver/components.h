// Sums of games. Two empties belong together if they are adjacent or share an occupied neighbour, that is, if they lie at most two steps
// apart; a move in one component of E changes nothing in another, so a position is a sum of its components. A component is small: its
// values are computed once and remembered. What a component G is worth inside the sum depends on who must move in it when, which the
// passes model. Seen from the mover of the whole position:
//
//   A(G)   the mover begins, and he alone may pass           V <= sum of A(G)
//   B(G)   the enemy begins, and he alone may pass           V >= sum of B(G) + max over G of (C(G) - B(G))
//   C(G)   the mover must begin; then the enemy may pass
//
// Proof of the upper bound: the enemy answers every move in the component where it was made, by his best play there against a mover who
// may pass. Where no local answer exists he must move elsewhere, which is, in that component, the mover passing first; moves of the
// mover elsewhere are passes too. The lower bound is the same with the sides exchanged after the mover's first move in the component
// with the largest C - B. B(G) is -A(G with the colours exchanged), so A and C of both colourings are all there is to know.
//
//   A(G) = max(-C(exchanged G), max over moves (gain - C(after)))        C(G) = max over moves (gain - A(after))
//
// Empties whose neighbours are all private to them (nobody else's neighbours) are switches: whoever plays one gains the same swing.
// Swings x1 >= x2 >= ... are worth x1 - x2 + x3 - ... to whoever begins, and passing never helps, so all switches together count as one
// component that is far tighter than each on its own.
#pragma once

#include <cstdint>
#include <vector>

#include "foray/solver/field.h"

namespace foray::solver {

/// What is known of one component: index 0 with the mover of the position to begin, index 1 with the enemy, each from the beginner's side.
/// `exact` is the value without passes, as if nothing else existed.
struct Worth {
    int pass[2];  ///< A
    int must[2];  ///< C
    int exact[2];

    [[nodiscard]] Worth exchanged() const { return {{pass[1], pass[0]}, {must[1], must[0]}, {exact[1], exact[0]}}; }
};

/// Remembers the worth of groups of empties. A group may be any small set of empties; it need not be connected. One per thread.
class ComponentCache {
public:
    /// 2^bits entries of 32 bytes.
    ComponentCache(const Field& field, int bits);

    /// `own` and `opp` fill the rim of `cells`.
    [[nodiscard]] Worth worth(Set own, Set opp, Set cells) {
        if ((cells & (cells - 1)) == 0) return single(own, opp, lowest(cells));
        return look_up(own, opp, cells);
    }

    /// The component of `cells` that holds its lowest square.
    [[nodiscard]] Set first_component(Set cells) const {
        Set part = cells & (~cells + 1);
        for (;;) {
            const Set next = field_.around(part);
            const Set grown = (part | next | field_.around(next)) & cells;
            if (grown == part) return part;
            part = grown;
        }
    }

    [[nodiscard]] std::uint64_t evaluations() const { return evaluations_; }
    [[nodiscard]] std::uint64_t lookups() const { return lookups_; }

private:
    struct Slot {
        Set cells = 0;
        Set own = 0;
        std::int16_t value[6] = {};
    };

    [[nodiscard]] Worth single(Set own, Set opp, int square) const;
    [[nodiscard]] Worth look_up(Set own, Set opp, Set cells);
    [[nodiscard]] Worth evaluate(Set own, Set opp, Set cells);

    const Field& field_;
    std::vector<Slot> slots_;
    int shift_;
    std::uint64_t evaluations_ = 0;
    std::uint64_t lookups_ = 0;
};

}  // namespace foray::solver
