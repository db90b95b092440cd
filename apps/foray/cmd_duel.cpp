// foray duel: a quick match between two players of this program.
#include <fmt/core.h>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "command.h"
#include "files.h"
#include "foray/match/match.h"
#include "foray/notation/pgn.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "game_options.h"
#include "numbers.h"
#include "progress.h"

namespace foray::cli {
namespace {

struct DuelOptions {
    GameOptions game;
    std::array<std::string, 2> players;
    int games = 20;
    std::optional<int> openings;
    std::string opening_plies = "2";
    std::string sprt;
    std::uint64_t seed = 1;
    std::optional<int> threads;
    std::string records;
    bool json = false;
};

/// "4" or "2-4".
struct PlyRange {
    int least;
    int most;
};

PlyRange read_plies(const std::string& text) {
    const std::size_t dash = text.find('-');
    const auto least = parse_number(text.substr(0, dash), 100);
    const auto most = dash == std::string::npos ? least : parse_number(text.substr(dash + 1), 100);
    if (!least || !most || *most < *least) {
        throw UsageError(fmt::format("--opening-plies: expected a number up to 100 or a range such as 2-4, found '{}'", text));
    }
    return {static_cast<int>(*least), static_cast<int>(*most)};
}

/// "0,10": the two differences in Elo between which the test decides.
std::optional<SprtHypotheses> read_sprt(const std::string& text) {
    if (text.empty()) return std::nullopt;
    SprtHypotheses out;
    char rest = 0;
    if (std::sscanf(text.c_str(), "%lf,%lf%c", &out.elo0, &out.elo1, &rest) != 2 || !(out.elo0 < out.elo1) || std::abs(out.elo0) > 1000 ||
        std::abs(out.elo1) > 1000) {
        throw UsageError(fmt::format("--sprt: expected two differences in Elo, the smaller first, such as 0,10; found '{}'", text));
    }
    return out;
}

/// Plays all pairs on several threads. Every pair has players of its own, so the result does not depend on the threads; a sequential test
/// may end a little sooner or later with them.
class Duel {
public:
    Duel(const DuelOptions& options, const Setup& setup)
        : options_(options),
          setup_(setup),
          plies_(read_plies(options.opening_plies)),
          sprt_(read_sprt(options.sprt)),
          pairs_((options.games + 1) / 2),
          records_(static_cast<std::size_t>(pairs_)),
          bar_(pairs_) {}

