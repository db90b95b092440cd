// The strong engine as a player.
#pragma once

#include <memory>
#include <string>

#include "foray/agents/agent.h"
#include "foray/engine/engine.h"

namespace foray {

/// What the player spends on a move unless the game says less. Who is told nothing at all thinks for 100 ms, or as his clock allows.
struct EngineSettings {
    Budget budget{};
    std::optional<int> level;
    std::uint64_t seed = 0;  ///< of a level: 0 for the usual game, anything else for another
    EngineOptions options{};
};

/// An error if its memory or its threads are not to be had.
Result<std::unique_ptr<Agent>> make_engine_agent(std::string name, const GameSpec& spec, const EngineSettings& settings);

}  // namespace foray
