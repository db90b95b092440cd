// Positions of up to three empties: no table, no components, no order.
#include <algorithm>

#include "search.h"

namespace foray::solver {

Bound Search::last_plies(const State& state, int target) {
    ++counters_.last_nodes;
    if (state.empty == 0) return {0, 0};
    if ((state.empty & (state.empty - 1)) == 0) {
        const int square = lowest(state.empty);
        const Set own = state.own;
        const int here = field_.value(square);
        if (own != 0) {
            // A raid takes everything, which is also the most there is.
            const int all = here + field_.points_near(square, own | state.opp);
            return {all, all >= target ? own & (~own + 1) : 0};
        }
        const int rest = here - field_.points_near(square, state.opp);
        return {rest, rest >= target ? 0 : state.opp};
    }
    Bound lost{-30000, 0};
    for (Set rest = state.empty; rest != 0; rest &= rest - 1) {
        const int square = lowest(rest);
        const Step step = play(field_, state, square);
        const Bound reply = last_plies(step.after, step.gain - target + 1);
        const int value = step.gain - reply.value;
        if (value >= target) {
            Set need = reply.need & ~bit(square);
            if (step.raid) {
                const Set from = field_.near(square) & state.own;
                need = (need & ~step.beside) | (from & (~from + 1));
            }
            return {value, need};
        }
        lost.value = std::max(lost.value, value);
        lost.need |= reply.need;
        if (!step.raid && (((reply.need | step.settled) & step.beside) != 0)) lost.need |= step.beside;
    }
    return lost;
}

}  // namespace foray::solver
