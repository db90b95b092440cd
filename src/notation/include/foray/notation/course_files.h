// The files of two USC assignments that are played on this family of games.
//
// Squirrels (CSCI 561, spring 2016): task 1 greedy, 2 minimax, 3 alpha-beta, 4 a battle of two of these.
//
//     2                 task                       4                 task
//     X                 who moves                  X  2  3           first player, its algorithm, its depth   (one a line)
//     3                 depth                      O  1  1           second player, likewise
//     5 lines of values, 5 lines of * X O          values and board as on the left
//
// Stake & Raid (CSCI 561, fall 2016): N, MINIMAX | ALPHABETA | COMPETITION, X | O, depth (or, in a competition, the seconds left),
// N lines of values, N lines of . X O. The answer is the move ("F6 Stake") and the board after it.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "foray/board/result.h"
#include "foray/rules/game.h"

namespace foray {

enum class SquirrelsTask : std::uint8_t { kGreedy = 1, kMinimax = 2, kAlphaBeta = 3, kBattle = 4 };

struct SquirrelsPlayer {
    bool plays_second_colour = false;                  ///< plays O
    SquirrelsTask algorithm = SquirrelsTask::kGreedy;  ///< never kBattle
    int depth = 1;
    friend bool operator==(const SquirrelsPlayer&, const SquirrelsPlayer&) = default;
};

/// In a battle both players count; otherwise the first alone. The first player is to move in `position`.
struct SquirrelsInput {
    SquirrelsTask task = SquirrelsTask::kGreedy;
    std::array<SquirrelsPlayer, 2> players{};
    GameSpec spec;
    WidePosition position;
    friend bool operator==(const SquirrelsInput&, const SquirrelsInput&) = default;
};

Result<SquirrelsInput> parse_squirrels(std::string_view text);
std::string print_squirrels(const SquirrelsInput& input);

enum class StakeraidMode : std::uint8_t { kMinimax, kAlphaBeta, kCompetition };

struct StakeraidInput {
    StakeraidMode mode = StakeraidMode::kMinimax;
    int depth = 1;       ///< not in a competition
    double seconds = 0;  ///< in a competition
    GameSpec spec;
    WidePosition position;
    friend bool operator==(const StakeraidInput&, const StakeraidInput&) = default;
};

Result<StakeraidInput> parse_stakeraid(std::string_view text);
std::string print_stakeraid(const StakeraidInput& input);

/// The squares row by row, X and O and `empty`, each row with its newline.
std::string print_cells(const Game& game, const WidePosition& position, char empty);
/// "F6 Stake" and the board after the move.
std::string print_stakeraid_answer(const Game& game, const WidePosition& before, Move move);

}  // namespace foray
