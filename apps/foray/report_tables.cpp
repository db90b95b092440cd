#include "report_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "foray/notation/coordinates.h"
#include "foray/notation/csv.h"
#include "foray/notation/move_text.h"
#include "foray/notation/text.h"
#include "numbers.h"

namespace foray::cli {
namespace {

using Row = std::vector<std::string>;

std::string layout(const std::vector<Row>& rows, TableStyle style) {
    std::vector<std::size_t> widths(rows.front().size(), 0);
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    const bool markdown = style == TableStyle::kMarkdown;
    std::string out;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        std::string line;
        for (std::size_t i = 0; i < rows[r].size(); ++i) {
            const bool words = i < 3;  // board, match-up, winner to the left; numbers to the right
            line += markdown ? "| " : "";
            line += words ? fmt::format("{:<{}}", rows[r][i], widths[i]) : fmt::format("{:>{}}", rows[r][i], widths[i]);
            line += markdown ? " " : "  ";
        }
        while (!markdown && line.ends_with(' ')) line.pop_back();
        out += line + (markdown ? "|\n" : "\n");
        if (markdown && r == 0) {
            for (std::size_t i = 0; i < widths.size(); ++i) out += i < 3 ? "|---" : "|---:";
            out += "|\n";
        }
    }
    return out;
}

std::string winner(const ReportGame& game) {
    if (game.scores.first == game.scores.second) return "tie";
    return game.scores.first > game.scores.second ? "Blue" : "Green";
}

/// What both seats have, or "first:second".
std::string of_both(std::string_view first, std::string_view second) {
    return std::string(first) + (first == second ? "" : ":" + std::string(second));
}

std::string heuristics(const ReportGame& game) {
    return of_both(print_heuristic(game.seats[0].search), print_heuristic(game.seats[1].search));
}

std::string searches(const ReportGame& game) {
    return of_both(print_report_search(game.seats[0].search), print_report_search(game.seats[1].search));
}

std::string per_move(double total, int moves) { return moves == 0 ? "-" : fmt::format("{:.1f}", total / moves); }

/// For a table of numbers: nothing where there is none.
std::string per_move_field(double ms, int moves) { return moves == 0 ? "" : fmt::format("{:.4f}", ms / moves); }

std::string ms_text(double ms, int moves) { return moves == 0 ? "-" : fmt::format("{:.3f}", ms / moves); }

Row table_row(const ReportGame& game, TableStyle style) {
    const std::uint64_t erratum = published_erratum(game);
    Row row{game.board, fmt::format("{}-{}", print_algorithm(game.seats[0].algorithm), print_algorithm(game.seats[1].algorithm)),
            winner(game)};
    row.push_back(fmt::format("{}:{}", game.scores.first, game.scores.second));
    for (const int seat : {0, 1}) row.push_back(grouped(game.nodes(seat)) + (seat == 0 && erratum != 0 ? " [1]" : ""));
    const int moves = game.moves_of(0) + game.moves_of(1);
    for (const int seat : {0, 1}) row.push_back(per_move(static_cast<double>(game.nodes(seat)), game.moves_of(seat)));
    row.push_back(per_move(static_cast<double>(game.nodes(0) + game.nodes(1)), moves));
    for (const int seat : {0, 1}) row.push_back(ms_text(game.ms(seat), game.moves_of(seat)));
    row.push_back(ms_text(game.ms(0) + game.ms(1), moves));
    row.push_back(ms_text(game.ms(0) + game.ms(1), 1));
    row.push_back(ms_text(game.cpu_ms(0) + game.cpu_ms(1), 1));
    if (style == TableStyle::kMarkdown) {
        row.push_back(heuristics(game));
        row.push_back(searches(game));
        row.push_back("`" + game.final_board + "`");
    }
    return row;
}

std::string title(ReportSet set, ReportSearch search) {
    const char* what = search == ReportSearch::kOriginal             ? "the report's search"
                       : search == ReportSearch::kCorrect            ? "the correct search, no double move"
                       : search == ReportSearch::kOrdered            ? "the correct search, children ordered by static evaluation"
                       : search == ReportSearch::kOriginalVulnerable ? "the report's search with its vulnerable points"
                       : search == ReportSearch::kVulnerableReport   ? "the correct search with the report's vulnerable points"
                       : search == ReportSearch::kVulnerableSum
                           ? "the correct search, all points of the searcher that a raid could take subtracted"
                           : "the correct search, the points of the searcher that the best raid takes subtracted";
    return fmt::format("Set {} (minimax {} plies, alpha-beta {}): {}", print_report_set(set), set.minimax_depth, set.alphabeta_depth, what);
}

std::string moves_text(const ReportGame& game) {
    std::string out;
    for (const ReportMove& move : game.moves) {
        out += (out.empty() ? "" : " ") + upper(print_move(game.spec, Move::place(move.move.to))) + (move.captured ? "*" : "");
    }
    return out;
}

/// Nodes of all alpha-beta seats over those of all minimax seats, in the games of one search and one set of equal depths.
double alphabeta_share(const std::vector<ReportGame>& games, ReportSearch search, int depth) {
    double minimax = 0;
    double alphabeta = 0;
    for (const ReportGame& game : games) {
        if (game.seats[0].search != search || game.set.minimax_depth != depth || game.set.alphabeta_depth != depth) continue;
        for (const int seat : {0, 1}) {
            const auto nodes = static_cast<double>(game.nodes(seat));
            (game.seats[static_cast<std::size_t>(seat)].algorithm == Algorithm::kMinimax ? minimax : alphabeta) += nodes;
        }
    }
    return minimax == 0 ? -1 : alphabeta / minimax;
}

}  // namespace

