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

#include "foray/board/gather.h"
#include "foray/rules/ataxx_rules.h"
#include "foray/rules/raid_rules.h"
#include "neighbour_counts.h"

namespace foray::engine {

inline constexpr int kHundred = 100;

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

/// Square values in hundredths, where a search wants them by square instead of by plane.
template <class Rules>
class SquareValues;

template <int W>
class SquareValues<RaidRules<W>> {
public:
    explicit SquareValues(const RaidRules<W>& rules) {
        const int squares = rules.geometry().squares();
        values_.resize(static_cast<std::size_t>(squares));
        for (int s = 0; s < squares; ++s) {
            values_[static_cast<std::size_t>(s)] = kHundred * rules.values().sum(Bits<W>::single(s));
            total_ += values_[static_cast<std::size_t>(s)];
            largest_ = std::max(largest_, values_[static_cast<std::size_t>(s)]);
        }
        if constexpr (W == 1) {
            for (int s = 0; s < squares; ++s) {
                for (std::uint64_t pattern = 0; pattern < 16; ++pattern) {
                    const Bits<1> some{{spread_bits(pattern, rules.neighbours(s).words[0])}};
                    by_pattern_.push_back(sum(some));
                }
            }
        }
    }
    [[nodiscard]] int operator[](int square) const { return values_[static_cast<std::size_t>(square)]; }
    [[nodiscard]] int mean() const { return total_ / static_cast<int>(values_.size()); }
    [[nodiscard]] int largest() const { return largest_; }
    [[nodiscard]] int sum(const Bits<W>& few) const {
        int total = 0;
        few.for_each([&](int square) { total += (*this)[square]; });
        return total;
    }

    /// What the members of `set` beside a square are worth.
    [[nodiscard]] int beside(const RaidRules<W>& rules, int square, const Bits<W>& set) const {
        if constexpr (W == 1) {
            const std::uint64_t pattern = gather_bits(set.words[0], rules.neighbours(square).words[0]);
            return by_pattern_[static_cast<std::size_t>(square) * 16 + pattern];
        }
        return sum(rules.neighbours(square) & set);
    }

private:
    std::vector<int> values_;
    std::vector<int> by_pattern_;  ///< for every square, the worth of each of the 16 sets of its neighbours; small boards only
    int total_ = 0;
    int largest_ = 0;
};

template <int W>
class SquareValues<AtaxxRules<W>> {
public:
    explicit SquareValues(const AtaxxRules<W>& /*rules*/) {}  // every piece counts one
};

/// What a first look at a position finds: its static evaluation, and what the search can use again.
template <class Rules>
struct Sight;

template <int W>
struct Sight<RaidRules<W>> {
    int value = 0;
    int most_gain = 0;  ///< no move gains more at once
};

template <int W>
struct Sight<AtaxxRules<W>> {
    int value = 0;
    int most_gain = 0;
    Bits<W> clones{};                     ///< where the side to move may clone to
    NeighbourCounts<Bits<W>> captures{};  ///< how many enemy pieces a move to a square captures
};

/// In how many stages a ruleset's moves are listed, the better moves first.
template <class Rules>
inline constexpr int kStages = 1;
template <int W>
inline constexpr int kStages<AtaxxRules<W>> = 3;

/// Appends the moves of one stage that gain more than `above`.
template <int W>
void list_stage(const RaidRules<W>& rules, const SquareValues<RaidRules<W>>& values, const Position<W>& position,
                const Sight<RaidRules<W>>& /*sight*/, int above, int /*stage*/, MoveStack& out) {
    const Bits<W> raids = rules.raidable(position);
    position.empty.for_each([&](int square) {
        const bool raid = raids.has(square);
        const int gain = values[square] + (raid ? 2 * values.beside(rules, square, position.opp) : 0);
        if (gain > above) out.add(raid ? Move::raid(square) : Move::place(square), gain);
    });
}

// A move that captures n gains 1 + 2n pieces as a clone and 2n as a jump. First come the squares with the most captures or one less,
// then clones and the other captures, then jumps that capture nothing.
template <int W>
void list_stage(const AtaxxRules<W>& rules, const SquareValues<AtaxxRules<W>>& /*values*/, const Position<W>& position,
                const Sight<AtaxxRules<W>>& sight, int above, int stage, MoveStack& out) {
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
void list_every(const Rules& rules, const SquareValues<Rules>& values, const typename Rules::Pos& position, const Sight<Rules>& sight,
                MoveStack& out) {
    for (int stage = 0; stage < kStages<Rules>; ++stage) list_stage(rules, values, position, sight, kEveryGain, stage, out);
    if (out.size() == 0) out.add(Move::pass(), 0);
}

}  // namespace foray::engine
