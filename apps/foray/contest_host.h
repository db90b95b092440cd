// foray contest-host, registered beside foray contest.
//
// It does not use match's game loop: in the contest an answer that is no legal move forfeits the turn and the game goes on, which no
// record of a game by the rules can hold; and names come from the programs (`identify`).
#pragma once

#include "command.h"

namespace foray::cli {

void add_contest_host_command(CLI::App& app, Action& action);

}  // namespace foray::cli