std::string report_table(const std::vector<ReportGame>& games, ReportSet set, ReportSearch search, TableStyle style) {
    std::vector<Row> rows = {{"board", "players", "winner", "score", "Blue nodes", "Green nodes", "Blue nodes/move", "Green nodes/move",
                              "both", "Blue ms/move", "Green ms/move", "both", "game ms", "CPU ms"}};
    if (style == TableStyle::kMarkdown) rows.front().insert(rows.front().end(), {"heuristic", "search", "final board"});
    std::string notes;
    for (const ReportGame& game : games) {
        if (game.set != set || game.seats[0].search != search) continue;
        rows.push_back(table_row(game, style));
        if (const std::uint64_t erratum = published_erratum(game)) {
            notes += fmt::format("[1] printed in the report as {}: the total divided by its {} moves, and so the averages built on it\n",
                                 grouped(erratum), game.moves_of(0));
        }
    }
    const bool markdown = style == TableStyle::kMarkdown;
    return (markdown ? "### " : "") + title(set, search) + "\n\n" + layout(rows, style) +
           (notes.empty() ? "" : (markdown ? "\n" : "") + notes) + "\n";
}

std::string report_csv(const std::vector<ReportGame>& games) {
    std::string out =
        "game,set,board,p1,p2,minimax_depth,alphabeta_depth,p1_score,p2_score,p1_nodes,p2_nodes,moves,nodes_per_move,"
        "search,p1_ms_per_move,p2_ms_per_move,published_p1_nodes,heuristic,final_board,winner,nodes_per_move_both,ms_per_move_both,game_ms,"
        "p1_cpu_ms,p2_cpu_ms\n";
    int number = 0;
    for (const ReportGame& game : games) {
        std::string per;
        for (const ReportMove& move : game.moves) per += (per.empty() ? "" : " ") + std::to_string(move.nodes);
        const std::uint64_t erratum = published_erratum(game);
        out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},", ++number, print_report_set(game.set),
                           csv_field(game.board), print_algorithm(game.seats[0].algorithm), print_algorithm(game.seats[1].algorithm),
                           game.set.minimax_depth, game.set.alphabeta_depth, game.scores.first, game.scores.second, game.nodes(0),
                           game.nodes(1), moves_text(game), per, searches(game), per_move_field(game.ms(0), game.moves_of(0)),
                           per_move_field(game.ms(1), game.moves_of(1)), erratum == 0 ? "" : std::to_string(erratum));
        const auto moves = static_cast<double>(game.moves.size());
        const double ms = game.ms(0) + game.ms(1);
        out += fmt::format("{},{},{},{:.1f},{:.4f},{:.3f},{:.3f},{:.3f}\n", heuristics(game), game.final_board, winner(game),
                           static_cast<double>(game.nodes(0) + game.nodes(1)) / moves, ms / moves, ms, game.cpu_ms(0), game.cpu_ms(1));
    }
    return out;
}

