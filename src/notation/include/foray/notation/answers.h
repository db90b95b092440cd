// What programs of contests and courses are asked and answer, seen from the side of the one who asks. (contest.h and course_files.h are the
// other side.)
#pragma once

#include <string>
#include <string_view>

#include "foray/board/result.h"
#include "foray/rules/game.h"

namespace foray {

/// "move", the round, the size and the rows, for the side to move.
std::string print_contest_request(const Game& game, const WidePosition& position);

/// "x1:y1:x2:y2:" on its first line as a legal move; "pass" or nothing where only passing is legal. The error says why it is none.
Result<Move> parse_contest_answer(const Game& game, const WidePosition& position, std::string_view text);

/// The legal move that leads to the board in a next_state.txt.
Result<Move> parse_squirrels_answer(const Game& game, const WidePosition& position, std::string_view text);

/// The move on the first line of an output.txt: "F6 Stake" or "F6 Raid". The board below it is not looked at.
Result<Move> parse_stakeraid_answer(const Game& game, const WidePosition& position, std::string_view text);

}  // namespace foray
