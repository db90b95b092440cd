// The tables and conclusions of `foray report`, as text.
#pragma once

#include <string>
#include <vector>

#include "foray/courses/report.h"

namespace foray::cli {

/// Whether tables are lined up for a terminal or written for a page.
enum class TableStyle { kPlain, kMarkdown };

std::string report_table(const std::vector<ReportGame>& games, ReportSet set, ReportSearch search, TableStyle style);
/// One row a game, numbered; both tables of the same games have the same numbers.
std::string report_csv(const std::vector<ReportGame>& games);
/// One row a move.
std::string report_moves_csv(const std::vector<ReportGame>& games);

/// A game of an evaluation against the plain score difference at the same depth.
struct Challenge {
    ReportSearch challenger;
    int challenger_seat;
    ReportGame game;
};

/// Sentences that follow from the numbers, one a line.
std::vector<std::string> report_conclusions(const std::vector<ReportGame>& games, const std::vector<Challenge>& challenges);

}  // namespace foray::cli
