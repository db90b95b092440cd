// The value of every one of the 3^N states of a small raid board, by brute force: the solver's judge. Written apart from the solver: it
// knows the rules only as they are told to people, and plays drops on raidable squares too where the rule allows it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "foray/rules/game_spec.h"

namespace foray::test {

class Retrograde {
public:
    using Mask = std::uint32_t;

    explicit Retrograde(const GameSpec& spec) : squares_(spec.squares()), near_(static_cast<std::size_t>(squares_)) {
        for (int square = 0; square < squares_; ++square) {
            const int row = square / spec.cols;
            const int col = square % spec.cols;
            Mask& near = near_[static_cast<std::size_t>(square)];
            if (row > 0) near |= Mask{1} << (square - spec.cols);
            if (row + 1 < spec.rows) near |= Mask{1} << (square + spec.cols);
            if (col > 0) near |= Mask{1} << (square - 1);
            if (col + 1 < spec.cols) near |= Mask{1} << (square + 1);
        }
        fill_tables(spec);
        solve(spec.raid);
    }

    [[nodiscard]] Mask board() const { return (Mask{1} << squares_) - 1; }
    [[nodiscard]] Mask near(int square) const { return near_[static_cast<std::size_t>(square)]; }
    [[nodiscard]] int points(Mask set) const { return points_[set]; }
    /// The value for the side that owns `own` and is to move.
    [[nodiscard]] int value(Mask own, Mask opp) const { return values_[ternary_[own] + 2 * ternary_[opp]]; }
    /// The number of a state, below 3^N.
    [[nodiscard]] std::uint32_t index(Mask own, Mask opp) const { return ternary_[own] + 2 * ternary_[opp]; }
    [[nodiscard]] std::uint32_t states() const { return static_cast<std::uint32_t>(values_.size()); }

    /// Calls f(own, opp) for every state.
    template <class F>
    void for_each_state(F&& f) const {
        for (Mask taken = 0; taken <= board(); ++taken) {
            for (Mask own = taken;; own = (own - 1) & taken) {
                f(own, taken & ~own);
                if (own == 0) break;
            }
        }
    }

private:
    void fill_tables(const GameSpec& spec) {
        const std::size_t masks = std::size_t{1} << squares_;
        points_.assign(masks, 0);
        ternary_.assign(masks, 0);
        std::uint32_t power = 1;
        for (int square = 0; square < squares_; ++square, power *= 3) {
            const std::size_t half = std::size_t{1} << square;
            for (std::size_t mask = 0; mask < half; ++mask) {
                points_[half + mask] = static_cast<std::int16_t>(points_[mask] + spec.values[static_cast<std::size_t>(square)]);
                ternary_[half + mask] = ternary_[mask] + power;
            }
        }
        values_.assign(power, 0);
    }

    void solve(RaidRule rule) {
        std::vector<std::vector<Mask>> by_count(static_cast<std::size_t>(squares_) + 1);
        for (Mask taken = 0; taken <= board(); ++taken) by_count[static_cast<std::size_t>(std::popcount(taken))].push_back(taken);
        for (std::size_t pieces = by_count.size(); pieces-- > 0;) {
            for (const Mask taken : by_count[pieces]) {
                for (Mask own = taken;; own = (own - 1) & taken) {
                    values_[index(own, taken & ~own)] = best(own, taken & ~own, rule);
                    if (own == 0) break;
                }
            }
        }
    }

    [[nodiscard]] std::int16_t best(Mask own, Mask opp, RaidRule rule) const {
        const Mask empty = board() & ~own & ~opp;
        if (empty == 0) return static_cast<std::int16_t>(points_[own] - points_[opp]);
        int most = -32000;
        for (Mask rest = empty; rest != 0; rest &= rest - 1) {
            const int square = std::countr_zero(rest);
            const Mask here = rest & (~rest + 1);
            const bool raid = (near(square) & own) != 0;
            if (raid) most = std::max(most, -value(opp & ~near(square), own | here | (near(square) & opp)));
            if (!raid || rule == RaidRule::kOptional) most = std::max(most, -value(opp, own | here));
        }
        return static_cast<std::int16_t>(most);
    }

    int squares_;
    std::vector<Mask> near_;
    std::vector<std::int16_t> points_;
    std::vector<std::uint32_t> ternary_;
    std::vector<std::int16_t> values_;
};

}  // namespace foray::test
