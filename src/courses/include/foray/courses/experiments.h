// What the 2015 report asked for and did not have, as experiments on raid boards of up to 64 squares: whether a heuristic helps, repeated
// states and quiescence with data with and without them, the greatest depth that fits a time, and the horizon effect on an example.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "foray/courses/report.h"
#include "foray/rules/tally.h"

namespace foray {

/// Textbook alpha-beta, every node of it visited one by one: times of searches with and without an addition then compare.
TextbookOptions plain_alpha_beta(int depth, MoveOrder order = MoveOrder::kPositional);

/// The moves that the search expects, the first included, down to its depth.
std::vector<Move> expected_line(const GameSpec& spec, WidePosition position, TextbookOptions options);

/// One way to play against another, in both seats of every board. The players are certain: only the boards are random.
struct Comparison {
    Tally tally{};
    double score = 0;         ///< share of the points, 0 to 1
    double score_error = 0;   ///< half of the 95 % interval
    double margin = 0;        ///< points on the board, a game
    double margin_error = 0;  ///< half of the 95 % interval
    double chance = 1;  ///< that a score as far from a half comes from equal players (two-sided; normal, or signs where all boards agree)
};
using Chooser = std::function<Move(const GameSpec&, const WidePosition&)>;
using OnBoard = std::function<void(int done)>;
Comparison compare(const Chooser& challenger, const Chooser& plain, std::span<const ReportBoard> boards, const OnBoard& on_board = {});

/// Searches of all positions of one game on a board, without and with an addition.
struct WithAndWithout {
    std::uint64_t nodes[2] = {0, 0};
    double cpu_ms[2] = {0, 0};
    int positions = 0;
    int other_values = 0;  ///< positions in which the value changes
    int other_moves = 0;
};
WithAndWithout with_and_without(const ReportBoard& board, const TextbookOptions& without, const TextbookOptions& with);

/// The greatest depth whose search of the empty board takes at most `limit_ms` of CPU time, and what it took.
struct Feasible {
    int depth = 0;
    std::uint64_t nodes = 0;
    double cpu_ms = 0;
    bool whole_game = false;  ///< it searches to the end
};
Feasible feasible_depth(const ReportBoard& board, TextbookOptions options, double limit_ms);

/// A position in which one ply more changes the mind: the move of depth `depth` loses `loss` points against that of depth + 1, as a search
/// `judge_depth` deep sees both.
struct Horizon {
    WidePosition position;
    int depth = 0;
    int judge_depth = 0;
    Move short_sighted;
    Move better;
    int hoped = 0;  ///< what depth `depth` expects of its move
    int got = 0;    ///< what the judge sees in it
    int best = 0;   ///< what the judge sees in the better move
    [[nodiscard]] int loss() const { return best - got; }
};
/// The worst such blunder in games from random openings on the board; the same for the same seed.
std::optional<Horizon> find_horizon(const ReportBoard& board, int depth, int games, std::uint64_t seed);

/// What this thread has computed so far.
double thread_cpu_ms();

}  // namespace foray
