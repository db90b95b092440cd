#include "foray/match/match.h"

namespace foray {
namespace {

/// Points of the player in `seat`: 0, 1 or 2 half points.
int half_points(Outcome outcome, int seat) {
    if (outcome == Outcome::kDraw) return 1;
    return (outcome == Outcome::kFirstWins) == (seat == 0) ? 2 : 0;
}

}  // namespace

MatchScore& MatchScore::operator+=(const MatchScore& other) {
    tally += other.tally;
    margin += other.margin;
    repeated += other.repeated;
    for (std::size_t i = 0; i < 2; ++i) {
        ms[i] += other.ms[i];
        nodes[i] += other.nodes[i];
        moves[i] += other.moves[i];
    }
    return *this;
}

MatchScore score_pair(const Game& game, const std::array<GameRecord, 2>& pair, NewInPair fresh) {
    MatchScore score;
    int pair_points = 0;
    for (const int seat : {0, 1}) {
        const GameRecord& record = pair[static_cast<std::size_t>(seat)];
        const int half = half_points(verdict_of(game, record).outcome, seat);
        score.tally.add_game(half);
        pair_points += half;
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
    if (fresh.both()) score.tally.add_pair(pair_points);
    score.repeated = fresh.repeated();
    return score;
}

}  // namespace foray
