#include "guess.h"

#include <algorithm>

namespace foray::solver {
namespace {

int static_value(const Field& field, const State& state) {
    int best = 0;
    each(state.empty, [&](int cell) { best = std::max(best, field.gain_at_once(cell, state.own, state.opp)); });
    // Fitted on exact values of random positions: who has the last move keeps more of the best capture.
    const int kept = (count(state.empty) & 1) != 0 ? 3 * best / 4 : 7 * best / 16;
    return field.points(state.own) - field.points(state.opp) + kept;
}

int alpha_beta(const Field& field, const State& state, int depth, int alpha, int beta) {
    if (state.empty == 0) return 0;
    if (depth == 0) return static_value(field, state);
    struct Candidate {
        Step step;
        int promise;
    };
    Candidate moves[64];
    int n = 0;
    each(state.empty, [&](int cell) {
        Candidate& move = moves[n++];
        move.step = play(field, state, cell);
        move.promise = field.gain_at_once(cell, state.own, state.opp);
    });
    std::sort(moves, moves + n, [](const Candidate& a, const Candidate& b) { return a.promise > b.promise; });
    for (int i = 0; i < n; ++i) {
        const Step& step = moves[i].step;
        const int value = step.gain - alpha_beta(field, step.after, depth - 1, step.gain - beta, step.gain - alpha);
        alpha = std::max(alpha, value);
        if (alpha >= beta) break;
    }
    return alpha;
}

}  // namespace

int guess_value(const Field& field, const State& state, int depth) {
    const int open = field.points(state.empty | state.own | state.opp);
    return alpha_beta(field, state, depth, -open - 1, open + 1);
}

}  // namespace foray::solver
