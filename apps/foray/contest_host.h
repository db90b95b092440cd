// foray contest-host, registered beside foray contest.
#pragma once

#include "command.h"

namespace foray::cli {

void add_contest_host_command(CLI::App& app, Action& action);

}  // namespace foray::cli
