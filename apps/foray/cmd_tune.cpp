// foray tune: the weights of the evaluations, and the numbers of the search by matches.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include "checks.h"
#include "command.h"
#include "foray/agents/agent.h"
#include "foray/engine/tune.h"
#include "foray/engine/tune_raid.h"
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
        fmt::print("{} +{} ={} -{} {}\n", round.number, round.tally.wins, round.tally.draws, round.tally.losses,
                   learn::print_spsa_numbers(numbers));
        std::fflush(stdout);
    };
    if (require(learn::tune_numbers(game, numbers, settings, on_round))) return kFine;
    throw CommandFailure("interrupted; give the last line's numbers to --spsa and its round + 1 to --first-round to go on");
}

int finished(int games, int steps, const TuneOptions& options) {
    if (games == options.games && steps == options.steps) return kFine;
    throw CommandFailure(fmt::format("interrupted after {} of {} games and {} of {} steps", games, options.games, steps, options.steps));
}

/// A network as src/engine/nets/raid.inc has it.
int run_raid(const TuneCommand& command, const TuneOptions& options) {
    ProgressBar bar(options.games);
    const RaidTuneReport report = tune_raid(options, [&](int games) { bar.show(games, "games"); });
    bar.clear();
    fmt::print("// foray tune --game {} --games {} --nodes {} --steps {} --seed {}{}\n", command.game, options.games, options.nodes,
               options.steps, options.seed, options.from_nothing ? " --from-nothing" : "");
    fmt::print(
        "// {} positions, {} of them held out: root of the mean squared error {:.3f} mean squares, {:.3f} with the linear evaluation\n",
        report.positions, report.held_out, report.error_after, report.error_before);
    fmt::print("{{{{\n");
    for (const RaidNet::Row& row : report.net.inputs) fmt::print("    {{{{{}}}}},\n", fmt::join(row, ", "));
    fmt::print("}}}},\n{{{{{}}}}}\n", fmt::join(report.net.outputs, ", "));
    return finished(report.games, report.steps, options);
}

int run_tune(const TuneCommand& command) {
    if (!command.spsa.empty()) return run_spsa(command);
    TuneOptions options = command.options;
    options.variant = require(parse_variant(command.game), "--game");
    const Interrupts interrupts;
    options.stop = &interrupts.flag();
    if (info(options.variant).family == Family::kRaid) return run_raid(command, options);
    ProgressBar bar(options.games);
    const TuneReport report = tune_ataxx(options, [&](int games) { bar.show(games, "games"); });
    bar.clear();
    fmt::print("{} positions of {} games, mean squared error {:.5f} before, {:.5f} after\n", report.positions, report.games,
               report.error_before, report.error_after);
    fmt::print("early {{{}}}\nlate  {{{}}}\n", fmt::join(report.weights.early, ", "), fmt::join(report.weights.late, ", "));
    return finished(report.games, report.steps, options);
}

}  // namespace

void add_tune_command(CLI::App& app, Action& action) {
    add_command<TuneCommand>(
        app, action, "tune", "Find the weights of the evaluations, or the numbers of the search, from games of the engine against itself",
        "  foray tune --games 1500 --nodes 1000 --steps 800\n"
        "prints the weights as src/engine/include/foray/engine/weights.h has them; the same options give the same weights.\n"
        "  foray tune --game wargame --games 4000 --nodes 5000 --steps 20000 > src/engine/nets/raid.inc\n"
        "learns the network of the raid family from exact values of endings and from searches of so many nodes, on boards of all kinds.\n"
        "  foray tune --spsa reverse_margin=60,reduce_base --last-round 300\n"
        "moves numbers of src/engine/include/foray/engine/parameters.h a little every round, towards the better of two players that "
        "differ\n"
        "in them, and prints the round, the games of it and the numbers so far. To go on later: the last numbers, and --first-round.",
        [](CLI::App& app_command, TuneCommand& command) {
            app_command.add_option("--game", command.game, "which game; all of the raid family share one network")->capture_default_str();
            app_command.add_option("--games", command.options.games, "games to play")
                ->check(CLI::Range(1, 1'000'000))
                ->capture_default_str();
            app_command.add_option("--nodes", command.options.nodes, "nodes a move; raid family: of a search that judges a position")
                ->check(whole_number(1))
                ->capture_default_str();
            app_command.add_option("--steps", command.options.steps, "steps of descent; raid family: batches of 256 positions")
                ->check(CLI::Range(1, 1'000'000))
                ->capture_default_str();
            app_command.add_flag("--from-nothing", command.options.from_nothing, "raid family: search with the linear evaluation");
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
