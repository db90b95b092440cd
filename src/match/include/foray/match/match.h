// Matches: paired openings and scores. referee.h plays the games, runner.h whole matches; statistics.h says what the scores mean.
//
// Games come in pairs: both players get the first move from the same opening, so that neither the opening nor the first move favours one of
// them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "foray/agents/agent.h"
#include "foray/match/statistics.h"
#include "foray/notation/record.h"

namespace foray {

/// Random moves from `start`, `plies` of them, different for every index and the same for the same seed. Of several candidates the one that
/// a shallow search calls most even is taken, in the Ataxx family of those that no side wins at once. Fewer plies if the game would end.
std::vector<Move> random_opening(const Game& game, const WidePosition& start, int plies, std::uint64_t seed, int index);

/// What one player of a match scored, from his side.
struct MatchScore {
    Tally tally{};
    std::int64_t margin = 0;     ///< points won by, summed over games
    std::array<double, 2> ms{};  ///< thinking time of both players, ours first
    std::array<std::uint64_t, 2> nodes{};
    std::array<std::uint64_t, 2> moves{};

    MatchScore& operator+=(const MatchScore& other);
};

/// The score of one pair: the first game with our player moving first, the second with it moving second.
MatchScore score_pair(const Game& game, const std::array<GameRecord, 2>& pair);

}  // namespace foray
