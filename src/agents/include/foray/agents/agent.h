// One interface over every player, and the one-line syntax by which they are named everywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "foray/board/result.h"
#include "foray/engine/engine.h"
#include "foray/notation/budget.h"
#include "foray/notation/record.h"
#include "foray/rules/game.h"
#include "foray/textbook/evaluation.h"

namespace foray {

struct Decision {
    Move move;
    int value = 0;  ///< for the side to move, in hundredths of a point or a piece
    int depth = 0;  ///< plies searched; 0 for a player that does not search
    std::uint64_t nodes = 0;
    double ms = 0;
    std::vector<Move> line{};  ///< the play that the player expects, beginning with `move`; empty if it does not say
    bool exact = false;        ///< whether `value` is proved to be the result of best play
    int rank = 1;              ///< 1 for the move to be played; others only where several lines were asked for
};

/// What a record says of a decision. A player that does not search has no value to report.
MoveNote note_of(const Decision& decision);

/// Why a player gave no move, in the words of how its game ends then: a program that is a player may crash, be silent and so on (the
/// players of this program do not fail), and a person may resign. Ending::kTime is said by a player who knows that its time is over.
struct Failure {
    Ending ending;
    std::string detail;  ///< for people: "exit code 139", "'b9' is not on this board"
};
using Choice = Result<Decision, Failure>;

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
    [[nodiscard]] virtual Choice choose(const WidePosition& position, const SearchRequest& request, const OnInfo& on_info) = 0;
    [[nodiscard]] Choice choose(const WidePosition& position) { return choose(position, {}, {}); }
    /// Forgets what was learnt in earlier games, so that a game does not depend on those before it.
    virtual void new_game() {}
};

/// How textbook players judge a leaf: "score", "vulnerable-report", "vulnerable-sum" (or "vulnerable"), "vulnerable-best" or "toaster".
Result<Evaluation> parse_evaluation(std::string_view text);

/// What can be asked for, one line each: "minimax:D[,eval=E][,order=O]" and what it is.
struct AgentHelp {
    std::string_view syntax;
    std::string_view meaning;
};
const std::vector<AgentHelp>& agent_help();

Result<std::unique_ptr<Agent>> make_agent(const GameSpec& spec, std::string_view text);

}  // namespace foray
