// Files of games, however many: a JSON record, JSON lines, a tournament's export as JSON, or PGN.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "foray/board/result.h"
#include "foray/notation/record.h"

namespace foray {

/// All games of a file, told apart by its first character. An error names its line and, where there are several, the game.
Result<std::vector<GameRecord>> parse_games(std::string_view text);

/// The game of that number, counted from 1. Without a number the file must hold one game only; the error says how many there are, and that
/// `option` chooses.
Result<GameRecord> choose_game(std::vector<GameRecord> games, std::optional<int> number, std::string_view option);

}  // namespace foray
