// Random games and positions that are the same in every run.
#pragma once

#include <cstdint>
#include <vector>

#include "foray/board/random.h"
#include "foray/rules/game.h"
#include "support/naive_game.h"

namespace foray::test {

/// A number 0 .. limit-1.
int draw(std::uint64_t& seed, int limit);

/// The spec with random values where the game has values.
GameSpec random_spec(std::uint64_t& seed, Variant variant, int rows, int cols, RaidRule raid);

/// Any legal arrangement, reachable or not: pieces, empties and (Ataxx) blocked squares at random, either side to move, any clocks.
WidePosition random_position(std::uint64_t& seed, const Game& game);

/// The position after up to `plies` random moves from the start.
WidePosition random_walk(std::uint64_t& seed, const Game& game, int plies);

/// The naive game in the same position.
NaiveGame naive_of(const Game& game, const WidePosition& position);
/// x o . - per square.
std::string cells_of(const Game& game, const WidePosition& position);

/// Every variant and rule on boards of every shape that fits `words`, for suites that run at each width.
std::vector<GameSpec> specs_for_words(Family family, int words);

}  // namespace foray::test
