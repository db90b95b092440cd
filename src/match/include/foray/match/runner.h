// A match between two players: pairs of games on several threads, each pair with players of its own, so that the result does not depend on
// the number of threads (a sequential test may end a little sooner or later with them).
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "foray/match/adjudication.h"
#include "foray/match/match.h"
#include "foray/match/openings.h"
#include "foray/match/referee.h"
#include "foray/notation/match_text.h"

namespace foray {

struct MatchSettings {
    int pairs = 10;
    std::optional<int> openings{};  ///< how many; one for each pair if not given
    /// Random moves at the start of a game; if not given, enough for openings that differ.
    std::optional<PlyRange> opening_plies{};
    std::uint64_t seed = 1;  ///< of the openings
    int workers = 1;
    std::optional<SprtTest> sprt{};   ///< ends the match as soon as it is decided; what is under way then does not count
    std::array<Budget, 2> budgets{};  ///< by player, not by seat
    double margin_ms = 0;
    AdjudicationRules adjudication{};
    const std::atomic<bool>* stop = nullptr;  ///< ends the match; games that are not finished do not count
};

/// Makes player 0 or 1; called from the workers' threads.
using MakePlayer = std::function<Result<std::unique_ptr<Agent>>(int player)>;

/// The random moves at the start of the games of a match.
PlyRange plies_of_openings(const Game& game, const WidePosition& start, const MatchSettings& settings);

struct FinishedPair {
    int index;                        ///< of the pair in the match; pairs may be finished in another order
    std::array<GameRecord, 2> games;  ///< player 0 moves first in the first one
};
/// Called with every pair as it is finished and the score with it, one call at a time. What it throws ends the match and comes out of
/// run_match.
using OnPair = std::function<void(const FinishedPair&, const MatchScore&)>;

/// Of all pairs that were finished, seen by player 0. An error is one of making a player.
Result<MatchScore> run_match(const Game& game, const WidePosition& start, const MatchSettings& settings, const MakePlayer& make_player,
                             const OnPair& on_pair = {});

}  // namespace foray
