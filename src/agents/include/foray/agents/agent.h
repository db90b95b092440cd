// One interface over every player, and the one-line syntax by which they are named everywhere.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "foray/board/result.h"
#include "foray/notation/record.h"
#include "foray/rules/game.h"

namespace foray {

/// What a player may spend on a move. A player that cannot be interrupted (the textbook searches have a fixed depth) ignores them;
/// `stop` is looked at by those that can.
struct Limits {
    std::optional<double> ms;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
    const std::atomic<bool>* stop = nullptr;
    int lines = 1;  ///< how many of the best moves `on_info` should hear of, from a player that ranks them
};

struct Decision {
    Move move;
    int value = 0;  ///< for the side to move, in the player's own measure
    int depth = 0;  ///< plies searched; 0 for a player that does not search
    std::uint64_t nodes = 0;
    double ms = 0;
    std::vector<Move> line;  ///< the play that the player expects, beginning with `move`; empty if it does not say
    bool exact = false;      ///< whether `value` is proved to be the result of best play
    int rank = 1;            ///< 1 for the move to be played; others only where several lines were asked for
};

/// What a record says of a decision. A player that does not search has no value to report.
MoveNote note_of(const Decision& decision);

/// Called with what a player knows so far, as often as it learns something.
using OnInfo = std::function<void(const Decision&)>;

/// A player of one game. Positions must have a legal move.
class Agent {
public:
    Agent() = default;
    Agent(const Agent&) = delete;
    Agent& operator=(const Agent&) = delete;
    virtual ~Agent() = default;

    [[nodiscard]] virtual std::string name() const = 0;
    [[nodiscard]] virtual Decision choose(const WidePosition& position, const Limits& limits, const OnInfo& on_info) = 0;
    [[nodiscard]] Decision choose(const WidePosition& position) { return choose(position, {}, {}); }
    /// Forgets what was learnt in earlier games, so that a game does not depend on those before it.
    virtual void new_game() {}
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
