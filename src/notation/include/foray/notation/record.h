// A game that was played, as JSON:
//
//   { "foray": 3, "game": "wargame", "raid": "mandatory", "values": [[66, 76, ...], ...],      (raid family)
//     "foray": 3, "game": "ataxx", "size": 7,                                                  (Ataxx family)
//     "players": ["alphabeta:4", "human"], "date": "2026-11-15", "about": {"program": "foray 0.1", "seed": "7"},
//     "start": "6/6/6/6/6/6 x 0",
//     "moves": [{"move": "c3"}, {"move": "d4", "value": 3.0, "depth": 4, "nodes": 27231, "ms": 0.19, "pv": "d4 d5",
//                                "comment": "too greedy", "variations": [["c4", "c2"]]}],
//     "result": { "outcome": "first", "reason": "board full", "scores": [700, 300] } }
//
// Values are points or pieces, positive where the first player is ahead; a proved one has "exact": true beside it. The moves of a line are
// all objects, or all texts where there is nothing more to say of any. Older versions are still read: version 2 had values in hundredths
// for the side that moved, and version 1 whole ones, but for the engine's in the Ataxx family, which were hundredths. Reading replays the
// moves: a record with an illegal move, or a result that its moves do not lead to, is refused whole. A game that the rules have not ended
// may have been ended by the players or a referee; the reason then says so. "variations" are lines that were tried instead of a move; what
// was tried after the last move begins with that move. pgn.h has the same games as PGN.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "foray/board/result.h"
#include "foray/notation/ending_text.h"
#include "foray/rules/game.h"

namespace foray {

/// What a player said about a move.
struct MoveNote {
    std::optional<int> value;  ///< for the side that moved, in hundredths
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<double> ms;
    bool exact = false;        ///< `value` was proved to be the result of best play
    std::string comment{};     ///< what somebody wrote about the move
    std::vector<Move> line{};  ///< the play that was expected, beginning with the move itself; it need not have happened
    [[nodiscard]] bool empty() const { return !value && !depth && !nodes && !ms && comment.empty() && line.empty(); }
    friend bool operator==(const MoveNote&, const MoveNote&) = default;
};

/// What was tried beside a line of moves.
struct Variation {
    std::size_t ply = 0;                  ///< the move of that line which it replaces, counted from 0; it may begin with that very move
    std::vector<Move> moves{};            ///< at least one
    std::vector<MoveNote> notes{};        ///< one per move, or none at all
    std::vector<Variation> variations{};  ///< beside this one
    friend bool operator==(const Variation&, const Variation&) = default;
};
/// Variations beside variations: deeper ones are refused in reading.
inline constexpr int kMostNesting = 64;

/// An end that the rules did not bring about.
struct Decided {
    Outcome outcome = Outcome::kDraw;
    Ending ending = Ending::kAdjudication;  ///< one for which is_decided() holds
    std::string detail{};                   ///< more of it for people, such as "exit code 139"; may be empty
    friend bool operator==(const Decided&, const Decided&) = default;
};

/// The key in `about` of the event that a game belongs to: PGN's tag Event.
inline constexpr std::string_view kEventKey = "Event";

struct GameRecord {
    GameSpec spec;
    WidePosition start;
    std::vector<Move> moves;
    std::vector<MoveNote> notes{};         ///< one per move, or none at all
    std::array<std::string, 2> players{};  ///< first player first; may be empty
    std::string date{};                    ///< "2026-11-15", may be empty
    std::optional<Decided> decided{};      ///< only where the rules have not ended the game
    /// Where the game comes from, in words of the program that made it: version, seed, limits. Kept and shown, never judged.
    std::vector<std::pair<std::string, std::string>> about{};
    std::vector<Variation> variations{};  ///< what was tried beside the game

    friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

/// A value of a record of version 1 in hundredths; nothing where it would leave the range of a value.
std::optional<int> value_of_version_1(std::int64_t value, const GameSpec& spec, std::string_view player);

/// Empties a list of notes that say nothing.
void drop_if_silent(std::vector<MoveNote>& notes);

std::string print_record(const GameRecord& record);
Result<GameRecord> parse_record(std::string_view text);

/// Of an expected line in text, as far as it can be played from `before` and if it begins with the move that was made there.
std::vector<Move> legal_part(const Game& game, const WidePosition& before, std::string_view text, Move made);

/// The rules' verdict, or what was decided where the rules have none.
Verdict verdict_of(const Game& game, const GameRecord& record);
Verdict verdict_of(const Verdict& by_rules, const std::optional<Decided>& decided);

/// The position after the last move.
WidePosition final_position(const Game& game, const GameRecord& record);

/// "first", "second", "draw" or "ongoing".
std::string_view print_outcome(Outcome outcome);

}  // namespace foray
