#include "report_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

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

std::string per_move(double total, int moves) { return moves == 0 ? "-" : fmt::format("{:.1f}", total / moves); }

Row table_row(const ReportGame& game) {
    const std::uint64_t erratum = published_erratum(game);
    Row row{game.board, fmt::format("{}-{}", print_algorithm(game.seats[0].algorithm), print_algorithm(game.seats[1].algorithm)),
            winner(game)};
    row.push_back(fmt::format("{}:{}", game.scores.first, game.scores.second));
    for (const int seat : {0, 1}) row.push_back(grouped(game.nodes(seat)) + (seat == 0 && erratum != 0 ? " [1]" : ""));
    for (const int seat : {0, 1}) row.push_back(per_move(static_cast<double>(game.nodes(seat)), game.moves_of(seat)));
    for (const int seat : {0, 1}) {
        row.push_back(game.moves_of(seat) == 0 ? "-" : fmt::format("{:.3f}", game.ms(seat) / game.moves_of(seat)));
    }
    return row;
}

std::string title(ReportSet set, ReportSearch search) {
    const char* what = search == ReportSearch::kOriginal        ? "the report's search"
                       : search == ReportSearch::kCorrect       ? "the correct search, no double move"
                       : search == ReportSearch::kOrdered       ? "the correct search, children ordered by static evaluation"
                       : search == ReportSearch::kVulnerableSum ? "the correct search, all points that a raid could take subtracted"
                                                                : "the correct search, the points of the best raid subtracted";
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
                              "Blue ms/move", "Green ms/move"}};
    std::string notes;
    for (const ReportGame& game : games) {
        if (game.set != set || game.seats[0].search != search) continue;
        rows.push_back(table_row(game));
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
        "set,board,p1,p2,minimax_depth,alphabeta_depth,p1_score,p2_score,p1_nodes,p2_nodes,moves,nodes_per_move,"
        "search,p1_ms_per_move,p2_ms_per_move,published_p1_nodes\n";
    for (const ReportGame& game : games) {
        std::string per;
        for (const ReportMove& move : game.moves) per += (per.empty() ? "" : " ") + std::to_string(move.nodes);
        const std::uint64_t erratum = published_erratum(game);
        out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{:.4f},{:.4f},{}\n", print_report_set(game.set), game.board,
                           print_algorithm(game.seats[0].algorithm), print_algorithm(game.seats[1].algorithm), game.set.minimax_depth,
                           game.set.alphabeta_depth, game.scores.first, game.scores.second, game.nodes(0), game.nodes(1), moves_text(game),
                           per, print_report_search(game.seats[0].search), game.ms(0) / game.moves_of(0), game.ms(1) / game.moves_of(1),
                           erratum == 0 ? "" : std::to_string(erratum));
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
        const char* verdict = counts[0] > counts[2] ? "it gains" : counts[0] < counts[2] ? "it loses" : "it gains nothing";
        out.push_back(fmt::format("{} against plain score difference, both {} plies deep, in both seats: {} won, {} tied, {} lost: {}.",
                                  print_report_search(who.first), who.second, counts[0], counts[1], counts[2], verdict));
    }
    return out;
}

}  // namespace foray::cli