std::string report_moves_csv(const std::vector<ReportGame>& games) {
    std::string out =
        "game,set,board,search,p1,p2,move,player,algorithm,depth,heuristic,square,kind,captured,nodes,ms,cpu_ms,blue_score,green_score\n";
    int number = 0;
    for (const ReportGame& game : games) {
        ++number;
        for (std::size_t i = 0; i < game.moves.size(); ++i) {
            const ReportMove& move = game.moves[i];
            const ReportSeat& seat = game.seats[i % 2];
            out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:.4f},{:.4f},{},{}\n", number, print_report_set(game.set),
                               csv_field(game.board), print_report_search(seat.search), print_algorithm(game.seats[0].algorithm),
                               print_algorithm(game.seats[1].algorithm), i + 1, i % 2 == 0 ? "Blue" : "Green",
                               print_algorithm(seat.algorithm), seat.depth, print_heuristic(seat.search),
                               upper(print_square(game.spec, move.move.to)), move.move.is_raid() ? "raid" : "drop",
                               move.captured ? "yes" : "no", move.nodes, move.ms, move.cpu_ms, move.scores.first, move.scores.second);
        }
    }
    return out;
}

std::vector<std::string> report_conclusions(const std::vector<ReportGame>& games, const std::vector<Challenge>& challenges) {
    std::vector<std::string> out;
    for (const int depth : {3, 4}) {
        for (const ReportSearch search : kReportSearches) {
            const double share = alphabeta_share(games, search, depth);
            if (share < 0) continue;
            out.push_back(fmt::format("{} plies, {}: alpha-beta visits {:.1f} % of the nodes of minimax.", depth,
                                      print_report_search(search), 100 * share));
        }
    }
    for (const ReportSearch search : kReportSearches) {
        int blue = 0;
        int green = 0;
        int total = 0;
        for (const ReportGame& game : games) {
            if (game.seats[0].search != search) continue;
            ++total;
            blue += game.scores.first > game.scores.second ? 1 : 0;
            green += game.scores.second > game.scores.first ? 1 : 0;
        }
        if (total == 0) continue;
        out.push_back(fmt::format("{}: Blue, who moves first, wins {} of {} games, Green {}, {} ties.", print_report_search(search), blue,
                                  total, green, total - blue - green));
    }
    std::map<std::pair<ReportSearch, int>, std::array<int, 3>> tally;
    for (const Challenge& one : challenges) {
        const int margin = (one.game.scores.first - one.game.scores.second) * (one.challenger_seat == 0 ? 1 : -1);
        ++tally[{one.challenger, one.game.set.alphabeta_depth}][margin > 0 ? 0 : margin == 0 ? 1 : 2];
    }
    for (const auto& [who, counts] : tally) {
        out.push_back(fmt::format(
            "{} against plain score difference, both {} plies deep, in both seats: {} won, {} tied, {} lost{}.",
            print_report_search(who.first), who.second, counts[0], counts[1], counts[2],
            counts[0] + counts[1] + counts[2] < 100 ? "; too few games to say more (see foray report --experiment heuristics)" : ""));
    }
    return out;
}

}  // namespace foray::cli
