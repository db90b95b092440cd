// A position drawn with characters. Plain text marks pieces x and o; in colour they become what the players' names say: blue and green,
// X and O, black and white stones.
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

/// Two lines: points of both players and who leads by how much, and whose turn it is or who won. Players are shown with their pieces as the
/// board above draws them.
std::string draw_status(const Game& game, const WidePosition& position, TerminalStyle style = {});

}  // namespace foray
