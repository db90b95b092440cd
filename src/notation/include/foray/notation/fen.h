// Positions as one line of text.
//
//   raid family    x1o3/6/6/6/6/6 x 2           rows from the top, pieces and numbers of empties; side to move; plies played
//   Ataxx family   x5o/7/7/7/7/7/o5x x 0 1      the same rows, '-' for a blocked square; side; plies without a clone; full moves
//
// The numbers at the end may be left out. Then a raid position counts as many plies as it has pieces, an Ataxx position is fresh (0 1).
// "startpos" is the start position of the game.
#pragma once

#include <string>
#include <string_view>

#include "foray/board/result.h"
#include "foray/notation/spec_text.h"
#include "foray/rules/game.h"

namespace foray {

/// The board size that a FEN describes, so that a game can be made for it.
Result<BoardSize> fen_size(std::string_view fen);

Result<WidePosition> parse_fen(const Game& game, std::string_view fen);
std::string print_fen(const Game& game, const WidePosition& position);

}  // namespace foray
