// The games of the 2015 War Game report (University of Illinois, CS440), and the same games with the searches it did not have.
//
// Four match-ups (minimax and alpha-beta in both seats) on five boards, three sets of depths; the optional raid rule. A node is a child
// generated below the root's children; the correct searches count root and leaves, as TextbookSearcher does.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
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
    kOriginal,        ///< the report's program, with its double move
    kCorrect,         ///< the same depths without the bug
    kOrdered,         ///< correct, children ordered by their static evaluation
    kVulnerableSum,   ///< correct, evaluated without all points that a raid could take
    kVulnerableBest,  ///< correct, evaluated without the points that the best raid takes
};
inline constexpr std::array<ReportSearch, 5> kReportSearches = {ReportSearch::kOriginal, ReportSearch::kCorrect, ReportSearch::kOrdered,
                                                                ReportSearch::kVulnerableSum, ReportSearch::kVulnerableBest};
std::string_view print_report_search(ReportSearch search);
Result<ReportSearch> parse_report_search(std::string_view text);

struct ReportSeat {
    Algorithm algorithm;
    int depth;
    ReportSearch search;
    friend bool operator==(const ReportSeat&, const ReportSeat&) = default;
};
TextbookOptions options_for(const ReportSeat& seat);

struct ReportMove {
    Move move;
    bool captured;
    std::uint64_t nodes;
    double ms;
};

struct ReportGame {
    std::string board;
    ReportSet set;
    std::array<ReportSeat, 2> seats;
    GameSpec spec;
    std::vector<ReportMove> moves;
    Scores scores;

    [[nodiscard]] std::uint64_t nodes(int seat) const;
    [[nodiscard]] double ms(int seat) const;
    [[nodiscard]] int moves_of(int seat) const;
};

ReportGame play_report_game(const NamedBoard& board, ReportSet set, const std::array<ReportSeat, 2>& seats);

/// The seats of the four match-ups, in the order of the report's tables.
std::array<std::array<ReportSeat, 2>, 4> report_match_ups(ReportSet set, ReportSearch search);

/// A total that the report printed wrongly, or 0: player 1 on Narvik, alpha-beta against alpha-beta, divided by its 18 moves.
std::uint64_t published_erratum(const ReportGame& game);

/// "MM" or "AB".
std::string_view print_algorithm(Algorithm algorithm);

}  // namespace foray
