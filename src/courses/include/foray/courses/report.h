// The games of the 2015 War Game report (University of Illinois, CS440), and the same games with the searches it did not have.
//
// Four match-ups (minimax and alpha-beta in both seats) on five boards, three sets of depths; the optional raid rule. A node is a child
// generated below the root's children; the correct searches count root and leaves, as TextbookSearcher does.
//
// The games have a loop of their own, beside match's, because a move is searched several times in a row to be timed (wall and processor),
// with counters that players do not have; and because courses stands below players and matches.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "foray/notation/board_text.h"
#include "foray/textbook/search.h"

namespace foray {

struct ReportSet {
    int minimax_depth;
    int alphabeta_depth;
    friend bool operator==(const ReportSet&, const ReportSet&) = default;
};

/// "4-5".
std::string print_report_set(ReportSet set);
Result<ReportSet> parse_report_set(std::string_view text);

/// How the players of a table search.
enum class ReportSearch : std::uint8_t {
    kOriginal,            ///< the report's program, with its double move
    kCorrect,             ///< the same depths without the bug
    kOrdered,             ///< correct, children ordered by their static evaluation
    kOriginalVulnerable,  ///< the report's program with its own heuristic
    kVulnerableReport,    ///< correct, with the report's heuristic: without the vulnerable points of the player to move at the leaf
    kVulnerableSum,       ///< correct, without all points of the searcher that a raid could take
    kVulnerableBest,      ///< correct, without the points of the searcher that the best raid takes
};
inline constexpr std::array<ReportSearch, 7> kReportSearches = {
    ReportSearch::kOriginal,         ReportSearch::kCorrect,       ReportSearch::kOrdered,       ReportSearch::kOriginalVulnerable,
    ReportSearch::kVulnerableReport, ReportSearch::kVulnerableSum, ReportSearch::kVulnerableBest};
/// The search with plain score difference that a vulnerable one is compared with; nothing for the others.
std::optional<ReportSearch> plain_rival(ReportSearch search);
std::string_view print_report_search(ReportSearch search);
Result<ReportSearch> parse_report_search(std::string_view text);

struct ReportSeat {
    Algorithm algorithm;
    int depth;
    ReportSearch search;
    friend bool operator==(const ReportSeat&, const ReportSeat&) = default;
};
TextbookOptions options_for(const ReportSeat& seat);

/// "score", "vulnerable-report", ...: the heuristic as the tables name it.
std::string_view print_heuristic(ReportSearch search);

struct ReportMove {
    Move move;
    bool captured;
    std::uint64_t nodes;
    double ms;      ///< on the clock
    double cpu_ms;  ///< of this thread
    Scores scores;  ///< after the move
};

/// A board with its name: one of the report's, a file, or a random one.
struct ReportBoard {
    std::string name;
    ValueBoard values;
};

struct ReportGame {
    std::string board;
    ReportSet set;
    std::array<ReportSeat, 2> seats;
    GameSpec spec;
    std::vector<ReportMove> moves;
    Scores scores;
    std::string final_board;  ///< "BGGBBB/...", B and G, rows from the top

    [[nodiscard]] std::uint64_t nodes(int seat) const;
    [[nodiscard]] double ms(int seat) const;
    [[nodiscard]] double cpu_ms(int seat) const;
    [[nodiscard]] int moves_of(int seat) const;
};

/// Every search is repeated; its times are the median ones. Nothing if it was stopped, which is looked at before every move.
std::optional<ReportGame> play_report_game(const ReportBoard& board, ReportSet set, const std::array<ReportSeat, 2>& seats, int repeats,
                                           const std::atomic<bool>& stop);
ReportGame play_report_game(const NamedBoard& board, ReportSet set, const std::array<ReportSeat, 2>& seats);

/// The game of the report: the War Game on this board, raids optional.
GameSpec report_spec(const ValueBoard& board);

/// The seats of the four match-ups, in the order of the report's tables.
std::array<std::array<ReportSeat, 2>, 4> report_match_ups(ReportSet set, ReportSearch search);

/// A total that the report printed wrongly, or 0: player 1 on Narvik, alpha-beta against alpha-beta, divided by its 18 moves.
std::uint64_t published_erratum(const ReportGame& game);

/// "MM" or "AB".
std::string_view print_algorithm(Algorithm algorithm);

}  // namespace foray
