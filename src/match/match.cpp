#include "foray/match/match.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <memory>

#include "foray/board/random.h"
#include "foray/engine/engine.h"
#include "foray/textbook/search.h"

namespace foray {
namespace {

/// Points of the player in `seat`: 0, 1 or 2 half points.
int half_points(Outcome outcome, int seat) {
    if (outcome == Outcome::kDraw) return 1;
    return (outcome == Outcome::kFirstWins) == (seat == 0) ? 2 : 0;
}

/// The first moves of a game, and how far from even a shallow search calls what comes of them.
struct Candidate {
    std::vector<Move> line;
    WidePosition position;
    int unevenness = 0;
};

/// Whether one side wins by force within a few moves. With the few pieces of an Ataxx opening all of them are soon captured, four or five
/// plies after it looked even: one random opening of ten is decided so, and with it both games of its pair, whoever plays.
bool is_won(Engine& engine, const Candidate& candidate) {
    constexpr std::uint64_t kNodes = 10'000;
    engine.new_game();
    return is_proved_win(Family::kAtaxx, engine.search(candidate.position, {{.nodes = kNodes}}).lines.front().value);
}

}  // namespace

std::vector<Move> random_opening(const Game& game, const WidePosition& start, int plies, std::uint64_t seed, int index) {
    constexpr int kCandidates = 16;
    std::uint64_t state = seed * 0x9E3779B97F4A7C15 + static_cast<std::uint64_t>(index);
    const TextbookSearcher judge(game.spec(), {.algorithm = Algorithm::kAlphaBeta, .depth = 2});
    std::vector<Candidate> candidates(kCandidates);
    for (Candidate& candidate : candidates) {
        candidate.position = start;
        while (static_cast<int>(candidate.line.size()) < plies) {
            const auto moves = game.legal_moves(candidate.position);
            const Move move = moves[splitmix64(state) % moves.size()];
            const WidePosition next = game.after(candidate.position, move);
            if (game.verdict(next).over()) break;
            candidate.line.push_back(move);
            candidate.position = next;
        }
        candidate.unevenness = candidate.line.empty() ? 0 : std::abs(judge.search(candidate.position).value);
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.unevenness < b.unevenness; });
    if (plies > 0 && game.spec().family() == Family::kAtaxx) {
        Engine engine(game.spec(), {.hash_mb = 1, .network = std::shared_ptr<const Network>{}});
        const auto fair = std::find_if(candidates.begin(), candidates.end(), [&](const Candidate& one) { return !is_won(engine, one); });
        if (fair != candidates.end()) return fair->line;
    }
    return candidates.front().line;
}

MatchScore& MatchScore::operator+=(const MatchScore& other) {
    tally += other.tally;
    margin += other.margin;
    for (std::size_t i = 0; i < 2; ++i) {
        ms[i] += other.ms[i];
        nodes[i] += other.nodes[i];
        moves[i] += other.moves[i];
    }
    return *this;
}

MatchScore score_pair(const Game& game, const std::array<GameRecord, 2>& pair) {
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
    score.tally.add_pair(pair_points);
    return score;
}

}  // namespace foray
