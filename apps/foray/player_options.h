// The options about other programs as players: the same for every command that takes players.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "command.h"
#include "foray/outside/player.h"

namespace foray::cli {

void add_check_player_command(CLI::App& app, Action& action);

class PlayerOptions {
public:
    /// Adds --sandbox, --no-sandbox and --visible.
    void add_to(CLI::App& command);
    [[nodiscard]] PlayerEnvironment environment() const;

private:
    bool sandbox_ = false;
    bool no_sandbox_ = false;
    std::vector<std::string> visible_;
};

}  // namespace foray::cli
