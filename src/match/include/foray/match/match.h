// Matches: paired openings, scores and their statistics. referee.h plays the games, runner.h whole matches.
//
// Games come in pairs: both players get the first move from the same opening, so that neither the opening nor the first move favours one of
// them. The error of the Elo difference is computed over pairs, whose two games are not independent.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "foray/agents/agent.h"
#include "foray/notation/record.h"

namespace foray {

/// Random moves from `start`, `plies` of them, different for every index and the same for the same seed. Of several candidates the one that
/// a shallow search calls most even is taken. Fewer plies if the game would end.
std::vector<Move> random_opening(const Game& game, const WidePosition& start, int plies, std::uint64_t seed, int index);

/// What one player of a match scored, from his side.
struct MatchScore {
    int wins = 0;
    int draws = 0;
    int losses = 0;
    std::int64_t margin = 0;     ///< points won by, summed over games
    std::array<int, 5> pairs{};  ///< pairs by points: 0, 1/2, 1, 3/2, 2
    std::array<double, 2> ms{};  ///< thinking time of both players, ours first
    std::array<std::uint64_t, 2> nodes{};
    std::array<std::uint64_t, 2> moves{};

    [[nodiscard]] int games() const { return wins + draws + losses; }
    [[nodiscard]] double points() const { return wins + 0.5 * draws; }
    MatchScore& operator+=(const MatchScore& other);
};

/// The score of one pair: the first game with our player moving first, the second with it moving second.
MatchScore score_pair(const Game& game, const std::array<GameRecord, 2>& pair);

struct EloEstimate {
    double elo = 0;
    double error = 0;  ///< half the width of the 95 % interval
};
/// From the pairs. A match without a lost (or won) half point has no finite estimate; one pair more, won and lost by halves, is added then.
EloEstimate estimate_elo(const MatchScore& score);

/// A sequential test: is our player better by `elo1` (then `accepted`) or only by `elo0` (`refused`)? Wrong in one of twenty cases each.
struct SprtHypotheses {
    double elo0 = 0;
    double elo1 = 10;
};
struct SprtState {
    double llr = 0;  ///< logarithm of the likelihood ratio, from the pairs, by the normal approximation
    bool accepted = false;
    bool refused = false;
    [[nodiscard]] bool decided() const { return accepted || refused; }
};
/// The LLR at which a test ends, either way: ln(0.95 / 0.05).
inline constexpr double kSprtBound = 2.944;
SprtState sprt(const MatchScore& score, const SprtHypotheses& hypotheses);

}  // namespace foray
