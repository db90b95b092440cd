// What the rules say about a position without judging it: what its squares are worth, which moves can be listed cheaply (Sight), and what
// a finished game is worth. The evaluation (evaluator.h) judges; the search needs both and keeps them apart.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <vector>

#include "foray/engine/engine.h"
#include "foray/rules/ataxx_rules.h"
#include "foray/rules/raid_points.h"
#include "foray/rules/raid_rules.h"
#include "neighbour_counts.h"

namespace foray::engine {

inline constexpr int kHundred = 100;

template <class Rules>
inline constexpr bool kIsRaid = false;
template <int W>
inline constexpr bool kIsRaid<RaidRules<W>> = true;

/// Square values in hundredths, where a search wants them by square instead of by plane.
template <int W>
class SquareValues {
public:
    explicit SquareValues(const RaidRules<W>& rules) : beside_(rules) {
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

    /// What the members of `set` beside a square are worth.
    [[nodiscard]] int beside(const RaidRules<W>& rules, int square, const Bits<W>& set) const {
        if constexpr (W == 1) return beside_.points(square, set.words[0]);
        return sum(rules.neighbours(square) & set);
    }

private:
    /// Small boards look the sums up.
    struct SmallBeside {
        explicit SmallBeside(const RaidRules<W>& rules)
            : points(rules.geometry(), [&](int square) { return kHundred * rules.values().sum(Bits<W>::single(square)); }) {}
        NeighbourPoints<int> points;
    };
    struct NoBeside {
        explicit NoBeside(const RaidRules<W>& /*rules*/) {}
    };
    using Beside = std::conditional_t<W == 1, SmallBeside, NoBeside>;

    std::vector<int> values_;
    Beside beside_;
    int total_ = 0;
    int largest_ = 0;
};

/// The facts that listing moves needs. An evaluation that finds them on its way fills them in; else Facts::complete does, later and only
/// where moves are listed.
template <class Rules>
struct Sight;

template <int W>
struct Sight<RaidRules<W>> {
    bool complete = false;
    int most_gain = 0;  ///< no move gains more at once
};

template <int W>
struct Sight<AtaxxRules<W>> {
    bool complete = false;  ///< nothing below holds before
    int most_gain;
    Bits<W> clones;                     ///< where the side to move may clone to
    NeighbourCounts<Bits<W>> captures;  ///< how many enemy pieces a move to a square captures
};

template <class Rules>
class Facts;

template <int W>
class Facts<RaidRules<W>> {
public:
    using Rules = RaidRules<W>;

    explicit Facts(const Rules& rules) : rules_(rules), values_(rules) {}

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const SquareValues<W>& values() const { return values_; }

    /// A raid that captures enemies worth so much at most gains no more than this, whatever its own square is worth.
    [[nodiscard]] int most_gain(int best_raid) const { return move_gain(values_.largest(), best_raid); }
    [[nodiscard]] Sight<Rules> see(const Position<W>& position) const {
        const Geometry<W>& geometry = rules_.geometry();
        int best = 0;
        (geometry.orthogonal_neighbours(position.own) & geometry.orthogonal_neighbours(position.opp) & position.empty)
            .for_each([&](int square) { best = std::max(best, values_.beside(rules_, square, position.opp)); });
        return {true, most_gain(best)};
    }
    void complete(const Position<W>& position, Sight<Rules>& sight) const {
        if (!sight.complete) sight = see(position);
    }

    [[nodiscard]] int final_value(const Position<W>& position) const { return kHundred * rules_.margin(position); }

private:
    const Rules& rules_;
    SquareValues<W> values_;
};

template <int W>
class Facts<AtaxxRules<W>> {
public:
    using Rules = AtaxxRules<W>;

    explicit Facts(const Rules& rules) : rules_(rules), long_jumps_(has_long_jumps(rules.traits())) {}

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] bool long_jumps() const { return long_jumps_; }
    /// Whether a jump may lead further than two squares: that widens what a piece threatens, and so has weights of its own.
    [[nodiscard]] static bool has_long_jumps(const AtaxxTraits& traits) {
        return std::any_of(traits.jumps.begin(), traits.jumps.end(),
                           [](const Offset& jump) { return std::abs(jump.rows) > 2 || std::abs(jump.cols) > 2; });
    }

    [[nodiscard]] static int most_gain(int best_capture) { return kHundred * (1 + 2 * best_capture); }
    [[nodiscard]] Sight<Rules> see(const Position<W>& position) const {
        const Geometry<W>& geometry = rules_.geometry();
        const Bits<W> near = geometry.king_closure(position.own);
        const NeighbourCounts<Bits<W>> captures = count_neighbours(geometry, position.opp);
        const int best = captures.most(two_steps(near) & geometry.king_closure(position.opp) & position.empty);
        return {true, most_gain(best), near & position.empty, captures};
    }
    void complete(const Position<W>& position, Sight<Rules>& sight) const {
        if (!sight.complete) sight = see(position);
    }

    /// Where pieces whose neighbourhood is `near` may jump, with a little more: squares within the longest jump.
    template <class Set>
    [[nodiscard]] Set two_steps(const Set& near) const {
        const Set two = rules_.geometry().king_closure(near);
        return long_jumps_ ? rules_.geometry().king_closure(two) : two;
    }

    /// Winning first, then the margin. A side without pieces has lost every square that is not blocked.
    [[nodiscard]] int final_value(const Position<W>& position) const {
        const Verdict verdict = rules_.verdict(position);
        if (verdict.outcome == Outcome::kDraw) return 0;
        const int margin = rules_.margin(position);
        const int size = verdict.ending == Ending::kNoPieces ? (position.occupied() | position.empty).count() : std::abs(margin);
        return margin > 0 ? kWin + kHundred * size : -kWin - kHundred * size;
    }

private:
    const Rules& rules_;
    bool long_jumps_;
};

}  // namespace foray::engine
