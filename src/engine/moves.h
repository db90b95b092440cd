// The moves a search looks at, each with what it gains at once: the change of the margin in hundredths.
//
// Raid family: one move per empty square, a raid wherever one is possible. A raid is never worse than a drop on the same square, so the
// value of a position needs no other move, also where drops are optional.
// Ataxx family: all legal moves, in stages: most nodes need only the first few moves, and there may be a hundred. (Leaving out jumps to
// squares that can be cloned to, which make the same captures, costs about 130 Elo: the extra piece may be one more to lose.)
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "facts.h"

namespace foray::engine {

/// A move and its rank in one word: the larger the word, the earlier the move is searched. Equal ranks follow the order of moves, so every
/// standard library sorts alike.
class RankedMove {
public:
    RankedMove() = default;
    RankedMove(Move move, int rank) : word_(std::int64_t{rank} << 32 | backwards(move)) {}

    [[nodiscard]] Move move() const {
        const auto packed = ~static_cast<std::uint32_t>(word_);
        return {static_cast<std::uint16_t>(packed >> 16), static_cast<std::uint16_t>(packed)};
    }
    [[nodiscard]] bool is(Move move) const { return static_cast<std::uint32_t>(word_) == backwards(move); }
    /// At first what the move gains.
    [[nodiscard]] int rank() const { return static_cast<int>(word_ >> 32); }
    void set_rank(int rank) { word_ = std::int64_t{rank} << 32 | static_cast<std::uint32_t>(word_); }

    /// Whether `a` is searched before `b`.
    friend bool operator<(const RankedMove& a, const RankedMove& b) { return a.word_ > b.word_; }

private:
    static std::uint32_t backwards(Move move) { return ~(std::uint32_t{move.from} << 16 | move.to); }

    std::int64_t word_;
};

/// The moves of all nodes on the current path, one after the other: a node appends its own and removes them when it is done.
class MoveStack {
public:
    MoveStack(int squares, int plies)
        : capacity_(static_cast<std::size_t>(squares) * 9 * static_cast<std::size_t>(plies)),
          moves_(std::make_unique_for_overwrite<RankedMove[]>(capacity_)) {}

    void add(Move move, int gain) {
        assert(size_ < capacity_);
        moves_[size_++] = RankedMove(move, gain);
    }
    void cut(std::size_t size) { size_ = size; }
    [[nodiscard]] std::size_t size() const { return size_; }
    RankedMove& operator[](std::size_t i) { return moves_[i]; }
    const RankedMove& operator[](std::size_t i) const { return moves_[i]; }
    RankedMove* end() { return moves_.get() + size_; }

private:
    std::size_t size_ = 0;
    std::size_t capacity_;
    std::unique_ptr<RankedMove[]> moves_;
};

/// Gains above this are listed; the least of all lists everything.
inline constexpr int kEveryGain = -1;

/// In how many stages a ruleset's moves are listed, the better moves first.
template <class Rules>
inline constexpr int kStages = 1;
template <int W>
inline constexpr int kStages<AtaxxRules<W>> = 3;

/// Appends the moves of one stage that gain more than `above`.
template <int W>
void list_stage(const Facts<RaidRules<W>>& facts, const Position<W>& position, const Sight<RaidRules<W>>& /*sight*/, int above,
                int /*stage*/, MoveStack& out) {
    const RaidRules<W>& rules = facts.rules();
    const SquareValues<W>& values = facts.values();
    const Bits<W> raids = rules.raidable(position);
    position.empty.for_each([&](int square) {
        const bool raid = raids.has(square);
        const int gain = move_gain(values[square], raid ? values.beside(rules, square, position.opp) : 0);
        if (gain > above) out.add(raid ? Move::raid(square) : Move::place(square), gain);
    });
}

// A move that captures n gains 1 + 2n pieces as a clone and 2n as a jump. First come the squares with the most captures or one less,
// then clones and the other captures, then jumps that capture nothing.
template <int W>
void list_stage(const Facts<AtaxxRules<W>>& facts, const Position<W>& position, const Sight<AtaxxRules<W>>& sight, int above, int stage,
                MoveStack& out) {
    const AtaxxRules<W>& rules = facts.rules();
    const int many = std::max((sight.most_gain / kHundred - 1) / 2 - 1, 1);
    const int least_clone = above < kHundred ? 0 : (above - kHundred) / (2 * kHundred) + 1;
    const int least_jump = above < 0 ? 0 : above / (2 * kHundred) + 1;
    const auto targets = [&](int least, int below) {
        const Bits<W> enough = least == 0 ? position.empty : position.empty & sight.captures.at_least(least);
        return below > 8 ? enough : enough - sight.captures.at_least(below);
    };
    const auto from = [&](int least) { return least > 8 ? Bits<W>{} : targets(least, 9); };
    Bits<W> clones;
    Bits<W> jumps;
    if (stage == 0) {
        clones = from(std::max(many, least_clone)) & sight.clones;
        jumps = from(std::max(many, least_jump));
    } else if (stage == 1) {
        if (least_clone < many) clones = targets(least_clone, many) & sight.clones;
        if (std::max(1, least_jump) < many) jumps = targets(std::max(1, least_jump), many);
    } else {
        if (least_jump == 0) jumps = targets(0, 1);
    }
    (clones | jumps).for_each([&](int target) {
        const int gain = 2 * kHundred * (rules.neighbours(target) & position.opp).count();
        if (clones.has(target)) out.add(Move::place(target), gain + kHundred);
        if (jumps.has(target))
            (rules.jumps(target) & position.own).for_each([&](int source) { out.add(Move::jump(source, target), gain); });
    });
}

/// Every move that a search looks at, a pass where there is nothing else.
template <class Rules>
void list_every(const Facts<Rules>& facts, const typename Rules::Pos& position, MoveStack& out) {
    const Sight<Rules> sight = facts.see(position);
    for (int stage = 0; stage < kStages<Rules>; ++stage) list_stage(facts, position, sight, kEveryGain, stage, out);
    if (out.size() == 0) out.add(Move::pass(), 0);
}

}  // namespace foray::engine
