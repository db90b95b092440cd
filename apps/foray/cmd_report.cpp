// foray report: the games of the 2015 War Game report, played again.
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "animation.h"
#include "checks.h"
#include "command.h"
#include "files.h"
#include "foray/courses/report.h"
#include "interrupts.h"
#include "progress.h"
#include "report_experiments.h"
#include "report_tables.h"

namespace foray::cli {
namespace {

struct ReportOptions {
    std::vector<std::string> sets = {"3-3", "4-4", "4-5"};
    std::vector<std::string> boards = {"Keren", "Narvik", "Sevastopol", "Smolensk", "Westerplatte"};
    std::vector<std::string> searches;
    std::string csv;
    std::string csv_moves;
    std::string markdown;
    std::string animate;
    int repeats = 1;
    std::string experiment;
    ExperimentOptions settings;
};

struct Job {
    const ReportBoard* board;
    ReportSet set;
    std::array<ReportSeat, 2> seats;
};

struct Plan {
    std::vector<ReportBoard> boards;
    std::vector<ReportSet> sets;
    std::vector<ReportSearch> searches;
    std::vector<Job> games;
    std::vector<std::pair<ReportSearch, Job>> challenges;  ///< an evaluation against plain score difference, in both seats
};

Plan make_plan(const ReportOptions& options) {
    Plan plan;
    for (const std::string& text : options.sets) plan.sets.push_back(require(parse_report_set(text), "--sets"));
    for (const std::string& text : options.searches) plan.searches.push_back(require(parse_report_search(text), "--searches"));
    if (plan.searches.empty()) plan.searches.assign(kReportSearches.begin(), kReportSearches.end());
    plan.boards = report_boards(options.boards);
    for (const ReportSearch search : plan.searches) {
        for (const ReportSet set : plan.sets) {
            for (const ReportBoard& board : plan.boards) {
                for (const auto& seats : report_match_ups(set, search)) plan.games.push_back({&board, set, seats});
            }
        }
        const auto rival = plain_rival(search);
        if (!rival) continue;
        std::set<int> depths;
        for (const ReportSet set : plan.sets) depths.insert(set.minimax_depth);
        for (const int depth : depths) {
            const ReportSeat challenger{Algorithm::kAlphaBeta, depth, search};
            const ReportSeat plain{Algorithm::kAlphaBeta, depth, *rival};
            for (const ReportBoard& board : plan.boards) {
                plan.challenges.push_back({search, {&board, {depth, depth}, {challenger, plain}}});
                plan.challenges.push_back({search, {&board, {depth, depth}, {plain, challenger}}});
            }
        }
    }
    return plan;
}

/// A seat in the words of the report's tables: "MM 4". The pieces say which colour it plays.
std::string seat_name(const ReportSeat& seat) { return fmt::format("{} {}", print_algorithm(seat.algorithm), seat.depth); }

/// "4-4_Smolensk_MM-AB_original.gif"; the searches of both seats where they differ.
std::string animation_name(const ReportGame& game) {
    const auto& [first, second] = game.seats;
    std::string search(print_report_search(first.search));
    if (second.search != first.search) search += "-" + std::string(print_report_search(second.search));
    std::string board = game.board;  // perhaps a path
    std::replace(board.begin(), board.end(), '/', '-');
    return fmt::format("{}_{}_{}-{}_{}.gif", print_report_set(game.set), board, print_algorithm(first.algorithm),
                       print_algorithm(second.algorithm), search);
}

void write_animation(const std::string& folder, const ReportGame& game) {
    Played played{Game(game.spec), {}};
    Line& line = played.line;
    line.positions.push_back(played.game.start());
    for (const ReportMove& move : game.moves) {
        line.moves.push_back(move.move);
        line.positions.push_back(played.game.after(line.positions.back(), move.move));
    }
    PictureOptions picture;
    picture.names = {seat_name(game.seats[0]), seat_name(game.seats[1])};
    write_file(folder + "/" + animation_name(game), animate(played, static_cast<int>(line.moves.size()), picture));
}

int run_report(const ReportOptions& options) {
    if (!options.experiment.empty()) {
        ExperimentOptions settings = options.settings;
        settings.csv = options.csv;
        return run_experiment(options.experiment, report_boards(options.boards), settings);
    }
    const Plan plan = make_plan(options);
    for (const std::string& file : {options.csv, options.csv_moves, options.markdown}) check_output(file);
    if (!options.animate.empty()) make_folder(options.animate, "--animate");
    const std::size_t wanted = plan.games.size() + plan.challenges.size();
    ProgressBar bar(static_cast<int>(wanted));
    const Interrupts interrupts;
    int done = 0;
    std::vector<ReportGame> games;
    const auto play = [&](const Job& job) -> std::optional<ReportGame> {
        bar.show(done++, fmt::format("{} {}", print_report_search(job.seats[0].search), job.board->name));
        const GameSpec spec = report_spec(job.board->values);
        // Sets share games: minimax against minimax is the same in 4-4 and 4-5.
        for (const ReportGame& known : games) {
            if (known.board != job.board->name || known.spec != spec || known.seats != job.seats) continue;
            ReportGame again = known;
            again.set = job.set;
            return again;
        }
        return play_report_game(*job.board, job.set, job.seats, options.repeats, interrupts.flag());
    };
    for (const Job& job : plan.games) {
        if (auto game = play(job)) games.push_back(std::move(*game));
    }
    std::vector<Challenge> challenges;
    for (const auto& [search, job] : plan.challenges) {
        const int seat = job.seats[0].search == search ? 0 : 1;
        if (auto game = play(job)) challenges.push_back({search, seat, std::move(*game)});
    }
    bar.clear();

    std::string plain;
    std::string markdown = "## The War Game report of 2015, played again\n\n";
    for (const ReportSearch search : plan.searches) {
        for (const ReportSet set : plan.sets) {
            if (std::none_of(games.begin(), games.end(),
                             [&](const ReportGame& game) { return game.set == set && game.seats[0].search == search; }))
                continue;
            plain += report_table(games, set, search, TableStyle::kPlain);
            markdown += report_table(games, set, search, TableStyle::kMarkdown);
        }
    }
    const bool whole = games.size() + challenges.size() == wanted;
    if (whole) {
        plain += "Conclusion\n";
        markdown += "### Conclusion\n\n";
        for (const std::string& line : report_conclusions(games, challenges)) {
            plain += "  " + line + "\n";
            markdown += "- " + line + "\n";
        }
    }
    std::vector<ReportGame> all = games;
    for (const Challenge& challenge : challenges) all.push_back(challenge.game);
    // Before anything that may fail: the games took long.
    fmt::print("{}", plain);
    std::vector<std::pair<std::string, std::string>> files;
    if (!options.csv.empty()) files.emplace_back(options.csv, report_csv(all));
    if (!options.csv_moves.empty()) files.emplace_back(options.csv_moves, report_moves_csv(all));
    if (!options.markdown.empty()) files.emplace_back(options.markdown, std::move(markdown));
    write_files(files);
    if (!options.animate.empty()) {
        for (const ReportGame& game : all) write_animation(options.animate, game);
    }
    if (whole) return kFine;
    throw CommandFailure(fmt::format("interrupted after {} of {} games", games.size() + challenges.size(), wanted));
}

}  // namespace

void add_report_command(CLI::App& app, Action& action) {
    add_command<ReportOptions>(
        app, action, "report", "Play the 60 games of the 2015 War Game report again, to the node, and those it did not have",
        "  foray report --searches original\n"
        "  foray report --sets 3-3 --boards Keren,Smolensk\n"
        "  foray report --csv games.csv --markdown report.md\n"
        "  foray report --sets 4-4 --searches original --animate pictures\n"
        "  foray report --sets 3-3 --boards random:7:3 --searches correct --csv-moves moves.csv --repeats 5\n"
        "  foray report --experiment heuristics --boards random:1:40 --depth 2\n"
        "Searches: original (the report's program), correct (without its double move), ordered, original-vulnerable and\n"
        "vulnerable-report (the report's heuristic in both), vulnerable-sum, vulnerable-best.\n"
        "Experiments: heuristics (do vulnerable points help?), repeats, quiescence (data with and without), depth (the greatest that\n"
        "fits --time-limit), horizon (a blunder that one ply more would have seen).",
        [](CLI::App& command, ReportOptions& options) {
            auto* sets =
                command.add_option("--sets", options.sets, "depths of minimax and alpha-beta")->delimiter(',')->capture_default_str();
            command.add_option("--boards", options.boards, "named boards, files, random:SEED or random:SEED:COUNT")
                ->delimiter(',')
                ->capture_default_str();
            auto* searches = command.add_option("--searches", options.searches, "which searches, all if not given")->delimiter(',');
            command.add_option("--csv", options.csv, "write every game (of an experiment its table) to this file, a row each");
            auto* csv_moves = command.add_option("--csv-moves", options.csv_moves, "write every move to this file, a row each");
            auto* repeats = command.add_option("--repeats", options.repeats, "search every move this often and give the median times")
                                ->check(CLI::Range(1, 99))
                                ->capture_default_str();
            auto* markdown = command.add_option("--markdown", options.markdown, "write the tables to this file");
            auto* animate = command.add_option("--animate", options.animate, "write a GIF of every game into this folder");
            auto* experiment = command.add_option("--experiment", options.experiment, "heuristics, repeats, quiescence, depth or horizon");
            // What an experiment would leave unheard is refused.
            for (CLI::Option* games_only : {sets, searches, csv_moves, repeats, markdown, animate}) experiment->excludes(games_only);
            command.add_option("--depth", options.settings.depth, "plies of an experiment's searches")
                ->needs(experiment)
                ->check(CLI::Range(1, 9))
                ->capture_default_str();
            command.add_option("--time-limit", options.settings.limit_ms, "milliseconds of CPU time a move (experiment depth)")
                ->needs(experiment)
                ->check(decimal(1, 1e7))
                ->capture_default_str();
        },
        run_report);
}

}  // namespace foray::cli
