// Matches: paired games and their scores. referee.h plays the games, runner.h whole matches; openings.h has their openings, statistics.h
// says what the scores mean.
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
#include "foray/match/repeats.h"
#include "foray/match/statistics.h"
#include "foray/notation/record.h"

namespace foray {

/// What one player of a match scored, from his side.
struct MatchScore {
    Tally tally{};               ///< of all games; its pairs are those of new games alone (repeats.h)
    int repeated = 0;            ///< games that were played before
    std::int64_t margin = 0;     ///< points won by, summed over games
    std::array<double, 2> ms{};  ///< thinking time of both players, ours first
    std::array<std::uint64_t, 2> nodes{};
    std::array<std::uint64_t, 2> moves{};

    MatchScore& operator+=(const MatchScore& other);
};

/// The score of one pair: the first game with our player moving first, the second with it moving second.
MatchScore score_pair(const Game& game, const std::array<GameRecord, 2>& pair, NewInPair fresh = {});

}  // namespace foray
