// Sums of games. Two empties belong together if they are adjacent or share an occupied neighbour, that is, if they lie at most two steps
// apart; a move in one component of E changes nothing in another, so a position is a sum of its components. A component is small: its
// worth is computed once and remembered. What a component G is worth inside the sum depends on who must move in it when, which passes
// model. Seen from the mover of the whole position:
//
//   A(G)   the mover begins, and he alone may pass           V <= sum of A(G)
//   B(G)   the enemy begins, and he alone may pass           V >= sum of B(G) + max over G of (C(G) - B(G))
//   C(G)   the mover must begin; then the enemy may pass
//
// Proof of the upper bound: the enemy answers every move in the component where it was made, by his best play there against a mover who
// may pass. Where no local answer exists he moves elsewhere, which in that component is an answer to a pass of the mover; moves of the
// mover elsewhere are passes too. The lower bound is the same with the sides exchanged after the mover's first move in the component
// with the largest C - B. B(G) is -A(G with the colours exchanged), so A and C of both colourings are all there is to know:
//
//   A(G) = max(-C(exchanged G), max over moves (gain - C(after)))        C(G) = max over moves (gain - A(after))
//
// A move may take a component apart. Then the theorem serves again (the same proof works when only one side may pass), and A is bounded
// from above and C from below by those of the pieces. So what is remembered are bounds, an upper one of A and a lower one of C, and
// they are remembered for connected components only: measured, that loses 3 % of the nodes' worth and halves the work.
//
// Empties whose neighbours are all private to them (nobody else's neighbours) are switches: whoever plays one gains the same swing.
// Swings x1 >= x2 >= ... are worth x1 - x2 + x3 - ... to whoever begins, and passing never helps, so all switches together count as one
// component that is far tighter than each on its own.
#pragma once

#include <cstdint>

#include "foray/solver/field.h"
#include "foray/solver/memory.h"

namespace foray::solver {

/// Bounds of one component, each from the beginner's side: index 0 if the mover of the position begins, 1 if the enemy does.
struct Worth {
    int pass[2];  ///< at least A
    int must[2];  ///< at most C

    [[nodiscard]] Worth exchanged() const { return {{pass[1], pass[0]}, {must[1], must[0]}}; }
};

/// Remembers the worth of connected components. One per thread.
class ComponentCache {
public:
    /// The key of a component holds its cells and the colours of its rim, whole: that limits their number together.
    static constexpr int kMostCells = 8;
    static constexpr int kMostEmpties = 64 - (3 * kMostCells + 1) + 1;  // a component of k cells has at most 3 k + 1 rim squares

    /// 2^bits entries of 16 bytes. All cells come from `universe`, which has at most kMostEmpties squares.
    ComponentCache(const Field& field, Set universe, int bits);

    /// The worth of a connected component of at most kMostCells cells. `own` and `opp` fill its rim.
    [[nodiscard]] Worth worth(Set own, Set opp, Set cells) {
        if ((cells & (cells - 1)) == 0) return single(own, opp, lowest(cells));
        return look_up(key_of(own, opp, cells), own, opp, cells);
    }

    /// The component of `cells` that holds its lowest square.
    [[nodiscard]] Set first_component(Set cells) const {
        Set part = cells & (~cells + 1);
        for (;;) {
            const Set grown = grow(part, cells);
            if (grown == part) return part;
            part = grown;
        }
    }

    /// Calls f(piece) for every component that is left of a connected `cells` after a move on `square`. Every piece reaches within two
    /// steps of the square, so a piece that holds all such cells that are left is all that is left.
    template <class F>
    void pieces_after(Set cells, int square, F&& f) const {
        Set rest = cells & ~bit(square);
        for (Set links = field_.within_two(square) & rest; links != 0;) {
            Set piece = links & (~links + 1);
            for (;;) {
                if ((links & ~piece) == 0) {
                    piece = rest;
                    break;
                }
                const Set grown = grow(piece, rest);
                if (grown == piece) break;
                piece = grown;
            }
            rest &= ~piece;
            links &= ~piece;
            f(piece);
        }
    }

    [[nodiscard]] std::uint64_t evaluations() const { return evaluations_; }
    [[nodiscard]] std::uint64_t lookups() const { return lookups_; }

private:
    struct Slot {
        std::uint64_t key;
        std::int16_t pass[2];
        std::int16_t must[2];
    };
    static constexpr std::size_t kBucket = 4;  // one cache line

    [[nodiscard]] Worth single(Set own, Set opp, int square) const;
    struct Key {
        std::uint64_t word;
        Slot* bucket;
        bool exchanged;
    };
    [[nodiscard]] Key key_of(Set own, Set opp, Set cells) const;
    [[nodiscard]] Worth look_up(const Key& key, Set own, Set opp, Set cells);
    [[nodiscard]] Set grow(Set part, Set cells) const {
        const Set next = field_.around(part);
        return (part | next | field_.around(next)) & cells;
    }
    [[nodiscard]] Worth evaluate(Set own, Set opp, Set cells);

    const Field& field_;
    Set universe_;
    int key_shift_;
    int index_shift_;
    Memory memory_;
    Slot* buckets_;
    std::uint64_t evaluations_ = 0;
    std::uint64_t lookups_ = 0;
};

}  // namespace foray::solver
