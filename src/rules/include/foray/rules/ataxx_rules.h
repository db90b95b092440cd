// The Ataxx family: Ataxx and Ataxx Reloaded. A piece clones to a neighbouring square or jumps a little farther; enemy pieces next to
// the destination turn. The two variants differ in data only: the jump offsets and the limits that end a long game.
//
//      ataxx jumps          reloaded jumps            . . . J . . .
//      J J J J J            (2 along a line,          . J . J . J .
//      J . . . J            3 along a row             . . . . . . .
//      J . x . J            or column)                J J . x . J J
//      J . . . J                                      . . . . . . .
//      J J J J J                                      . J . J . J .
//                                                     . . . J . . .
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foray/board/geometry.h"
#include "foray/rules/game_spec.h"
#include "foray/rules/move.h"
#include "foray/rules/position.h"

namespace foray {

template <int W>
class AtaxxRules {
public:
    static constexpr int kWords = W;
    using Pos = Position<W>;

    /// `without` lists jumps of the variant that this game lacks, for players who overlook them.
    explicit AtaxxRules(const GameSpec& spec, std::span<const Offset> without = {});

    [[nodiscard]] const Geometry<W>& geometry() const { return geometry_; }
    [[nodiscard]] const AtaxxTraits& traits() const { return traits_; }
    [[nodiscard]] const Bits<W>& neighbours(int square) const { return neighbours_[static_cast<std::size_t>(square)]; }
    [[nodiscard]] const Bits<W>& jumps(int square) const { return jumps_[static_cast<std::size_t>(square)]; }

    /// First player on the corners of the main diagonal (top left, bottom right), second player on the other two.
    [[nodiscard]] Pos start() const;

    [[nodiscard]] Bits<W> clone_targets(const Pos& position) const { return geometry_.king_closure(position.own) & position.empty; }

    /// Legal moves: clones by target in row-major order, then jumps by source and target; a pass if there is nothing else.
    /// An ended game has none.
    void generate(const Pos& position, MoveList<W>& out) const {
        if (ended_by_count(position)) return;
        const std::size_t before = out.size();
        clone_targets(position).for_each([&](int target) { out.add(Move::place(target)); });
        position.own.for_each(
            [&](int source) { (jumps(source) & position.empty).for_each([&](int target) { out.add(Move::jump(source, target)); }); });
        if (out.size() == before && can_move(position.opp, position.empty)) out.add(Move::pass());
    }

    [[nodiscard]] bool is_legal(const Pos& position, Move move) const {
        if (over(position)) return false;
        if (move.is_pass()) return !can_move(position.own, position.empty);
        if (move.is_raid() || move.to >= geometry_.squares() || !position.empty.has(move.to)) return false;
        if (move.is_place()) return (neighbours(move.to) & position.own).any();
        return move.from < geometry_.squares() && position.own.has(move.from) && jumps(move.from).has(move.to);
    }

    [[nodiscard]] int count_moves(const Pos& position) const {
        if (ended_by_count(position)) return 0;
        int total = clone_targets(position).count();
        position.own.for_each([&](int source) { total += (jumps(source) & position.empty).count(); });
        if (total == 0 && can_move(position.opp, position.empty)) return 1;
        return total;
    }

    [[nodiscard]] Bits<W> captures(const Pos& position, Move move) const {
        return move.is_pass() ? Bits<W>{} : neighbours(move.to) & position.opp;
    }

    /// Plays a legal move and returns what it captured.
    Bits<W> apply(Pos& position, Move move) const {
        const Bits<W> captured = captures(position, move);
        Bits<W> mover = position.own | captured;
        ++position.quiet_plies;
        if (!move.is_pass()) {
            mover.add(move.to);
            position.empty.remove(move.to);
            if (move.is_jump()) {
                mover.remove(move.from);
                position.empty.add(move.from);
            } else {
                position.quiet_plies = 0;
            }
        }
        position.own = position.opp - captured;
        position.opp = mover;
        ++position.plies;
        position.second_to_move = !position.second_to_move;
        return captured;
    }

    /// Whether the pieces `set` can clone or jump into `empty`.
    [[nodiscard]] bool can_move(const Bits<W>& set, const Bits<W>& empty) const {
        if ((geometry_.king_closure(set) & empty).any()) return true;
        bool found = false;
        set.for_each([&](int source) { found = found || (jumps(source) & empty).any(); });
        return found;
    }

    /// The endings that need no look at mobility.
    [[nodiscard]] bool ended_by_count(const Pos& position) const {
        return position.own.none() || position.opp.none() || position.empty.none() || ended_by_clock(position);
    }

    [[nodiscard]] bool over(const Pos& position) const {
        return ended_by_count(position) || !(can_move(position.own, position.empty) || can_move(position.opp, position.empty));
    }

    /// Pieces of the side to move minus the other's.
    [[nodiscard]] int margin(const Pos& position) const { return position.own.count() - position.opp.count(); }

    [[nodiscard]] Scores scores(const Pos& position) const { return {position.first().count(), position.second().count()}; }

    [[nodiscard]] Verdict verdict(const Pos& position) const;

private:
    [[nodiscard]] bool ended_by_clock(const Pos& position) const {
        return position.quiet_plies >= quiet_end_ || position.plies >= ply_end_;
    }

    Geometry<W> geometry_;
    AtaxxTraits traits_;
    std::vector<Bits<W>> neighbours_;
    std::vector<Bits<W>> jumps_;
    // The limits of `traits_`, with "no limit" as a number that no clock reaches.
    std::uint32_t quiet_end_;
    std::uint32_t ply_end_;
};

extern template class AtaxxRules<1>;
extern template class AtaxxRules<4>;
extern template class AtaxxRules<kMaxWords>;

}  // namespace foray
