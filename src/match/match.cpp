#include "foray/match/match.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>

#include "foray/board/random.h"
#include "foray/textbook/search.h"

namespace foray {
namespace {

/// Points of the player in `seat`: 0, 1 or 2 half points.
int half_points(const Ending& ending, int seat) {
    if (ending.outcome == Outcome::kDraw) return 1;
    return (ending.outcome == Outcome::kFirstWins) == (seat == 0) ? 2 : 0;
}

double elo_of(double share) { return -400 * std::log10(1 / share - 1); }

}  // namespace

std::vector<Move> random_opening(const Game& game, const WidePosition& start, int plies, std::uint64_t seed, int index) {
    constexpr int kCandidates = 16;
    std::uint64_t state = seed * 0x9E3779B97F4A7C15 + static_cast<std::uint64_t>(index);
    const TextbookSearcher judge(game.spec(), {.algorithm = Algorithm::kAlphaBeta, .depth = 2});
    std::vector<Move> best;
    int best_value = kInfinity;
    for (int candidate = 0; candidate < kCandidates; ++candidate) {
        std::vector<Move> line;
        WidePosition position = start;
        while (static_cast<int>(line.size()) < plies) {
            const auto moves = game.legal_moves(position);
            const Move move = moves[splitmix64(state) % moves.size()];
            const WidePosition next = game.after(position, move);
            if (game.verdict(next).over()) break;
            line.push_back(move);
            position = next;
        }
        const int value = line.empty() ? 0 : std::abs(judge.search(position).value);
        if (value >= best_value) continue;
        best = std::move(line);
        best_value = value;
    }
    return best;
}

MatchScore& MatchScore::operator+=(const MatchScore& other) {
    wins += other.wins;
    draws += other.draws;
    losses += other.losses;
    margin += other.margin;
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] += other.pairs[i];
    for (std::size_t i = 0; i < 2; ++i) {
        ms[i] += other.ms[i];
        nodes[i] += other.nodes[i];
        moves[i] += other.moves[i];
    }
    return *this;
}

MatchScore score_pair(const Game& game, const std::array<GameRecord, 2>& pair) {
    MatchScore score;
    std::size_t pair_points = 0;
    for (const int seat : {0, 1}) {
        const GameRecord& record = pair[static_cast<std::size_t>(seat)];
        const int half = half_points(ending_of(game, record), seat);
        (half == 2 ? score.wins : half == 1 ? score.draws : score.losses) += 1;
        pair_points += static_cast<std::size_t>(half);
        const Scores points = game.scores(final_position(game, record));
        score.margin += seat == 0 ? points.first - points.second : points.second - points.first;
        for (std::size_t ply = 0; ply < record.notes.size(); ++ply) {
            const MoveNote& note = record.notes[ply];
            if (note.empty()) continue;  // a move of the opening
            const bool second_moved = (ply % 2 == 1) != record.start.second_to_move;
            const std::size_t player = second_moved == (seat == 1) ? 0 : 1;
            score.ms[player] += note.ms.value_or(0);
            score.nodes[player] += note.nodes.value_or(0);
            ++score.moves[player];
        }
    }
    ++score.pairs[pair_points];
    return score;
}

namespace {

/// The shares of points that pairs brought: how many, their sum, the sum of their squares.
struct PairSums {
    double count = 0;
    double sum = 0;
    double squares = 0;
};

PairSums sums_of(const MatchScore& score) {
    PairSums out;
    for (std::size_t points = 0; points < score.pairs.size(); ++points) {
        const double share = static_cast<double>(points) / 4;
        out.count += score.pairs[points];
        out.sum += share * score.pairs[points];
        out.squares += share * share * score.pairs[points];
    }
    return out;
}

double share_of(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

}  // namespace

SprtState sprt(const MatchScore& score, const SprtHypotheses& hypotheses) {
    const auto [count, sum, squares] = sums_of(score);
    if (count < 2) return {};
    const double mean = sum / count;
    // Pairs that were all alike say nothing about the spread: as if half a pair more had gone each way.
    const double variance = std::max(squares / count - mean * mean, 0.25 / count);
    const double s0 = share_of(hypotheses.elo0);
    const double s1 = share_of(hypotheses.elo1);
    const double llr = count * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
    return {llr, llr >= kSprtBound, llr <= -kSprtBound};
}

EloEstimate estimate_elo(const MatchScore& score) {
    auto [count, sum, squares] = sums_of(score);
    if (count == 0) return {};
    if (sum == 0 || sum == count) {  // no finite estimate: as if one pair more had been shared
        count += 1;
        sum += 0.5;
        squares += 0.5;
    }
    const double mean = sum / count;
    const double spread = 1.96 * std::sqrt(std::max(squares / count - mean * mean, 0.0) / count);
    const double least = 1 / (4 * count);  // half a point of the whole match
    const auto inside = [&](double share) { return std::clamp(share, least, 1 - least); };
    const double low = elo_of(inside(mean - spread));
    const double high = elo_of(inside(mean + spread));
    return {elo_of(inside(mean)), (high - low) / 2};
}

}  // namespace foray
