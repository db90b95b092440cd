// Wins, draws and losses of one side, and what its pairs of games brought: one type for matches, tables, ratings and experiments.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace foray {

/// How many pairs brought 0, 1/2, 1, 3/2 and 2 points: the "pentanomial" that engine testers know. The two games of a pair have the same
/// opening with colours changed; they are not independent, so errors are computed over pairs (match/statistics.h).
using PairCounts = std::array<std::int64_t, 5>;

struct Tally {
    int wins = 0;
    int draws = 0;
    int losses = 0;
    PairCounts pairs{};  ///< of the games that were played in whole pairs
    friend bool operator==(const Tally&, const Tally&) = default;

    [[nodiscard]] int games() const { return wins + draws + losses; }
    [[nodiscard]] int half_points() const { return 2 * wins + draws; }
    [[nodiscard]] double points() const { return half_points() / 2.0; }

    /// A game that brought 0, 1 or 2 half points.
    void add_game(int half_points) {
        assert(half_points >= 0 && half_points <= 2);
        ++(half_points == 2 ? wins : half_points == 1 ? draws : losses);
    }
    /// Its two games are added by themselves.
    void add_pair(int half_points) { ++pairs.at(static_cast<std::size_t>(half_points)); }

    Tally& operator+=(const Tally& other) {
        wins += other.wins;
        draws += other.draws;
        losses += other.losses;
        for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] += other.pairs[i];
        return *this;
    }
};

}  // namespace foray
