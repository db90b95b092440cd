// Ratings of many players from all their games, in Elo, with errors against the pool and between any two.
//
// The model is Elo's: at a difference of d the stronger player is expected to take 1 / (1 + 10^(-d / 400)) of the points, and a draw is
// half a win and half a loss. At the likeliest ratings everybody has just the points that his games were expected to bring, which is what
// Ordo computes; BayesElo's ratings, whose draws have a parameter of their own, are scaled to the same slope.
//
// How much points scatter is not taken from the model but measured (draws and paired openings make it less than a coin's), over pairs where
// games were played in pairs: a quasi-likelihood, after McCullagh and Nelder, "Generalized Linear Models", chapter 9.
#pragma once

#include <span>
#include <vector>

#include "foray/rules/tally.h"

namespace foray {

/// The games between two players, counted from the side of `first`.
struct Encounters {
    int first = 0;
    int second = 0;
    Tally tally{};
};

/// A player whose rating is given. Without one the average of the pool is 0, weighted by how much is known of everybody: a player who lost
/// everything moves nobody.
struct RatingAnchor {
    int player = 0;
    double elo = 0;
};

struct Rating {
    double elo = 0;
    double error = 0;  ///< half the width of the 95 % interval, against the anchors or the pool's average; 0 for an anchor itself
    int games = 0;     ///< without games there is no rating: the other numbers are 0 then
};

struct PoolRatings {
    std::vector<Rating> players;
    /// Half the width of the 95 % interval of the difference between two who have games, by player and player.
    std::vector<std::vector<double>> difference_error;
    /// How likely it is that `a` is better than `b`; a half where one of them has no games.
    [[nodiscard]] double superiority(int a, int b) const;
};

/// Those who won or lost everything against the rest have no finite rating: they are placed as if they had drawn one game more, shared
/// among those they met. The others are rated as if they had not met them, which is what infinitely weak opponents come to.
PoolRatings rate_pool(int players, std::span<const Encounters> encounters, std::span<const RatingAnchor> anchors = {});
/// The same without the errors between any two.
std::vector<Rating> rate_players(int players, std::span<const Encounters> encounters, std::span<const RatingAnchor> anchors = {});

}  // namespace foray
