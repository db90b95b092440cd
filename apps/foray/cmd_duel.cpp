// foray duel: a quick match between two players of this program.
#include <fmt/core.h>

#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <thread>

#include "checks.h"
#include "command.h"
#include "duel_records.h"
#include "foray/match/runner.h"
#include "foray/notation/match_text.h"
#include "foray/notation/spec_text.h"
#include "foray/outside/player.h"
#include "game_options.h"
#include "interrupts.h"
#include "numbers.h"
#include "player_options.h"
#include "progress.h"
#include "words.h"

namespace foray::cli {
namespace {

struct DuelOptions {
    GameOptions game;
    PlayerOptions programs;
    std::array<std::string, 2> players;
    int games = 20;
    std::optional<int> openings;
    std::string opening_plies;
    std::string sprt;
    std::string tc;
    double margin_ms = 20;
    std::optional<int> max_plies;
    std::uint64_t seed = 1;
    std::optional<int> threads;
    std::string records;
    bool json = false;
};

/// Games that a player lost for another reason than the board's: a program may crash, be silent, or not know the rules.
class Failures {
public:
    void add(const FinishedPair& pair) {
        for (const std::size_t game : {0U, 1U}) {
            const auto& decided = pair.games[game].decided;
            if (!decided || decided->ending == Ending::kAdjudication) continue;
            // Player 0 has the second move in the second game.
            const bool first_lost = decided->outcome == Outcome::kSecondWins;
            Reason& reason = reasons_[first_lost == (game == 0) ? 0 : 1][std::string(print_ending(decided->ending))];
            ++reason.games;
            reason.last_detail = decided->detail;
        }
    }
    void print(const std::array<std::string, 2>& names) const {
        for (const std::size_t player : {0U, 1U}) {
            for (const auto& [reason, about] : reasons_[player]) {
                fmt::print("{} lost {} games by {}{}\n", names[player], about.games, reason,
                           about.last_detail.empty() ? "" : ", the last: " + about.last_detail);
            }
        }
    }
    [[nodiscard]] nlohmann::ordered_json by_reason() const {
        auto out = nlohmann::ordered_json::array();
        for (const auto& player : reasons_) {
            auto one = nlohmann::ordered_json::object();
            for (const auto& [reason, about] : player) one[reason] = about.games;
            out.push_back(one);
        }
        return out;
    }

private:
    struct Reason {
        int games = 0;
        std::string last_detail{};
    };
    std::array<std::map<std::string, Reason>, 2> reasons_;
};

std::string_view verdict_text(double llr, const SprtTest& test) {
    switch (decide(llr, test)) {
        case SprtVerdict::kAccepted: return "accepted";
        case SprtVerdict::kRefused: return "refused";
        case SprtVerdict::kUndecided: break;
    }
    return "undecided";
}

/// Games that brought nothing new, where there were any: said in words, because they are in the file and in the counts.
std::string repeats_text(const MatchScore& score) {
    if (score.repeated == 0) return "";
    const PairCounts& pairs = score.tally.pairs;
    return fmt::format(
        "{} of the {} games repeat earlier ones (same opening, same moves): they say nothing new, and Elo, LOS and SPRT go by the {} pairs "
        "of"
        " new games alone\n",
        score.repeated, score.tally.games(), std::accumulate(pairs.begin(), pairs.end(), std::int64_t{0}));
}

void print_score(const DuelOptions& options, const Setup& setup, const MatchScore& score, const std::optional<SprtTest>& tested) {
    const PairEstimate elo = estimate(score.tally.pairs);
    const double games = score.tally.games();
    const auto per_move = [&](int player, double total) {
        const auto moves = static_cast<double>(score.moves[static_cast<std::size_t>(player)]);
        return moves > 0 ? total / moves : 0;
    };
    fmt::print("{} against {}: {}\n", options.players[0], options.players[1], describe(setup.game.spec()));
    fmt::print("{} games in pairs: {} won, {} drawn, {} lost, {:.1f} % of the points\n", score.tally.games(), score.tally.wins,
               score.tally.draws, score.tally.losses, 100 * score.tally.points() / games);
    fmt::print("average margin {:+.2f} points, Elo {} (95 %, over pairs), LOS {:.1f} %\n", static_cast<double>(score.margin) / games,
               print_elo(elo), 100 * elo.los);
    fmt::print("{}", repeats_text(score));
    if (tested) {
        const double llr = log_likelihood_ratio(score.tally.pairs, *tested);
        fmt::print("SPRT {:+g} against {:+g} Elo: LLR {:+.2f} between {:.2f} and {:.2f}, {}\n", tested->elo0, tested->elo1, llr,
                   tested->lower(), tested->upper(), verdict_text(llr, *tested));
    }
    for (const int player : {0, 1}) {
        const auto p = static_cast<std::size_t>(player);
        fmt::print("{}: {:.3f} ms and {} nodes a move\n", options.players[p], per_move(player, score.ms[p]),
                   grouped(static_cast<std::uint64_t>(per_move(player, static_cast<double>(score.nodes[p])))));
    }
}

/// What was scored, and after that where it comes from and every game's result, in `out`.
void print_json(nlohmann::ordered_json source, const MatchScore& score, const std::optional<SprtTest>& tested, const Failures& failures) {
    const PairEstimate elo = estimate(score.tally.pairs);
    nlohmann::ordered_json out{{"wins", score.tally.wins},
                               {"draws", score.tally.draws},
                               {"losses", score.tally.losses},
                               {"points", score.tally.points()},
                               {"margin", static_cast<double>(score.margin) / score.tally.games()},
                               {"elo", elo.elo + 0.0},  // never minus nothing
                               {"elo_error", elo.elo_error},
                               {"pairs", score.tally.pairs},
                               {"repeated", score.repeated},
                               {"ms", score.ms},
                               {"nodes", score.nodes},
                               {"moves", score.moves}};
    out["lost_by"] = failures.by_reason();
    if (tested) {
        const double llr = log_likelihood_ratio(score.tally.pairs, *tested);
        out["llr"] = llr;
        out["sprt"] = verdict_text(llr, *tested);
    }
    out.update(source);
    fmt::print("{}\n", out.dump());
}

MatchSettings settings_of(const DuelOptions& options, const Setup& setup) {
    MatchSettings settings;
    settings.pairs = (options.games + 1) / 2;
    settings.openings = options.openings;
    if (!options.opening_plies.empty()) settings.opening_plies = require(parse_ply_range(options.opening_plies), "--opening-plies");
    settings.opening_plies = plies_of_openings(setup.game, setup.position, settings);
    settings.seed = options.seed;
    settings.workers = options.threads.value_or(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    if (!options.sprt.empty()) {
        const EloRange range = require(parse_elo_range(options.sprt), "--sprt");
        settings.sprt = SprtTest{.elo0 = range.low, .elo1 = range.high};
    }
    if (!options.tc.empty()) {
        const Clock clock = require(parse_time_control(options.tc), "--tc");
        for (Budget& budget : settings.budgets) budget.clock = clock;
    }
    settings.margin_ms = options.margin_ms;
    settings.adjudication.max_plies = options.max_plies;
    return settings;
}

int run_duel(const DuelOptions& options) {
    const Setup setup = options.game.resolve();
    if (setup.game.verdict(setup.position).over()) throw UsageError("--position: the game is over");
    const PlayerEnvironment environment = options.programs.environment();
    const auto make = [&](int player) {
        return make_player(setup.game.spec(), options.players[static_cast<std::size_t>(player)], environment);
    };
    for (const int player : {0, 1}) (void)require(make(player), player == 0 ? "A" : "B");
    MatchSettings settings = settings_of(options, setup);
    for (const std::string& player : options.players) tell_remark(setup.game.spec(), player);
    const DuelSource source{options.players, options.game.board(), print_ply_range(*settings.opening_plies),
                            options.tc,      options.margin_ms,    options.max_plies,
                            options.seed};
    std::optional<DuelRecords> records;
    if (!options.records.empty()) records.emplace(options.records, source);
    auto games = nlohmann::ordered_json::array();
    const Interrupts interrupts;
    settings.stop = &interrupts.flag();
    ProgressBar bar(settings.pairs);
    Failures failures;
    const auto on_pair = [&](const FinishedPair& pair, const MatchScore& score) {
        failures.add(pair);
        if (records) records->add(pair);
        if (options.json) {
            for (const int number : {0, 1}) games.push_back(game_json(pair, number));
        }
        bar.show(score.tally.games() / 2, fmt::format("pairs, +{} ={} -{}", score.tally.wins, score.tally.draws, score.tally.losses));
    };
    const MatchScore score = require(run_match(setup.game, setup.position, settings, make, on_pair));
    bar.clear();
    if (score.tally.games() == 0) throw CommandFailure("interrupted before a pair of games was finished");
    if (options.json) {
        auto about = nlohmann::ordered_json::object();
        source.write(about, setup.game, setup.position);
        about["games"] = std::move(games);
        print_json(std::move(about), score, settings.sprt, failures);
    } else {
        print_score(options, setup, score, settings.sprt);
        failures.print(options.players);
    }
    if (!interrupts.asked()) return kFine;
    throw CommandFailure(fmt::format("interrupted after {} of {} games", score.tally.games(), 2 * settings.pairs));
}

}  // namespace

void add_duel_command(CLI::App& app, Action& action) {
    add_command<DuelOptions>(
        app, action, "duel", "A match between two players: paired colours, random balanced openings, Elo with error",
        "  foray duel alphabeta:3 greedy --games 40 --board Smolensk\n"
        "  foray duel toaster random --game reloaded --games 20 --json\n"
        "  foray duel engine:nodes=5000 engine:nodes=5000,off=null --game ataxx --games 2000 --opening-plies 4-6 --sprt 0,20\n"
        "  foray duel minimax:2 alphabeta:2,eval=vulnerable-sum --board random:7 --records games.pgn\n"
        "  foray duel engine engine:off=null --game ataxx --tc 2+0.02 --games 100\n"
        "  foray duel \"uai:./mine --fast\" engine:nodes=1000 --game ataxx     (other programs: docs/protocol.md)\n"
        "Ctrl-C ends the match with the score so far (exit code 1).\n"
        "Players are named as in `foray best --help`. An odd number of games is rounded up to whole pairs.",
        [](CLI::App& command, DuelOptions& options) {
            command.add_option("A", options.players[0], "a player")->required();
            command.add_option("B", options.players[1], "another")->required();
            options.game.add_to(command);
            options.programs.add_to(command);
            command.add_option("--games", options.games, "how many")->check(CLI::Range(1, 1'000'000))->capture_default_str();
            command.add_option("--openings", options.openings, "how many openings; one for each pair if not given")
                ->check(CLI::Range(1, 1'000'000));
            command.add_option("--opening-plies", options.opening_plies,
                               "random moves at the start of a game, or a range: 2-4; enough for different openings if not given");
            command.add_option("--sprt", options.sprt, "end as soon as the match decides between two differences in Elo, such as 0,10");
            command.add_option("--tc", options.tc,
                               "a clock for each player and game: seconds and what a move adds, 10+0.1, or for so many moves: 40/60");
            command.add_option("--margin", options.margin_ms, "milliseconds by which a clock may be overstepped")
                ->check(whole_number(0, 1'000'000))
                ->capture_default_str();
            command.add_option("--max-plies", options.max_plies, "so long a game is given to the larger score")
                ->check(CLI::Range(1, 100'000));
            command.add_option("--seed", options.seed, "of the openings")->check(whole_number())->capture_default_str();
            command.add_option("--threads", options.threads, "all cores if not given")->check(CLI::Range(1, 256));
            command.add_option(
                "--records", options.records,
                "add the games here, each pair when it is finished: JSON lines; PGN if the name ends in .pgn; a table if in .csv");
            command.add_flag("--json", options.json, "for programs");
        },
        run_duel);
}

}  // namespace foray::cli
