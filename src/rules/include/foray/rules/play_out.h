// The one loop of a game: whoever plays whole games (the referee, the report, course battles, tuning, openings) says what is played.
#pragma once

#include <optional>

#include "foray/rules/game.h"

namespace foray {

/// Plays from `position` until the rules have ended the game or `choose` gives no move, and returns where that is. `choose` is called with
/// each position in turn and answers with a legal move as std::optional<Move>.
template <class Choose>
WidePosition play_out(const Game& game, WidePosition position, Choose&& choose) {
    while (!game.verdict(position).over()) {
        const std::optional<Move> move = choose(position);
        if (!move) break;
        position = game.after(position, *move);
    }
    return position;
}

}  // namespace foray
