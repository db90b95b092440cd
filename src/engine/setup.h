// What an engine's options come to for one game: which evaluation judges, and who has how much of the memory.
#pragma once

#include <cstddef>
#include <memory>

#include "ending.h"
#include "foray/engine/engine.h"
#include "foray/engine/network.h"

namespace foray::engine {

/// The network that judges this game; null for the linear evaluation.
inline std::shared_ptr<const Network> network_for(const GameSpec& spec, const EngineOptions& options) {
    const auto network = options.network ? *options.network : default_network(spec);
    return network != nullptr && network->fits(spec) ? network : nullptr;
}

/// Who wants the linear evaluation wants it of every game.
inline Weights weights_for(const EngineOptions& options) {
    Weights weights = options.weights;
    if (options.network && *options.network == nullptr) weights.raid_net = nullptr;
    return weights;
}

/// How the memory that a user allows is shared out, in bytes.
struct MemoryShares {
    std::size_t table;
    std::size_t ending;  ///< of the solver that takes over at the end of raid games

    MemoryShares(const GameSpec& spec, const EngineOptions& options) {
        const std::size_t all = options.hash_mb << 20;
        const bool shared = options.techniques.ending && EndingSolver::possible(spec);
        table = shared ? all / 2 : all;
        ending = all - table;
    }
};

}  // namespace foray::engine
