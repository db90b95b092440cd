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
// Taxes. Let every move cost its mover t, paid to the other side. All empties get played and the sides alternate, so the taxes of the whole
// position cancel but for one t if the number of empties is odd: V = taxed V + t [odd]. The theorem holds for any game on these components,
// so also for the taxed one, and bounds V for every t. With t about as much as a move is worth it is far tighter where several components
// are worth a move: two equal switches are worth A = swing each without tax, and nothing each with t = swing. Two taxes are kept, none and
// one of about the mean value of a square; more of them gain 1 % of the nodes.
//
// A move may take a component apart. Then the theorem serves again (the same proof works when only one side may pass), and A is bounded
// from above and C from below by those of the pieces. So what is remembered are bounds, an upper one of A and a lower one of C, and
// they are remembered for connected components only: measured, that loses 3 % of the nodes' worth and halves the work.
//
// Empties whose neighbours are all private to them (nobody else's neighbours) are switches: whoever plays one gains the same swing.
// Swings x1 >= x2 >= ... are worth x1 - x2 + x3 - ... to whoever begins, and passing never helps, so all switches together count as one
// component that is far tighter than each on its own.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "field.h"
#include "foray/board/memory.h"
#include "worth.h"

namespace foray::solver {

/// Remembers the worth of connected components. One per thread.
class ComponentCache {
    struct Slot;

public:
    /// The key of a component holds its cells and the colours of its rim, whole: that limits their number together.
    static constexpr int kMostCells = 8;
    static constexpr int kMostEmpties = 64 - (3 * kMostCells + 1) + 1;  // a component of k cells has at most 3 k + 1 rim squares

    /// 2^bits entries of 32 bytes. All cells come from `universe`, which has at most kMostEmpties squares. What components are worth
    /// without passes is worked out `with_plain` only.
    ComponentCache(const Field& field, Set universe, int bits, bool with_plain);
    /// Without memory nothing may be asked.
    [[nodiscard]] bool has_memory() const { return memory_.ok(); }

    /// A component in its colours, and where its worth is kept.
    struct Wanted {
        std::uint64_t key;
        Slot* bucket;
        bool exchanged;
    };
    /// Where the worth of a connected component of two to kMostCells cells is kept; that place is fetched. Of `own` only what is on its rim
    /// counts.
    [[nodiscard]] Wanted ask(Set own, Set cells) const;
    /// The worth of what was asked for.
    [[nodiscard]] Worth worth(const Wanted& wanted) {
        const Slot& slot = look_up(wanted, nullptr);
        return wanted.exchanged ? slot.worth.exchanged() : slot.worth;
    }
    [[nodiscard]] Worth worth(Set own, Set cells) { return worth(ask(own, cells)); }
    /// The same without passes.
    [[nodiscard, gnu::cold]] Plain plain(Set own, Set cells);
    /// What each move costs in the taxed game.
    [[nodiscard]] int tax() const { return tax_; }

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
        if (field_.stays_whole(rest, square)) {
            f(rest);
            return;
        }
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

private:
    struct alignas(32) Slot {
        std::uint64_t key;
        Plain plain;
        Worth worth;
    };
    static constexpr std::size_t kBucket = 2;  // one cache line

    /// A move in a component, whoever makes it.
    struct ShapeMove {
        Set beside;            ///< the occupied neighbours of its square
        std::int16_t fixed;    ///< the points of the square itself, if it settles
        std::int16_t settled;  ///< the points of its neighbours that settle
        std::uint8_t pieces;   ///< how many of the shape's pieces are left by this move
    };
    /// Everything about a component but the colours. There are few of them and each comes in many colours. What a key needs is one cache
    /// line.
    struct alignas(64) Shape {
        Set cells = 0;
        Set rim = 0;
        std::uint64_t key = 0;      ///< the part of the key that the cells give
        std::uint32_t all_rim = 0;  ///< the rim, gathered onto itself
        int groups = 0;
        std::array<std::uint32_t, kMostCells> group{};  ///< private neighbours of one cell, two or more of them; gathered onto the rim
        int moves = 0;                                  ///< 0 as long as nobody asked
        int pieces = 0;                                 ///< of all moves together
        std::array<ShapeMove, kMostCells> move{};
        std::array<Shape*, kMostCells*(kMostCells - 1)> piece{};  ///< move by move
    };

    [[nodiscard]] Shape& shape_of(Set cells);
    void find_moves(Shape& shape);
    /// The same as ask() for a shape that is at hand.
    [[nodiscard]] Wanted wanted(const Shape& shape, Set own) const {
        auto colours = static_cast<std::uint32_t>(gather_bits(own, shape.rim));
        // A component and its exchange share a slot: the owner of the lowest rim square is called own.
        const bool exchanged = (colours & 1) == 0;
        if (exchanged) colours ^= shape.all_rim;
        // Of private neighbours of both colours it does not matter which are whose: the lowest is called own.
        for (int i = 0; i < shape.groups; ++i) {
            const std::uint32_t group = shape.group[static_cast<std::size_t>(i)];
            const std::uint32_t mine = colours & group;
            if (mine != 0 && mine != group) colours = (colours & ~group) | (group & (~group + 1));
        }
        const std::uint64_t key = shape.key | std::uint64_t{colours} << key_shift_;
        return {key, bucket_of(key), exchanged};
    }
    [[nodiscard]] Slot* bucket_of(std::uint64_t key) const { return buckets_ + kBucket * ((key * 0x9E3779B97F4A7C15) >> index_shift_); }
    /// The slot stays where it is until the next one is asked for. `shape` may be nothing.
    [[nodiscard]] const Slot& look_up(const Wanted& wanted, Shape* shape) {
        Slot* const bucket = wanted.bucket;
        if (bucket[0].key == wanted.key) return bucket[0];
        if (bucket[1].key == wanted.key) return bucket[1];
        return fill(wanted, shape);
    }
    [[nodiscard, gnu::noinline]] const Slot& fill(const Wanted& wanted, Shape* shape);
    [[nodiscard]] Worth single(Set own, Set opp, int square) const;
    [[nodiscard, gnu::cold]] Plain plain_single(Set own, Set opp, int square) const;
    [[nodiscard]] Worth evaluate(const Shape& shape, Set own);
    [[nodiscard, gnu::cold]] Plain evaluate_plain(const Shape& shape, Set own);
    [[nodiscard]] Set grow(Set part, Set cells) const {
        const Set next = field_.around(part);
        return (part | next | field_.around(next)) & cells;
    }

    const Field& field_;
    Set universe_;
    int tax_;
    Pack taxes_;  ///< no tax and tax, four times
    int key_shift_;
    int index_shift_;
    HugeMemory memory_;
    Slot* buckets_;
    std::deque<Shape> shapes_;  ///< stays where it is when it grows
    int shape_bits_;
    std::vector<Shape*> shape_index_;
    bool with_plain_;
    std::uint64_t evaluations_ = 0;
};

}  // namespace foray::solver
