// Games as PGN.
//
// 1-0 means that the player in the tag White won, in every game, so that whoever reads PGN reads the results right. Black moves first, as
// in Ataxx (x is Black), and the tag FirstPlayer says so. Beside the usual seven the tags are Variant, SetUp, FEN, FinalFEN, TimeControl,
// Termination, PlyCount and Material (the first player's points minus the other's); for the raid family Raid and Values
// ("66 76 28/31 39 50"); About_* for where the game comes from. A game that the rules did not end names the reason in the tag Adjudicated,
// and more of it in Detail.
//
// What a player thought of a move follows in the comment as cutechess and fastchess write it, "{+0.25/4 0.067s, n=99, pv="g2 a2"}": value
// for the side that moved, depth, time, nodes, and the line that was expected; "exact" where the value is proved. What people wrote is a
// comment of its own, and what was tried instead of a move follows it in parentheses.
//
// The other dialect is that of cuteataxx: 1-0 means that the first player won, the tags Winner and Loser say who, and comments are
// "{ [%eval 0.25] movetime 67 value -0.25 depth 4 nodes 99 }", where [%eval] is the same for the first player.
//
// Reading understands both, files of ours from before FirstPlayer (they were in the second dialect), and programs for which White moves
// first (their FENs have the pieces P and p). A game without a Variant tag is Ataxx. A value without a fraction is of version 1 (record.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "foray/notation/record.h"

namespace foray {

enum class PgnDialect : std::uint8_t { kStandard, kCuteAtaxx };

std::string print_pgn(const GameRecord& record, PgnDialect dialect = PgnDialect::kStandard);

/// All games of a file, with comments and variations; annotation glyphs are skipped. Each game is replayed; a wrong move, Result, FinalFEN
/// or PlyCount is an error with its line, and then nothing is read.
Result<std::vector<GameRecord>> parse_pgn(std::string_view text);

}  // namespace foray
