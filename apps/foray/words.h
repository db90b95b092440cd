// What the commands say about moves and values, in the words of the game.
#pragma once

#include <string>
#include <vector>

#include "foray/notation/move_text.h"
#include "foray/rules/game.h"

namespace foray::cli {

/// "value +3.25 for Blue", "exact value +3 for Blue", or "Black wins by 25" and "Black loses by 3" where a game of the Ataxx family is
/// decided. The value is that of the side to move, and named after it.
std::string value_text(const GameSpec& spec, bool second_to_move, int hundredths, bool exact);

/// The same, short enough for a column: "+3.25", "wins by 25".
std::string short_value(const GameSpec& spec, int hundredths);

/// "d4 (M1 Death Blitz)".
std::string named_move(const GameSpec& spec, Move move);

/// The moves as text, one by one: a line in JSON.
std::vector<std::string> move_texts(const GameSpec& spec, const std::vector<Move>& moves);
/// The same in one text: "d4 c3".
std::string line_text(const GameSpec& spec, const std::vector<Move>& moves);

/// A sentence on stderr where a player does not play as its name promises.
void tell_remark(const GameSpec& spec, const std::string& player);

}  // namespace foray::cli
