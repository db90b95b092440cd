// The referee of one game between two players: keeps the clocks, checks every move, and turns what goes wrong into a result with a reason.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "foray/agents/agent.h"
#include "foray/notation/record.h"

namespace foray {

struct GameTerms {
    /// First player's first, the clocks as they stand at the beginning. Times are enforced; nodes and depth are the player's to keep.
    std::array<Budget, 2> budgets{};
    /// By how much a player may overstep his time: a loaded machine takes the processor away from anybody now and then.
    double margin_ms = 0;
    /// Asked before every move whether the game so far is decided (adjudication.h); may be empty.
    std::function<std::optional<Decided>(const GameRecord&, const WidePosition&)> judge{};
    const std::atomic<bool>* stop = nullptr;  ///< ends the game unfinished
};

/// Plays `players` against each other from `start` (after `opening`) to the end. Both hear new_game() first. A player that fails, oversteps
/// his time or answers with an illegal move loses; the record's `decided` says why. A game that was stopped is returned as far as it went.
GameRecord play_game(const Game& game, const WidePosition& start, const std::vector<Move>& opening, const std::array<Agent*, 2>& players,
                     const GameTerms& terms = {});

}  // namespace foray
