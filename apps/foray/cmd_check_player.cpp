// foray check-player: whether another program does what players have to do.
#include <fmt/core.h>

#include <cstdio>

#include "checks.h"
#include "command.h"
#include "foray/outside/compliance.h"
#include "game_options.h"
#include "player_options.h"

namespace foray::cli {
namespace {

struct CheckOptions {
    GameOptions game;
    PlayerOptions players;
    std::string player;
    CheckSettings settings;
};

int run_check(const CheckOptions& options) {
    const Setup setup = options.game.resolve();
    int failed = 0;
    int count = 0;
    const auto on_check = [&](const Check& check) {
        ++count;
        failed += check.passed ? 0 : 1;
        fmt::print("{:<6}  {:<22}  {}\n", check.passed ? "passed" : "FAILED", check.name, check.detail);
        std::fflush(stdout);
    };
    const bool passed =
        require(check_player(setup.game.spec(), options.player, options.players.environment(), options.settings, on_check), "player");
    fmt::print("{} of {} checks passed\n", count - failed, count);
    return passed ? kFine : kFailed;
}

}  // namespace

void add_check_player_command(CLI::App& app, Action& action) {
    add_command<CheckOptions>(
        app, action, "check-player", "Check that another program speaks its protocol, moves legally and keeps time",
        "  foray check-player uai:./engine --game ataxx\n"
        "  foray check-player \"uai[Hash=64]:./engine --fast\" --board Smolensk\n"
        "  foray check-player \"contest:python3 agent.py\" --game reloaded\n"
        "  foray check-player stakeraid:./homework --game stakeraid --size 8\n"
        "One line for each check, exit code 1 if any fails. What programs have to do: docs/protocol.md.",
        [](CLI::App& command, CheckOptions& options) {
            command.add_option("player", options.player, "uai:COMMAND, contest:COMMAND, squirrels:COMMAND or stakeraid:COMMAND")
                ->required();
            options.game.add_to(command);
            options.players.add_to(command);
            command.add_option("--positions", options.settings.positions, "how many positions it is asked about")
                ->check(CLI::Range(1, 100'000))
                ->capture_default_str();
            command.add_option("--seed", options.settings.seed, "of the positions")->check(whole_number())->capture_default_str();
            command.add_option("--margin", options.settings.margin_ms, "milliseconds that an answer may be late")
                ->check(decimal(0, 10'000))
                ->capture_default_str();
        },
        run_check);
}

}  // namespace foray::cli
