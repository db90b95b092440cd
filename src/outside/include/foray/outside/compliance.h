// Whether another program does what players have to do: the check that its author asks for before it enters a tournament.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "foray/outside/player.h"

namespace foray {

struct Check {
    std::string name;  ///< "time keeping"
    bool passed = false;
    std::string detail;  ///< what was found, in either case
};
using OnCheck = std::function<void(const Check&)>;

struct CheckSettings {
    int positions = 200;
    std::uint64_t seed = 1;
    double margin_ms = 40;  ///< what a loaded machine may take from a program on the way
};

/// Puts the program through all checks of its kind and tells of each. True: it passed them all. Errors are of the text, or of programs that
/// cannot be started at all.
Result<bool> check_player(const GameSpec& spec, std::string_view text, const PlayerEnvironment& environment, const CheckSettings& settings,
                          const OnCheck& on_check);

/// Positions of every kind in which somebody has to move: from play, nearly full, with gaps and with only a pass (where the game has
/// those).
std::vector<WidePosition> trial_positions(const Game& game, int count, std::uint64_t seed);

}  // namespace foray
