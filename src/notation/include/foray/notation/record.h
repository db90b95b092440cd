// A game that was played, as JSON:
//
//   { "foray": 1, "game": "wargame", "raid": "mandatory", "values": [[66, 76, ...], ...],      (raid family)
//     "foray": 1, "game": "ataxx", "size": 7,                                                  (Ataxx family)
//     "start": "6/6/6/6/6/6 x 0", "moves": ["c3", "d4"],
//     "result": { "outcome": "first", "reason": "board full", "scores": [700, 300] } }
//
// Reading replays the moves: a record with an illegal move, or a result that its moves do not lead to, is refused whole.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "foray/notation/result.h"
#include "foray/rules/game.h"

namespace foray {

struct GameRecord {
    GameSpec spec;
    WidePosition start;
    std::vector<Move> moves;

    friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

std::string print_record(const GameRecord& record);
Result<GameRecord> parse_record(std::string_view text);

/// The position after the last move.
WidePosition final_position(const Game& game, const GameRecord& record);

/// "first", "second", "draw" or "ongoing"; "board full" and so on, or "" for a game that goes on.
std::string_view print_outcome(Outcome outcome);
std::string_view print_reason(EndReason reason);

}  // namespace foray
