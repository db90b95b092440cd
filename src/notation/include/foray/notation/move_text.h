// Moves as text.
//
//   raid family    c3     the piece goes to c3; where raids are mandatory the square decides whether it raids
//                  c3*    a raid, where it is optional (and accepted for every raid elsewhere)
//   Ataxx family   g2     a clone to g2        a1c3   a jump        0000   a forced pass
//
// A square may also be written [C,3], as one of the sources does.
// Reading is case-insensitive, knows the position, and explains in plain words why a move is not legal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "foray/board/result.h"
#include "foray/rules/game.h"

namespace foray {

std::string print_move(const GameSpec& spec, Move move);
Result<Move> parse_move(const Game& game, const WidePosition& position, std::string_view text);

/// A move as a person says it: the squares with or without what the game or anybody calls such a move, before them or after them.
/// "raid d3", "D3 Raid", "Commando Para Drop [C,3]", "jump a1 c3", "c3". An error where the word is not what the move would be.
Result<Move> parse_spoken_move(const Game& game, const WidePosition& position, std::string_view text);

/// "raid", "drop", "clone", "jump" or "pass": for programs.
std::string_view kind_of(const GameSpec& spec, Move move);
/// What the game itself calls such a move: "M1 Death Blitz", "Stake", "Clone", "pass".
std::string_view move_name(const GameSpec& spec, Move move);

/// Moves separated by blanks, each legal after those before it.
struct Line {
    std::vector<Move> moves;
    std::vector<WidePosition> positions;  ///< before the first move, and after each
};
/// The move that led to a position, to be marked on the board.
struct LastMove {
    Move move;
    WideBits captured;
};
/// The last one of the first `plies` moves; nothing at the start.
std::optional<LastMove> last_move(const Game& game, const Line& line, std::size_t plies);

Result<Line> parse_line(const Game& game, const WidePosition& start, std::string_view text);

}  // namespace foray
