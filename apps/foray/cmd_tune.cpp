// foray tune: the weights of the evaluations, from games of the engine against itself.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include "command.h"
#include "foray/engine/tune.h"
#include "foray/notation/spec_text.h"
#include "progress.h"

namespace foray::cli {
namespace {

struct TuneCommand {
    std::string game = "ataxx";
    int games = 0;
    std::uint64_t nodes = 1000;
    int steps = 600;
    std::uint64_t seed = 1;
};

template <class Weights>
void print_weights(const Weights& weights) {
    fmt::print("early {{{}}}\nlate  {{{}}}\n", fmt::join(weights.early, ", "), fmt::join(weights.late, ", "));
}

int run_tune(const TuneCommand& command) {
    const Variant variant = require(parse_variant(command.game), "--game");
    ProgressBar bar(command.games);
    const auto on_game = [&](int games) { bar.show(games, "games"); };
    if (info(variant).family == Family::kRaid) {
        const RaidTuneReport report = tune_raid({.games = command.games, .nodes = command.nodes, .seed = command.seed}, on_game);
        bar.clear();
        fmt::print("{} positions of {} games, {:.4f} of the variance of their exact values explained before, {:.4f} after\n", report.positions,
                   command.games, report.explained_before, report.explained_after);
        print_weights(report.weights);
        return kFine;
    }
    const TuneReport report = tune_ataxx(
        {.variant = variant, .games = command.games, .nodes = command.nodes, .steps = command.steps, .seed = command.seed}, on_game);
    bar.clear();
    fmt::print("{} positions of {} games, mean squared error {:.5f} before, {:.5f} after\n", report.positions, command.games,
               report.error_before, report.error_after);
    print_weights(report.weights);
    return kFine;
}

}  // namespace

void add_tune_command(CLI::App& app, Action& action) {
    add_command<TuneCommand>(
        app, action, "tune", "Find the weights of an evaluation from games of the engine against itself",
        "  foray tune --games 4000 --nodes 2000\n"
        "  foray tune --game wargame --games 300\n"
        "Ataxx family: weights that predict results and deeper searches; raid family: weights that come closest to the solver's exact\n"
        "values on random 6x6 boards. Printed as src/engine/include/foray/engine/weights.h has them; the same options give the same weights.",
        [](CLI::App& app_command, TuneCommand& command) {
            app_command.add_option("--game", command.game, "ataxx, reloaded, or one of the raid family (they share weights)")
                ->capture_default_str();
            app_command.add_option("--games", command.games, "games to play")->check(CLI::Range(1, 1'000'000))->default_val(400);
            app_command.add_option("--nodes", command.nodes, "nodes a move")->check(CLI::PositiveNumber)->capture_default_str();
            app_command.add_option("--steps", command.steps, "steps of descent (Ataxx family)")
                ->check(CLI::Range(1, 1'000'000))
                ->capture_default_str();
            app_command.add_option("--seed", command.seed, "of the random openings")->capture_default_str();
        },
        run_tune);
}

}  // namespace foray::cli
