// foray tune: the weights of the Ataxx evaluation from self-play.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include "checks.h"
#include "command.h"
#include "foray/engine/tune.h"
#include "foray/notation/spec_text.h"
#include "progress.h"

namespace foray::cli {
namespace {

struct TuneCommand {
    std::string game = "ataxx";
    TuneOptions options;
};

int run_tune(const TuneCommand& command) {
    TuneOptions options = command.options;
    options.variant = require(parse_variant(command.game), "--game");
    if (info(options.variant).family != Family::kAtaxx) throw UsageError("--game: only ataxx and reloaded have weights to tune");
    ProgressBar bar(options.games);
    const TuneReport report = tune_ataxx(options, [&](int games) { bar.show(games, "games"); });
    bar.clear();
    fmt::print("{} positions of {} games, mean squared error {:.5f} before, {:.5f} after\n", report.positions, options.games,
               report.error_before, report.error_after);
    fmt::print("early {{{}}}\nlate  {{{}}}\n", fmt::join(report.weights.early, ", "), fmt::join(report.weights.late, ", "));
    return kFine;
}

}  // namespace

void add_tune_command(CLI::App& app, Action& action) {
    add_command<TuneCommand>(
        app, action, "tune", "Find the weights of the Ataxx evaluation from games of the engine against itself",
        "  foray tune --games 1500 --nodes 1000 --steps 800\n"
        "prints the weights as src/engine/include/foray/engine/weights.h has them; the same options give the same weights.",
        [](CLI::App& app_command, TuneCommand& command) {
            app_command.add_option("--game", command.game, "ataxx or reloaded")->capture_default_str();
            app_command.add_option("--games", command.options.games, "games to play")
                ->check(CLI::Range(1, 1'000'000))
                ->capture_default_str();
            app_command.add_option("--nodes", command.options.nodes, "nodes a move")->check(whole_number(1))->capture_default_str();
            app_command.add_option("--steps", command.options.steps, "steps of descent")
                ->check(CLI::Range(1, 1'000'000))
                ->capture_default_str();
            app_command.add_option("--seed", command.options.seed, "of the random openings")->check(whole_number())->capture_default_str();
        },
        run_tune);
}

}  // namespace foray::cli
