// The parts of a tournament's page, shared by the report in one file and the page that is watched live.
#pragma once

#include <string>
#include <string_view>

#include "foray/store/report.h"

namespace foray {

/// What both pages look like, without a tag around it.
std::string_view report_style();
std::string standings_html(const TournamentReport& report);
std::string crosstable_html(const TournamentReport& report);
/// What the table says below itself: draws, lengths, the sequential test.
std::string remarks_html(const TournamentReport& report);
/// A chart.
std::string ratings_html(const TournamentReport& report);

}  // namespace foray
