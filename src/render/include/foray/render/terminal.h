// A position drawn with characters. Plain text marks pieces x and o; in colour they become a disc and a ring on tinted squares.
//
//        A     B     C
//   1    66    76    28          [x76] the last move
//   2    31  [x39]  (x50)        (x50) what it captured       =x28= settled, if asked for: it can never change hands
#pragma once

#include <optional>
#include <string>

#include "foray/notation/move_text.h"
#include "foray/rules/game.h"

namespace foray {

struct TerminalStyle {
    bool colour = false;
    WideBits settled{};  ///< squares to mark as settled
};

std::string draw_board(const Game& game, const WidePosition& position, const std::optional<LastMove>& last, TerminalStyle style);

/// Two lines: points of both players, and whose turn it is or who won.
std::string draw_status(const Game& game, const WidePosition& position);

}  // namespace foray
