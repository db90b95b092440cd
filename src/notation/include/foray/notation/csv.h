// Tables as text: the one way in which cells of CSV are written.
//
// Names come from outside, and a spreadsheet runs a cell that begins with = + - or @. Such a cell gets an apostrophe in front, which
// spreadsheets take for "this is text"; a plain number stays one. Control bytes become spaces, but for line feeds, which may stand
// between quotes.
#pragma once

#include <string>
#include <string_view>

namespace foray {

/// One cell: made harmless, and quoted where it holds what separates cells or lines.
std::string csv_field(std::string_view text);

}  // namespace foray
