// One interface over every player, and the one-line syntax by which they are named everywhere.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "foray/notation/result.h"
#include "foray/rules/game.h"

namespace foray {

struct Decision {
    Move move;
    int value = 0;  ///< for the side to move, in the player's own measure
    int depth = 0;  ///< plies searched; 0 for a player that does not search
    std::uint64_t nodes = 0;
    double ms = 0;
};

/// A player of one game. Positions must have a legal move.
class Agent {
public:
    Agent() = default;
    Agent(const Agent&) = delete;
    Agent& operator=(const Agent&) = delete;
    virtual ~Agent() = default;

    [[nodiscard]] virtual std::string name() const = 0;
    [[nodiscard]] virtual Decision choose(const WidePosition& position) = 0;
};

/// What can be asked for, one line each: "minimax:D[,eval=E][,order=O]" and what it is.
struct AgentHelp {
    std::string_view syntax;
    std::string_view meaning;
};
const std::vector<AgentHelp>& agent_help();

Result<std::unique_ptr<Agent>> make_agent(const GameSpec& spec, std::string_view text);

/// Deepens a textbook alpha-beta while the next depth surely fits into `budget_ms`: a depth takes at most as many times longer as there
/// are moves. Meant for games with a clock and no stronger player at hand.
std::unique_ptr<Agent> make_timed_alphabeta(const GameSpec& spec, double budget_ms);

}  // namespace foray
