// Small boards of the raid family.
#pragma once

#include <cstdint>

#include "foray/board/random.h"
#include "foray/rules/game.h"
#include "foray/rules/game_spec.h"

namespace foray::test {

/// Values 1..most at random; most = 1 is a board of ones.
inline GameSpec board_of(int rows, int cols, int most, std::uint64_t seed, RaidRule rule = RaidRule::kMandatory) {
    GameSpec spec = default_spec(Variant::kWargame, rows, cols);
    spec.raid = rule;
    for (std::uint8_t& value : spec.values) value = static_cast<std::uint8_t>(1 + splitmix64(seed) % static_cast<std::uint64_t>(most));
    return spec;
}

inline WidePosition position_of(std::uint64_t own, std::uint64_t opp, const GameSpec& spec) {
    WidePosition position;
    position.own.words[0] = own;
    position.opp.words[0] = opp;
    position.empty = WideBits::first(spec.squares()) - position.own - position.opp;
    return position;
}

}  // namespace foray::test
