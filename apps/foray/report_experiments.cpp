#include "report_experiments.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "command.h"
#include "files.h"
#include "foray/notation/board_hint.h"
#include "foray/notation/coordinates.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/text.h"
#include "foray/render/terminal.h"
#include "numbers.h"
#include "progress.h"

namespace foray::cli {
namespace {

constexpr BoardSize kReportSize{6, 6};

/// "random:7:40" means forty boards; the number of them, if this is such a text.
std::optional<unsigned> random_count(const std::string& text) {
    const std::size_t last = text.find_last_of(':');
    if (!lower(text).starts_with("random:") || last < std::string("random:").size()) return std::nullopt;
    const auto count = parse_number(std::string_view(text).substr(last + 1), 100'000);
    if (!count) return std::nullopt;
    return static_cast<unsigned>(*count);
}

Chooser chooser(const TextbookOptions& options) {
    return [options](const GameSpec& spec, const WidePosition& position) { return textbook_search(spec, position, options).move; };
}

/// A player of the report as a chooser.
Chooser chooser(ReportSearch search, int depth) { return chooser(options_for({Algorithm::kAlphaBeta, depth, search})); }

/// "55.0 % +- 4.1, 12.3 +- 5.0 points a game, p = 0.02: it helps".
std::string result_text(const Comparison& result) {
    const char* verdict = result.chance >= 0.05 ? "no difference shown" : result.score > 0.5 ? "it helps" : "it harms";
    return fmt::format("{} pairs: {} won, {} tied, {} lost; {:.1f} % +- {:.1f} of the points, {:+.1f} +- {:.1f} a game, p = {:.3g}: {}",
                       result.pairs, result.won, result.tied, result.lost, 100 * result.score, 100 * result.score_error, result.margin,
                       result.margin_error, result.chance, verdict);
}

Comparison compare_with_bar(const Chooser& challenger, const Chooser& plain, const std::vector<ReportBoard>& boards,
                            const std::string& what) {
    ProgressBar bar(static_cast<int>(boards.size()));
    return compare(challenger, plain, boards, [&](int done) { bar.show(done, what); });
}

int run_heuristics(const std::vector<ReportBoard>& boards, const ExperimentOptions& options) {
    fmt::print(
        "Do vulnerable points help? Alpha-beta of 1 to {} plies against the same with plain score difference, both seats of {} boards;\n"
        "95 % intervals over boards, two-sided test.\n\n",
        options.depth, boards.size());
    for (const ReportSearch search : kReportSearches) {
        const auto rival = plain_rival(search);
        if (!rival) continue;
        for (int depth = 1; depth <= options.depth; ++depth) {
            const std::string name(print_report_search(search));
            const Comparison result = compare_with_bar(chooser(search, depth), chooser(*rival, depth), boards, name);
            fmt::print("{:<20} {} {:<5}  {}\n", name, depth, depth == 1 ? "ply" : "plies", result_text(result));
            std::fflush(stdout);
        }
    }
    return kFine;
}

void print_with_and_without(const std::string& board, const char* search, int depth, const WithAndWithout& result) {
    fmt::print("{:<14} {:<10} {:>5}  {:>14} {:>14} {:>6.2f}  {:>10.1f} {:>10.1f} {:>6.2f}  {:>6} {:>6}\n", board, search, depth,
               grouped(result.nodes[0]), grouped(result.nodes[1]),
               static_cast<double>(result.nodes[1]) / static_cast<double>(result.nodes[0]), result.cpu_ms[0], result.cpu_ms[1],
               result.cpu_ms[1] / std::max(result.cpu_ms[0], 0.001), result.other_values, result.other_moves);
    std::fflush(stdout);
}

int run_additions(const std::vector<ReportBoard>& boards, const ExperimentOptions& options, bool quiescence) {
    fmt::print("{} in all positions of a game: nodes and CPU time without and with it.\n\n",
               quiescence ? "Quiescence (captures played out at the depth limit)" : "Detection of repeated states");
    fmt::print("{:<14} {:<10} {:>5}  {:>14} {:>14} {:>6}  {:>10} {:>10} {:>6}  {:>6} {:>6}\n", "board", "search", "plies", "nodes", "with",
               "ratio", "ms", "with", "ratio", "values", "moves");
    for (const ReportBoard& board : boards) {
        for (const Algorithm algorithm : {Algorithm::kMinimax, Algorithm::kAlphaBeta}) {
            TextbookOptions without = plain_alpha_beta(options.depth);
            without.algorithm = algorithm;
            TextbookOptions with = without;
            (quiescence ? with.quiescence : with.repeats) = true;
            print_with_and_without(board.name, algorithm == Algorithm::kMinimax ? "minimax" : "alpha-beta", options.depth,
                                   with_and_without(board, without, with));
        }
    }
    fmt::print("\nvalues, moves: positions in which they become others.\n");
    if (!quiescence) return kFine;
    const TextbookOptions plain = plain_alpha_beta(options.depth);
    TextbookOptions quiet = plain;
    quiet.quiescence = true;
    fmt::print("In games against alpha-beta without it, both {} plies: {}\n", options.depth,
               result_text(compare_with_bar(chooser(quiet), chooser(plain), boards, "games")));
    return kFine;
}

int run_depth(const std::vector<ReportBoard>& boards, const ExperimentOptions& options) {
    fmt::print("The greatest depth whose search of the empty board takes at most {:g} ms of CPU time.\n\n", options.limit_ms);
    fmt::print("{:<14} {:<22} {:>5} {:>14} {:>10}\n", "board", "search", "plies", "nodes", "ms");
    struct Way {
        const char* name;
        TextbookOptions options;
    };
    Way ways[] = {{"minimax", plain_alpha_beta(1)},
                  {"alpha-beta", plain_alpha_beta(1)},
                  {"alpha-beta, ordered", plain_alpha_beta(1, MoveOrder::kStatic)},
                  {"both, repeated states", plain_alpha_beta(1, MoveOrder::kStatic)}};
    ways[0].options.algorithm = Algorithm::kMinimax;
    ways[3].options.repeats = true;
    for (const ReportBoard& board : boards) {
        for (const Way& way : ways) {
            const Feasible found = feasible_depth(board, way.options, options.limit_ms);
            fmt::print("{:<14} {:<22} {:>5} {:>14} {:>10.1f}{}\n", board.name, way.name, found.depth, grouped(found.nodes), found.cpu_ms,
                       found.whole_game ? "  to the end" : "");
            std::fflush(stdout);
        }
    }
    return kFine;
}

std::string line_text(const GameSpec& spec, const std::vector<Move>& line) {
    std::string out;
    for (const Move move : line) {
        out += (out.empty() ? "" : " ") + upper(print_square(spec, move.to)) + (move.is_raid() ? "*" : "");
    }
    return out;
}

int run_horizon(const std::vector<ReportBoard>& boards, const ExperimentOptions& options) {
    constexpr int kGames = 60;
    for (const ReportBoard& board : boards) {
        const auto found = find_horizon(board, options.depth, kGames, 1);
        if (!found) {
            fmt::print("{}: {} plies and {} agree in {} random positions.\n\n", board.name, options.depth, options.depth + 1, kGames);
            continue;
        }
        const Game game(report_spec(board.values));
        const auto& [position, depth, judge, bad, good, hoped, got, best] = *found;
        const std::string mover(game.variant().players[position.second_to_move ? 1 : 0]);
        fmt::print("{}: {} to move in\n\n{}\n", board.name, mover, draw_board(game, position, std::nullopt, {}));
        fmt::print("{} plies play {} and hope for {:+}; {} plies play {}.\n", depth, line_text(game.spec(), {bad}), hoped, depth + 1,
                   line_text(game.spec(), {good}));
        fmt::print("Seen {} plies deep the first is worth {:+}, the second {:+}: the horizon costs {} points.\n", judge, got, best,
                   found->loss());
        const auto after_line = [&](Move first) {
            std::vector<Move> line{first};
            const auto rest = expected_line(game.spec(), game.after(position, first), plain_alpha_beta(judge - 1, MoveOrder::kStatic));
            line.insert(line.end(), rest.begin(), rest.end());
            return line_text(game.spec(), line);
        };
        fmt::print("What {} plies expect:  {}\n", depth,
                   line_text(game.spec(), expected_line(game.spec(), position, plain_alpha_beta(depth))));
        fmt::print("What happens to it:   {}\nThe better line:      {}\n", after_line(bad), after_line(good));
        fmt::print("position {} (--rule raid=optional)\n\n", print_fen(game, position));
        std::fflush(stdout);
    }
    return kFine;
}

}  // namespace

std::vector<ReportBoard> report_boards(const std::vector<std::string>& texts) {
    std::vector<ReportBoard> boards;
    for (const std::string& text : texts) {
        if (const auto count = random_count(text)) {
            const std::string head = text.substr(0, text.find_last_of(':'));
            const RandomBoard random = std::get<RandomBoard>(require(parse_board_source(head), "--boards"));
            for (unsigned i = 0; i < *count; ++i) {
                boards.push_back({fmt::format("random:{}", random.seed + i), random_board(random.seed + i, kReportSize)});
            }
            continue;
        }
        const BoardSource source = require(parse_board_source(text), "--boards");
        if (const auto* named = std::get_if<const NamedBoard*>(&source)) {
            boards.push_back({std::string((*named)->name), (*named)->board()});
        } else if (const auto* random = std::get_if<RandomBoard>(&source)) {
            boards.push_back({lower(text), random_board(random->seed, random->size.value_or(kReportSize))});
        } else {
            if (!std::filesystem::exists(text)) throw UsageError("--boards: no such file, and " + unknown_board(text));
            boards.push_back({std::filesystem::path(text).stem().string(), require(parse_board(read_file(text)), text)});
        }
    }
    if (boards.empty()) throw UsageError("--boards: no boards");
    return boards;
}

int run_experiment(const std::string& name, const std::vector<ReportBoard>& boards, const ExperimentOptions& options) {
    for (const ReportBoard& board : boards) {
        if (board.values.rows * board.values.cols > 64) throw UsageError("--boards: " + board.name + " has more than 64 squares");
    }
    if (name == "heuristics") return run_heuristics(boards, options);
    if (name == "repeats") return run_additions(boards, options, false);
    if (name == "quiescence") return run_additions(boards, options, true);
    if (name == "depth") return run_depth(boards, options);
    if (name == "horizon") return run_horizon(boards, options);
    throw UsageError("--experiment: unknown experiment " + foray::quoted(name) +
                     "; the experiments are heuristics, repeats, quiescence, depth, horizon");
}

}  // namespace foray::cli
