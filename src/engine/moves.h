// The moves a search looks at, each with what it gains at once: the change of the margin in hundredths.
//
// Raid family: one move per empty square, a raid wherever one is possible. A raid is never worse than a drop on the same square, so the
// value of a position needs no other move, also where drops are optional.
// Ataxx family: all legal moves, or without jumps to squares that can be cloned to: the clone makes the same captures and leaves no hole.
// That is a heuristic (a hole may keep the game going), so it can be left out.
#pragma once

#include <cstdint>
#include <vector>

#include "foray/rules/ataxx_rules.h"
#include "foray/rules/raid_rules.h"

namespace foray::engine {

inline constexpr int kHundred = 100;

struct RankedMove {
    Move move;
    int gain;  ///< hundredths
    int rank;  ///< larger is searched earlier
};

/// The moves of all nodes on the current path, one after the other: a node appends its own and removes them when it is done.
using MoveStack = std::vector<RankedMove>;

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
        }
    }
    [[nodiscard]] int operator[](int square) const { return values_[static_cast<std::size_t>(square)]; }
    [[nodiscard]] int mean() const { return total_ / static_cast<int>(values_.size()); }
    [[nodiscard]] int sum(const Bits<W>& few) const {
        int total = 0;
        few.for_each([&](int square) { total += (*this)[square]; });
        return total;
    }

private:
    std::vector<int> values_;
    int total_ = 0;
};

template <int W>
class SquareValues<AtaxxRules<W>> {
public:
    explicit SquareValues(const AtaxxRules<W>& /*rules*/) {}
    [[nodiscard]] static int mean() { return kHundred; }
};

template <int W>
void list_moves(const RaidRules<W>& rules, const SquareValues<RaidRules<W>>& values, const Position<W>& position, bool /*all*/,
                MoveStack& out) {
    const Bits<W> raids = rules.raidable(position);
    position.empty.for_each([&](int square) {
        if (raids.has(square)) {
            const int gain = values[square] + 2 * values.sum(rules.neighbours(square) & position.opp);
            out.push_back({Move::raid(square), gain, gain});
        } else {
            out.push_back({Move::place(square), values[square], values[square]});
        }
    });
}

template <int W>
void list_moves(const AtaxxRules<W>& rules, const SquareValues<AtaxxRules<W>>& /*values*/, const Position<W>& position, bool all,
                MoveStack& out) {
    if (rules.ended_by_count(position)) return;
    const std::size_t before = out.size();
    const Bits<W> clones = rules.clone_targets(position);
    clones.for_each([&](int target) {
        const int gain = kHundred * (1 + 2 * (rules.neighbours(target) & position.opp).count());
        out.push_back({Move::place(target), gain, gain});
    });
    const Bits<W> targets = all ? position.empty : position.empty - clones;
    targets.for_each([&](int target) {
        const Bits<W> sources = rules.jumps(target) & position.own;
        if (sources.none()) return;
        const int gain = kHundred * 2 * (rules.neighbours(target) & position.opp).count();
        sources.for_each([&](int source) { out.push_back({Move::jump(source, target), gain, gain}); });
    });
    if (out.size() == before && rules.can_move(position.opp, position.empty)) out.push_back({Move::pass(), 0, 0});
}

}  // namespace foray::engine
