// A player's games against itself, as material for learning. Everything follows from the settings and the seed.
//
// A game begins with random moves, so that no two are alike; an opening that the player calls lost already is thrown away. From then on
// every position is searched. Now and then a random legal move is tried and the position after it is searched as well, without being
// played: a search meets far worse positions than a good player's games show, and an evaluation has to know them.
#pragma once

#include <atomic>
#include <cstdint>

#include "foray/agents/agent.h"
#include "foray/learn/selfplay_file.h"
#include "foray/rules/game.h"

namespace foray::learn {

struct SelfplaySettings {
    int least_random = 6;  ///< random moves at the start of a game
    int most_random = 16;
    int balance = 600;       ///< an opening counts if the search thinks no more of it than this, either way
    int aside_percent = 50;  ///< how often a random move is tried on the side
    int decided = 2000;      ///< the game is over when the search thought at least this ...
    int decided_plies = 5;   ///< ... so many moves in a row, for the same player
};

/// Plays one game from `start`. Nothing comes of it if `stop` is set meanwhile, or if the player fails: then `failure` says why.
std::optional<SelfplayGame> play_selfplay_game(const Game& game, const WidePosition& start, Agent& player, const SelfplaySettings& settings,
                                               std::uint64_t seed, const std::atomic<bool>& stop, std::string& failure);

}  // namespace foray::learn
