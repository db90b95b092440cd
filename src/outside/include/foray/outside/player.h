// Players that are other programs, behind the same interface as those of this program. How they are named: foray/notation/player_text.h;
// what is said to them: docs/protocol.md.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "foray/agents/agent.h"
#include "foray/process/program.h"

namespace foray {

class UaiPool;

/// What all programs of a match share. Copies share the engines that wait for their next game.
struct PlayerEnvironment {
    PlayerEnvironment();

    /// Whether programs are caged; not set: those of contests and courses are, UAI engines are not. A player's own setting goes first.
    std::optional<bool> sandbox{};
    std::vector<std::string> readable{};  ///< seen in cages beside what a program needs
    std::vector<std::string> hidden{};    ///< and never seen there: expected outputs, the store
    process::ProcessLimits limits{};      ///< in cages; sensible ones from the beginning
    double patience_ms = 60'000;          ///< for a move where no time was given, so that a silent program cannot stop a match
    double handshake_ms = 10'000;         ///< for everything but moves
    double grace_ms = 1'000;  ///< how long after its time a program is still listened to; whether it lost on time is the referee's to say
    std::shared_ptr<UaiPool> pool;
};

/// Any player: one of this program (make_agent) or another program. Programs are found and, if they speak UAI, started here: the error says
/// what is wrong with them. Agents may be made and used in many threads, each in one at a time.
Result<std::unique_ptr<Agent>> make_player(const GameSpec& spec, std::string_view text, const PlayerEnvironment& environment);

/// Why a program cannot be contained on this machine though it is to be, which is not its fault; nothing if it can be, or need not.
std::optional<Error> containment_problem(std::string_view text, std::optional<bool> sandbox);

/// agent_help() and what other programs are called.
const std::vector<AgentHelp>& player_help();

}  // namespace foray
