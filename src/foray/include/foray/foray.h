// The library in one include: games, the engine, the exact solver, and players against each other.
//
//   Played            a game and the moves played in it, from text: play({.game = "wargame", .board = "Smolensk"})
//   Game              the rules of one game: legal moves, what follows from them, scores
//   Engine            the strong player of every game; search_at_level() for weaker ones
//   solver::Solver    exact values of the raid family's positions
//   Agent             a player: one of Foray's own by its name (make_agent), or a function of yours (player)
//   play_game         two of them against each other
//
// What is installed is the public interface, and only that; the version says what of it changed (semver.org). The rooms' own headers say
// more.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "foray/agents/agent.h"
#include "foray/board/version.h"
#include "foray/engine/engine.h"
#include "foray/engine/levels.h"
#include "foray/match/referee.h"
#include "foray/notation/fen.h"
#include "foray/notation/game_text.h"
#include "foray/notation/move_text.h"
#include "foray/notation/pgn.h"
#include "foray/notation/record.h"
#include "foray/notation/spec_text.h"
#include "foray/rules/game.h"
#include "foray/rules/perft.h"
#include "foray/rules/with_game.h"
#include "foray/solver/solver.h"

namespace foray {

/// A player made of a function that chooses one of the legal moves.
[[nodiscard]] std::unique_ptr<Agent> player(std::string name, std::function<Move(const WidePosition&)> choose);

/// A game from the start, the first player's first; `opening` is played before they are asked. Who answers with an illegal move loses.
[[nodiscard]] GameRecord play_game(const Game& game, Agent& first, Agent& second, const std::vector<Move>& opening = {});

}  // namespace foray
