// Ratings of many players from all their games, by maximum likelihood, with errors.
//
// The model is that of Bradley and Terry with draws (Davidson 1970): with strengths a and b = 10^(Elo / 400), the first wins, draws and
// loses in the proportions a : nu sqrt(ab) : b, where nu, how easily games are drawn, is estimated too. What counts for a rating is then
// the sum of points, as in Ordo; the errors come from the curvature of the likelihood at its top.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace foray {

/// The games between two players, counted from the side of `first`.
struct Encounters {
    int first = 0;
    int second = 0;
    int wins = 0;
    int draws = 0;
    int losses = 0;
};

/// One player is given a rating; without an anchor the average of all who played is 0.
struct RatingAnchor {
    int player = 0;
    double elo = 0;
};

struct Rating {
    double elo = 0;
    double error = 0;  ///< half the width of the 95 % interval, against the anchor or the average; 0 for the anchor itself
    int games = 0;     ///< without games there is no rating: the other numbers are 0 then
};

/// Where some players won everything against the others, nothing finite is likeliest: every player is then given one drawn game more,
/// against an average player.
std::vector<Rating> rate_players(int players, std::span<const Encounters> encounters, const std::optional<RatingAnchor>& anchor = {});

}  // namespace foray
