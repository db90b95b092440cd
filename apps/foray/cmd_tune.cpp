// foray tune: the weights of the Ataxx evaluation from self-play, and the numbers of the search by matches.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include "checks.h"
#include "command.h"
#include "foray/agents/agent.h"
#include "foray/engine/tune.h"
#include "foray/learn/spsa.h"
#include "foray/notation/spec_text.h"
#include "interrupts.h"
#include "progress.h"

namespace foray::cli {
namespace {

struct TuneCommand {
    std::string game = "ataxx";
    TuneOptions options;
    std::string spsa;
    learn::SpsaSettings rounds;
};

int run_spsa(const TuneCommand& command) {
    const Game game(default_spec(require(parse_variant(command.game), "--game")));
    std::vector<learn::SpsaNumber> numbers = require(learn::parse_spsa_numbers(command.spsa, info(game.spec().variant).family), "--spsa");
    (void)require(make_agent(game.spec(), command.rounds.player), "--player");
    const Interrupts interrupts;
    learn::SpsaSettings settings = command.rounds;
    settings.seed = command.options.seed;
    settings.stop = &interrupts.flag();
    const auto on_round = [&](const learn::SpsaRound& round) {
        fmt::print("{} +{} ={} -{} {}\n", round.number, round.wins, round.draws, round.losses, learn::print_spsa_numbers(numbers));
        std::fflush(stdout);
    };
    if (require(learn::tune_numbers(game, numbers, settings, on_round))) return kFine;
    throw CommandFailure("interrupted; give the last line's numbers to --spsa and its round + 1 to --first-round to go on");
}

int run_tune(const TuneCommand& command) {
    if (!command.spsa.empty()) return run_spsa(command);
    TuneOptions options = command.options;
    options.variant = require(parse_variant(command.game), "--game");
    if (info(options.variant).family != Family::kAtaxx) throw UsageError("--game: only ataxx and reloaded have weights to tune");
    const Interrupts interrupts;
    options.stop = &interrupts.flag();
    ProgressBar bar(options.games);
    const TuneReport report = tune_ataxx(options, [&](int games) { bar.show(games, "games"); });
    bar.clear();
    fmt::print("{} positions of {} games, mean squared error {:.5f} before, {:.5f} after\n", report.positions, report.games,
               report.error_before, report.error_after);
    fmt::print("early {{{}}}\nlate  {{{}}}\n", fmt::join(report.weights.early, ", "), fmt::join(report.weights.late, ", "));
    if (report.games == options.games && report.steps == options.steps) return kFine;
    throw CommandFailure(
        fmt::format("interrupted after {} of {} games and {} of {} steps", report.games, options.games, report.steps, options.steps));
}

}  // namespace

void add_tune_command(CLI::App& app, Action& action) {
    add_command<TuneCommand>(
        app, action, "tune",
        "Find the weights of the Ataxx evaluation, or the numbers of the search, from games of the engine against itself",
        "  foray tune --games 1500 --nodes 1000 --steps 800\n"
        "prints the weights as src/engine/include/foray/engine/weights.h has them; the same options give the same weights.\n"
        "  foray tune --spsa reverse_margin=60,reduce_base --last-round 300\n"
        "moves numbers of src/engine/include/foray/engine/parameters.h a little every round, towards the better of two players that "
        "differ\n"
        "in them, and prints the round, the games of it and the numbers so far. To go on later: the last numbers, and --first-round.",
        [](CLI::App& app_command, TuneCommand& command) {
            app_command.add_option("--game", command.game, "ataxx or reloaded")->capture_default_str();
            app_command.add_option("--games", command.options.games, "games to play")
                ->check(CLI::Range(1, 1'000'000))
                ->capture_default_str();
            app_command.add_option("--nodes", command.options.nodes, "nodes a move")->check(whole_number(1))->capture_default_str();
            app_command.add_option("--steps", command.options.steps, "steps of descent")
                ->check(CLI::Range(1, 1'000'000))
                ->capture_default_str();
            app_command.add_option("--spsa", command.spsa, "the numbers of the search to tune, each with =VALUE to begin with");
            app_command.add_option("--player", command.rounds.player, "who plays, for --spsa")->capture_default_str();
            app_command.add_option("--first-round", command.rounds.first_round, "of --spsa")
                ->check(CLI::Range(1, 1'000'000))
                ->capture_default_str();
            app_command.add_option("--last-round", command.rounds.last_round, "of --spsa")
                ->check(CLI::Range(1, 1'000'000))
                ->capture_default_str();
            app_command.add_option("--pairs", command.rounds.pairs, "pairs of games in every round of --spsa")
                ->check(CLI::Range(1, 100'000))
                ->capture_default_str();
            app_command.add_option("--rate", command.rounds.rate, "how far a round moves the numbers")
                ->check(positive_decimal(1000))
                ->capture_default_str();
            app_command.add_option("--threads", command.rounds.workers, "for --spsa")->check(CLI::Range(1, 256))->capture_default_str();
            app_command.add_option("--seed", command.options.seed, "of the random openings and steps")
                ->check(whole_number())
                ->capture_default_str();
        },
        run_tune);
}

}  // namespace foray::cli
