// The moves a search looks at, each with what it gains at once: the change of the margin in hundredths.
//
// Raid family: one move per empty square, a raid wherever one is possible. A raid is never worse than a drop on the same square, so the
// value of a position needs no other move, also where drops are optional.
// Ataxx family: all legal moves. (Leaving out jumps to squares that can be cloned to, which make the same captures, costs about 130 Elo:
// the extra piece may be one more to lose.)
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <vector>

#include "foray/rules/ataxx_rules.h"
#include "foray/rules/raid_rules.h"

namespace foray::engine {

inline constexpr int kHundred = 100;

struct RankedMove {
    Move move;
    int rank;  ///< larger is searched earlier; list_moves puts the gain here

    /// A total order, so that every standard library sorts alike.
    friend bool operator<(const RankedMove& a, const RankedMove& b) { return a.rank != b.rank ? a.rank > b.rank : a.move < b.move; }
};

/// The moves of all nodes on the current path, one after the other: a node appends its own and removes them when it is done.
class MoveStack {
public:
    MoveStack(int squares, int plies)
        : capacity_(static_cast<std::size_t>(squares) * 9 * static_cast<std::size_t>(plies)),
          moves_(std::make_unique_for_overwrite<RankedMove[]>(capacity_)) {}

    void add(Move move, int gain) {
        assert(size_ < capacity_);
        moves_[size_++] = {move, gain};
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
    }
    [[nodiscard]] int operator[](int square) const { return values_[static_cast<std::size_t>(square)]; }
    [[nodiscard]] int mean() const { return total_ / static_cast<int>(values_.size()); }
    [[nodiscard]] int largest() const { return largest_; }
    [[nodiscard]] int sum(const Bits<W>& few) const {
        int total = 0;
        few.for_each([&](int square) { total += (*this)[square]; });
        return total;
    }

private:
    std::vector<int> values_;
    int total_ = 0;
    int largest_ = 0;
};

template <int W>
class SquareValues<AtaxxRules<W>> {
public:
    explicit SquareValues(const AtaxxRules<W>& /*rules*/) {}
    [[nodiscard]] static int mean() { return kHundred; }
};

/// Appends the moves that gain more than `above`. Returns whether some gain less: with none listed, the game may still not be over.
template <int W>
bool list_moves(const RaidRules<W>& rules, const SquareValues<RaidRules<W>>& values, const Position<W>& position, int above,
                MoveStack& out) {
    const Bits<W> raids = rules.raidable(position);
    bool dropped = false;
    position.empty.for_each([&](int square) {
        const bool raid = raids.has(square);
        const int gain = values[square] + (raid ? 2 * values.sum(rules.neighbours(square) & position.opp) : 0);
        if (gain > above) {
            out.add(raid ? Move::raid(square) : Move::place(square), gain);
        } else {
            dropped = true;
        }
    });
    return dropped;
}

template <int W>
bool list_moves(const AtaxxRules<W>& rules, const SquareValues<AtaxxRules<W>>& /*values*/, const Position<W>& position, int above,
                MoveStack& out) {
    if (rules.ended_by_count(position)) return false;
    const std::size_t before = out.size();
    bool dropped = false;
    const Bits<W> clones = rules.clone_targets(position);
    position.empty.for_each([&](int target) {
        const int captures = (rules.neighbours(target) & position.opp).count();
        const int clone_gain = kHundred * (1 + 2 * captures);
        if (clone_gain <= above) {
            dropped = dropped || clones.has(target) || (rules.jumps(target) & position.own).any();
            return;
        }
        if (clones.has(target)) out.add(Move::place(target), clone_gain);
        const Bits<W> sources = rules.jumps(target) & position.own;
        if (clone_gain - kHundred <= above) {
            dropped = dropped || sources.any();
            return;
        }
        sources.for_each([&](int source) { out.add(Move::jump(source, target), clone_gain - kHundred); });
    });
    if (out.size() == before && !dropped && rules.can_move(position.opp, position.empty)) out.add(Move::pass(), 0);
    return dropped;
}

}  // namespace foray::engine
