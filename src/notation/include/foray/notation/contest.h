// The protocol of the Ataxx Reloaded contest: one command per process, from standard input to standard output.
//
//   identify                       -> the agent's name
//   move, round, size, rows        -> x1:y1:x2:y2:   or   pass
//
// A row is "0:1:2:...:" with 0 empty, 1 mine, 2 the other's; x counts columns and y rows from the top left.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "foray/board/result.h"
#include "foray/rules/game.h"

namespace foray {

struct ContestIdentify {};

/// The asking side is the first player of the position if it is to move in an even ply, as the contest numbers rounds from 1 and does not
/// say who began: here it always is.
struct ContestMove {
    GameSpec spec;
    WidePosition position;
};

using ContestRequest = std::variant<ContestIdentify, ContestMove>;

Result<ContestRequest> parse_contest(std::string_view text);

/// The answer with its newline. A clone names the first own piece beside its target.
std::string print_contest_move(const Game& game, const WidePosition& position, Move move);

}  // namespace foray
