// Eight levels of strength, the same on every machine: they are limited by depth and nodes, never by time. The lower ones also err: every
// root move gets a random bonus that depends on the position, the move and a seed alone, so that a game can be repeated, and need not be.
#pragma once

#include <cstdint>

#include "foray/engine/engine.h"

namespace foray {

inline constexpr int kLevels = 8;

struct Level {
    int depth;
    std::uint64_t nodes;
    int error_percent;  ///< the largest random bonus, in hundredths of the mean value of a square; 0 for none
};

/// 1 is the weakest, kLevels the strongest. Each family has its own steps, so that they are about as high one as the other.
const Level& level(Family family, int number);

/// Searches and chooses at a level. The chosen move's line comes first in the result, whatever its value. `request` may tighten the level's
/// own request; its time and stop flag are obeyed. Every seed plays its own games: the lower levels err elsewhere, the upper ones, which
/// otherwise always play their best move, choose among nearly equal moves while the game is young. Seed 0 is without that choice.
[[nodiscard]] SearchResult search_at_level(Engine& engine, const GameSpec& spec, const WidePosition& position, int number,
                                           const SearchRequest& request, const OnLine& on_line = {}, std::uint64_t seed = 0);

}  // namespace foray
