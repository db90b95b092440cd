// Games as PGN, in the dialect that Ataxx tools write and read: tags Event, Site, Date, Round, Black, White, Result, FEN, FinalFEN,
// PlyCount, Material, moves with "{ movetime 67 }" comments. Black is the first player, and 1-0 means that the first player won.
//
// The other variants use the same dialect with the tags Variant, and for the raid family Raid and Values ("66 76 28/31 39 50"). A game
// without a Variant tag is Ataxx. A game that the rules did not end names the reason in the tag Adjudicated, and more of it in Detail.
//
// What a player thought of a move follows in the comment: "{ [%eval 0.25] movetime 67 value -0.25 depth 4 nodes 99 }", "exact" instead of
// "value" where it is proved; [%eval] is the same for the first player, as other programs read it. A value without a fraction is of version
// 1 (record.h says what it meant). What people wrote is a comment of its own, and what was tried instead of a move follows it in
// parentheses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "foray/notation/record.h"

namespace foray {

std::string print_pgn(const GameRecord& record);

/// All games of a file, with comments and variations; annotation glyphs are skipped. Each game is replayed; a wrong move, Result, FinalFEN
/// or PlyCount is an error with its line, and then nothing is read.
Result<std::vector<GameRecord>> parse_pgn(std::string_view text);

}  // namespace foray
