#include "report_experiments.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "command.h"
#include "files.h"
#include "foray/notation/board_hint.h"
#include "foray/notation/coordinates.h"
#include "foray/notation/csv.h"
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
                       result.tally.games() / 2, result.tally.wins, result.tally.draws, result.tally.losses, 100 * result.score,
                       100 * result.score_error, result.margin, result.margin_error, result.chance, verdict);
}

Comparison compare_with_bar(const Chooser& challenger, const Chooser& plain, const std::vector<ReportBoard>& boards,
                            const std::string& what) {
    ProgressBar bar(static_cast<int>(boards.size()));
    return compare(challenger, plain, boards, [&](int done) { bar.show(done, what); });
}

/// The table of an experiment as a file. It is whole after every row, because an experiment may run for hours.
class CsvTable {
public:
    CsvTable(std::string path, const char* columns) : path_(std::move(path)), text_(columns) {}

    template <class... Fields>
    void add(const Fields&... fields) {
        std::string row;
        ((row += (row.empty() ? "" : ",") + fmt::format("{}", fields)), ...);
        text_ += row + "\n";
        if (!path_.empty()) write_file(path_, text_);
    }

private:
    std::string path_;
    std::string text_;
};

int run_heuristics(const std::vector<ReportBoard>& boards, const ExperimentOptions& options) {
    fmt::print(
        "Do vulnerable points help? Alpha-beta of 1 to {} plies against the same with plain score difference, both seats of {} boards;\n"
        "95 % intervals over boards, two-sided test.\n\n",
        options.depth, boards.size());
    CsvTable table(options.csv, "heuristic,plies,boards,won,tied,lost,score,score_error,margin,margin_error,p\n");
    for (const ReportSearch search : kReportSearches) {
        const auto rival = plain_rival(search);
        if (!rival) continue;
        for (int depth = 1; depth <= options.depth; ++depth) {
            const std::string name(print_report_search(search));
            const Comparison result = compare_with_bar(chooser(search, depth), chooser(*rival, depth), boards, name);
            fmt::print("{:<20} {} {:<5}  {}\n", name, depth, depth == 1 ? "ply" : "plies", result_text(result));
            std::fflush(stdout);
            table.add(name, depth, result.tally.games() / 2, result.tally.wins, result.tally.draws, result.tally.losses, result.score,
                      result.score_error, result.margin, result.margin_error, result.chance);
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
    CsvTable table(options.csv, "board,search,plies,nodes,nodes_with,cpu_ms,cpu_ms_with,other_values,other_moves\n");
    for (const ReportBoard& board : boards) {
        for (const Algorithm algorithm : {Algorithm::kMinimax, Algorithm::kAlphaBeta}) {
            TextbookOptions without = plain_alpha_beta(options.depth);
            without.algorithm = algorithm;
            TextbookOptions with = without;
            (quiescence ? with.quiescence : with.repeats) = true;
            const char* name = algorithm == Algorithm::kMinimax ? "minimax" : "alpha-beta";
            const WithAndWithout result = with_and_without(board, without, with);
            print_with_and_without(board.name, name, options.depth, result);
            table.add(csv_field(board.name), name, options.depth, result.nodes[0], result.nodes[1], result.cpu_ms[0], result.cpu_ms[1],
                      result.other_values, result.other_moves);
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
    CsvTable table(options.csv, "board,search,plies,nodes,cpu_ms,whole_game\n");
    for (const ReportBoard& board : boards) {
        for (const Way& way : ways) {
            const Feasible found = feasible_depth(board, way.options, options.limit_ms);
            fmt::print("{:<14} {:<22} {:>5} {:>14} {:>10.1f}{}\n", board.name, way.name, found.depth, grouped(found.nodes), found.cpu_ms,
                       found.whole_game ? "  to the end" : "");
            std::fflush(stdout);
            table.add(csv_field(board.name), csv_field(way.name), found.depth, found.nodes, found.cpu_ms, found.whole_game ? "yes" : "no");
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
            const auto rest = expected_line(game.spec(), game.after(found->position, first),
                                            plain_alpha_beta(found->judge_depth - 1, MoveOrder::kStatic));
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

/// A file's name in the tables: short, unless another board has that name.
std::string name_of_file(const std::string& path, const ValueBoard& values, const std::vector<ReportBoard>& others) {
    std::string stem = std::filesystem::path(path).stem().string();
    const auto is_other = [&](const ValueBoard& known) { return known.values != values.values || known.cols != values.cols; };
    const NamedBoard* published = find_board(stem);
    const bool taken =
        std::any_of(others.begin(), others.end(), [&](const ReportBoard& one) { return one.name == stem && is_other(one.values); });
    return taken || (published != nullptr && is_other(published->board())) ? path : stem;
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
            ValueBoard values = require(parse_board(read_file(text)), text);
            boards.push_back({name_of_file(text, values, boards), std::move(values)});
        }
    }
    if (boards.empty()) throw UsageError("--boards: no boards");
    return boards;
}

int run_experiment(const std::string& name, const std::vector<ReportBoard>& boards, const ExperimentOptions& options) {
    check_output(options.csv);
    for (const ReportBoard& board : boards) {
        if (board.values.rows * board.values.cols > 64) throw UsageError("--boards: " + board.name + " has more than 64 squares");
    }
    if (name == "heuristics") return run_heuristics(boards, options);
    if (name == "repeats") return run_additions(boards, options, false);
    if (name == "quiescence") return run_additions(boards, options, true);
    if (name == "depth") return run_depth(boards, options);
    if (name == "horizon" && !options.csv.empty()) throw UsageError("--csv: the horizon experiment shows positions and has no table");
    if (name == "horizon") return run_horizon(boards, options);
    throw UsageError("--experiment: unknown experiment " + foray::quoted(name) +
                     "; the experiments are heuristics, repeats, quiescence, depth, horizon");
}

}  // namespace foray::cli
