// Squares as text. Columns are letters from the left in both families; rows are numbered from the top in the raid family
// (A1 is the top-left square) and from the bottom in the Ataxx family (a1 is the bottom-left square).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "foray/rules/game_spec.h"

namespace foray {

/// "c3".
std::string print_square(const GameSpec& spec, int square);

/// Reads a letter and a number, c3 or [C,3], from the front of `text` and removes them; nothing if there is no such thing. The square may
/// lie off the board: then `square` is -1.
struct ParsedSquare {
    int square;
    std::string_view text;
};
std::optional<ParsedSquare> take_square(const GameSpec& spec, std::string_view& text);

/// The label of a row, as it appears in square names: 1 is at the top or at the bottom, by family.
int row_label(const GameSpec& spec, int row);
/// The letter of a column, 'a' for the first.
char column_letter(int col);

}  // namespace foray