    MatchScore run() {
        const int wanted = options_.threads.value_or(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
        std::vector<std::thread> workers;
        workers.reserve(static_cast<std::size_t>(std::min(wanted, pairs_)));
        for (int i = 0; i < std::min(wanted, pairs_); ++i) workers.emplace_back([this] { work(); });
        for (std::thread& worker : workers) worker.join();
        bar_.clear();
        if (!failure_.empty()) throw Failure(failure_);
        return score_;
    }

    /// Of the pairs that were played.
    [[nodiscard]] const std::vector<std::optional<std::array<GameRecord, 2>>>& records() const { return records_; }
    [[nodiscard]] const std::optional<SprtHypotheses>& hypotheses() const { return sprt_; }

private:
    void work() {
        try {
            for (int pair = next_++; pair < pairs_; pair = next_++) play_pair(pair);
        } catch (const std::exception& error) {
            const std::lock_guard lock(mutex_);
            failure_ = error.what();
            next_ = pairs_;
        }
    }

    void play_pair(int pair) {
        const int opening_index = options_.openings ? pair % *options_.openings : pair;
        const int plies = plies_.least + opening_index % (plies_.most - plies_.least + 1);
        const auto opening = random_opening(setup_.game, setup_.position, plies, options_.seed, opening_index);
        const auto a = require(make_agent(setup_.game.spec(), options_.players[0]), "A");
        const auto b = require(make_agent(setup_.game.spec(), options_.players[1]), "B");
        std::array<GameRecord, 2> games = {play_game(setup_.game, setup_.position, opening, {a.get(), b.get()}),
                                           play_game(setup_.game, setup_.position, opening, {b.get(), a.get()})};
        const MatchScore score = score_pair(setup_.game, games);
        const std::lock_guard lock(mutex_);
        score_ += score;
        records_[static_cast<std::size_t>(pair)] = std::move(games);
        if (sprt_ && sprt(score_, *sprt_).decided()) next_ = pairs_;
        bar_.show(score_.games() / 2, fmt::format("pairs, +{} ={} -{}", score_.wins, score_.draws, score_.losses));
    }

    const DuelOptions& options_;
    const Setup& setup_;
    PlyRange plies_;
    std::optional<SprtHypotheses> sprt_;
    int pairs_;
    std::atomic<int> next_ = 0;
    std::mutex mutex_;
    MatchScore score_;
    std::string failure_;
    std::vector<std::optional<std::array<GameRecord, 2>>> records_;
    ProgressBar bar_;
};

void print_score(const DuelOptions& options, const Setup& setup, const MatchScore& score, const std::optional<SprtHypotheses>& tested) {
    const EloEstimate elo = estimate_elo(score);
    const double games = score.games();
    const auto per_move = [&](int player, double total) {
        const auto moves = static_cast<double>(score.moves[static_cast<std::size_t>(player)]);
        return moves > 0 ? total / moves : 0;
    };
    fmt::print("{} against {}: {}\n", options.players[0], options.players[1], describe(setup.game.spec()));
    fmt::print("{} games in pairs: {} won, {} drawn, {} lost, {:.1f} % of the points\n", score.games(), score.wins, score.draws,
               score.losses, 100 * score.points() / games);
    fmt::print("average margin {:+.2f} points, Elo {:+.0f} +- {:.0f} (95 %, over pairs)\n", static_cast<double>(score.margin) / games,
               elo.elo, elo.error);
    if (tested) {
        const SprtState state = sprt(score, *tested);
        fmt::print("SPRT {:+g} against {:+g} Elo: LLR {:+.2f} of +-{:.2f}, {}\n", tested->elo0, tested->elo1, state.llr, kSprtBound,
                   state.accepted  ? "accepted"
                   : state.refused ? "refused"
                                   : "undecided");
    }
    for (const int player : {0, 1}) {
        const auto p = static_cast<std::size_t>(player);
        fmt::print("{}: {:.3f} ms and {} nodes a move\n", options.players[p], per_move(player, score.ms[p]),
                   grouped(static_cast<std::uint64_t>(per_move(player, static_cast<double>(score.nodes[p])))));
    }
}

void print_json(const MatchScore& score, const std::optional<SprtHypotheses>& tested) {
    const EloEstimate elo = estimate_elo(score);
    nlohmann::ordered_json out{{"wins", score.wins},
                               {"draws", score.draws},
                               {"losses", score.losses},
                               {"points", score.points()},
                               {"margin", static_cast<double>(score.margin) / score.games()},
                               {"elo", elo.elo},
                               {"elo_error", elo.error},
                               {"pairs", score.pairs},
                               {"ms", score.ms},
                               {"nodes", score.nodes},
                               {"moves", score.moves}};
    if (tested) {
        const SprtState state = sprt(score, *tested);
        out["llr"] = state.llr;
        out["sprt"] = state.accepted ? "accepted" : state.refused ? "refused" : "undecided";
    }
    fmt::print("{}\n", out.dump());
}

int run_duel(const DuelOptions& options) {
    const Setup setup = options.game.resolve();
    if (setup.game.verdict(setup.position).over()) throw UsageError("--position: the game is over");
    for (const std::size_t player : {0U, 1U}) {
        (void)require(make_agent(setup.game.spec(), options.players[player]), player == 0 ? "A" : "B");
    }
    Duel duel(options, setup);
    const MatchScore score = duel.run();
    if (!options.records.empty()) {
        std::string text;
        for (const auto& pair : duel.records()) {
            if (!pair) continue;
            for (const GameRecord& record : *pair) text += options.records.ends_with(".pgn") ? print_pgn(record) : print_record(record);
        }
        write_file(options.records, text);
    }
    if (options.json) {
        print_json(score, duel.hypotheses());
    } else {
        print_score(options, setup, score, duel.hypotheses());
    }
    return kFine;
}

}  // namespace

void add_duel_command(CLI::App& app, Action& action) {
    add_command<DuelOptions>(
        app, action, "duel", "A match between two players: paired colours, random balanced openings, Elo with error",
        "  foray duel alphabeta:3 greedy --games 40 --board Smolensk\n"
        "  foray duel toaster random --game reloaded --games 20 --json\n"
        "  foray duel engine:nodes=5000 engine:nodes=5000,off=null --game ataxx --games 2000 --opening-plies 4-6 --sprt 0,20\n"
        "  foray duel minimax:2 alphabeta:2,eval=vulnerable-sum --board random:7 --records games.pgn\n"
        "Players are named as in `foray best --help`. An odd number of games is rounded up to whole pairs.",
        [](CLI::App& command, DuelOptions& options) {
            command.add_option("A", options.players[0], "a player")->required();
            command.add_option("B", options.players[1], "another")->required();
            options.game.add_to(command);
            command.add_option("--games", options.games, "how many")->check(CLI::Range(1, 1'000'000))->capture_default_str();
            command.add_option("--openings", options.openings, "how many different openings; one for each pair if not given")
                ->check(CLI::Range(1, 1'000'000));
            command.add_option("--opening-plies", options.opening_plies, "random moves at the start of a game, or a range: 2-4")
                ->capture_default_str();
            command.add_option("--sprt", options.sprt, "end as soon as the match decides between two differences in Elo, such as 0,10");
            command.add_option("--seed", options.seed, "of the openings")->capture_default_str();
            command.add_option("--threads", options.threads, "all cores if not given")->check(CLI::Range(1, 256));
            command.add_option("--records", options.records, "write the games here: JSON lines, or PGN if the name ends in .pgn");
            command.add_flag("--json", options.json, "for programs");
        },
        run_duel);
}

}  // namespace foray::cli
