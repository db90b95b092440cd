// The raid family: War Game, Squirrels, Stake & Raid. A move puts a piece on an empty square; as a raid, which needs an own piece
// next to that square, it also turns every enemy piece next to it. The game ends when the board is full; points are square values.
//
//      before   raid on *      after        x = own, o = enemy; the two o next to * turn,
//      x * o      ------>      x x x        the far o stays
//      . o o                   . x o
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "foray/board/geometry.h"
#include "foray/rules/game_spec.h"
#include "foray/rules/move.h"
#include "foray/rules/position.h"

namespace foray {

/// The value of every square as bit-planes: plane k holds the squares whose value has bit k. A score is a few popcounts.
template <int W>
class ValuePlanes {
public:
    explicit ValuePlanes(const std::vector<std::uint8_t>& values);

    [[nodiscard]] int sum(const Bits<W>& set) const {
        int total = 0;
        for (int k = 0; k < used_; ++k) total += (set & planes_[static_cast<std::size_t>(k)]).count() << k;
        return total;
    }
    /// How many planes are not empty at the top: the bits of the largest value.
    [[nodiscard]] int used() const { return used_; }
    [[nodiscard]] const Bits<W>& plane(int k) const { return planes_[static_cast<std::size_t>(k)]; }

private:
    static constexpr int kPlanes = 8;
    static_assert(kMaxCourseValue < (1 << kPlanes));
    std::array<Bits<W>, kPlanes> planes_{};
    int used_ = 0;
};

template <int W>
class RaidRules {
public:
    static constexpr int kWords = W;
    using Pos = Position<W>;

    explicit RaidRules(const GameSpec& spec);

    [[nodiscard]] const Geometry<W>& geometry() const { return geometry_; }
    [[nodiscard]] RaidRule rule() const { return rule_; }
    [[nodiscard]] OptionalOrder optional_order() const { return order_; }
    [[nodiscard]] const ValuePlanes<W>& values() const { return values_; }
    [[nodiscard]] const Bits<W>& neighbours(int square) const { return neighbours_[static_cast<std::size_t>(square)]; }

    [[nodiscard]] Pos start() const {
        Pos position;
        position.empty = geometry_.board();
        return position;
    }

    /// The empty squares on which the side to move can raid.
    [[nodiscard]] Bits<W> raidable(const Pos& position) const { return geometry_.orthogonal_neighbours(position.own) & position.empty; }

    /// Legal moves in the order that decides ties: row-major, and under the optional rule as the variant's source has it.
    void generate(const Pos& position, MoveList<W>& out) const {
        const Bits<W> raids = raidable(position);
        if (rule_ == RaidRule::kMandatory) {
            position.empty.for_each([&](int square) { out.add(raids.has(square) ? Move::raid(square) : Move::place(square)); });
        } else if (order_ == OptionalOrder::kDropThenRaidPerSquare) {
            position.empty.for_each([&](int square) {
                out.add(Move::place(square));
                if (raids.has(square)) out.add(Move::raid(square));
            });
        } else {
            position.empty.for_each([&](int square) { out.add(Move::place(square)); });
            raids.for_each([&](int square) { out.add(Move::raid(square)); });
        }
    }

    [[nodiscard]] bool is_legal(const Pos& position, Move move) const {
        if (move.is_pass() || move.is_jump() || move.to >= geometry_.squares() || !position.empty.has(move.to)) return false;
        const bool can_raid = (neighbours(move.to) & position.own).any();
        if (move.is_raid()) return can_raid;
        return rule_ == RaidRule::kOptional || !can_raid;
    }

    [[nodiscard]] int count_moves(const Pos& position) const {
        const int drops = position.empty.count();
        return rule_ == RaidRule::kMandatory ? drops : drops + raidable(position).count();
    }

    /// What a legal move turns.
    [[nodiscard]] Bits<W> captures(const Pos& position, Move move) const {
        return move.is_raid() ? neighbours(move.to) & position.opp : Bits<W>{};
    }

    /// Plays a legal move and returns what it captured.
    Bits<W> apply(Pos& position, Move move) const {
        const Bits<W> captured = captures(position, move);
        Bits<W> mover = position.own | captured;
        mover.add(move.to);
        position.own = position.opp - captured;
        position.opp = mover;
        position.empty.remove(move.to);
        ++position.plies;
        position.second_to_move = !position.second_to_move;
        return captured;
    }

    [[nodiscard]] bool over(const Pos& position) const { return position.empty.none(); }

    /// Points of the side to move minus the other's.
    [[nodiscard]] int margin(const Pos& position) const { return values_.sum(position.own) - values_.sum(position.opp); }

    [[nodiscard]] Scores scores(const Pos& position) const { return {values_.sum(position.first()), values_.sum(position.second())}; }

    [[nodiscard]] Verdict verdict(const Pos& position) const {
        if (!over(position)) return {};
        return {larger_score_wins(scores(position)), Ending::kBoardFull};
    }

private:
    Geometry<W> geometry_;
    ValuePlanes<W> values_;
    std::vector<Bits<W>> neighbours_;
    RaidRule rule_;
    OptionalOrder order_;
};

extern template class RaidRules<1>;
extern template class RaidRules<4>;
extern template class RaidRules<kMaxWords>;

}  // namespace foray
