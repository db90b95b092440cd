// Ataxx as programs for chess variants write it (Fairy-Stockfish, pychess): White moves first and has the pieces P, Black has p, `*` is
// blocked, a clone is "P@g2", and the side to move is w or b.
#pragma once

#include <string>
#include <string_view>

#include "foray/rules/game.h"

namespace foray {

/// Whether a FEN has such pieces.
bool is_fairy_fen(std::string_view fen);
/// "P5p/7/7/7/7/7/p5P w - - 0 1" as "x5o/7/7/7/7/7/o5x x 0 1", and back. Text alone is changed: whether it is a position is for the reader
/// of FENs to say.
std::string from_fairy_fen(std::string_view fen);
std::string to_fairy_fen(std::string_view fen);

/// "P@g2" as "g2"; everything else as it is.
std::string_view from_fairy_move(std::string_view move);
std::string to_fairy_move(const GameSpec& spec, Move move);

}  // namespace foray
