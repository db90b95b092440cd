// The order in which moves are searched. It changes how long a proof takes, never what it says.
#include <algorithm>

#include "search.h"
#include "search_child.h"

namespace foray::solver {

void Search::order(const State& state, Child* children, const std::uint8_t* pending, int n) const {
    if (n < 2) return;
    // What the enemy would gain on each empty now, best first; a move changes that only beside its square and what it turns.
    struct Threat {
        int gain;
        int cell;
    };
    Threat threats[64];
    int size = 0;
    if (ideas_.order_reply) {
        each(state.empty, [&](int cell) {
            const int gain = field_.gain_at_once(cell, state.opp, state.own);
            int at = size++;
            for (; at > 0 && threats[at - 1].gain < gain; --at) threats[at] = threats[at - 1];
            threats[at] = {gain, cell};
        });
    }
    for (int i = 0; i < n; ++i) {
        Child& child = children[pending[i]];
        const State& after = child.state;  // seen from the enemy
        int score = 2 * field_.gain_at_once(child.square, state.own, state.opp);
        if (ideas_.order_reply) {
            const Set changed = bit(child.square) | (child.raid ? child.beside & state.opp : 0);
            const Set close = field_.around(changed) | bit(child.square);
            const Set other = ~close & (after.empty | ~field_.within_two(child.square));
            int reply = 0;
            for (int k = 0; k < size; ++k) {
                if ((other & bit(threats[k].cell)) == 0) continue;
                reply = threats[k].gain;
                break;
            }
            each(close & after.empty, [&](int cell) { reply = std::max(reply, field_.gain_at_once(cell, after.own, after.opp)); });
            score -= 2 * reply;
        }
        if (ideas_.order_reach) {
            const Set enemy = field_.around(after.own) & after.empty;
            const Set mine = field_.around(after.opp) & after.empty;
            score += field_.points(mine & ~enemy) - field_.points(enemy & ~mine);
        }
        child.order = score;
    }
}

/// Brings the most promising of pending[from..n) to the front. Most nodes need no more than one.
void Search::pick(const Child* children, std::uint8_t* pending, int from, int n) const {
    const auto before = [&](const Child& a, const Child& b) {
        if (a.order != b.order) return a.order > b.order;
        const auto ha = history_[static_cast<std::size_t>(a.square)];
        const auto hb = history_[static_cast<std::size_t>(b.square)];
        return ha != hb ? ha > hb : a.square < b.square;
    };
    int best = from;
    for (int i = from + 1; i < n; ++i) {
        if (before(children[pending[i]], children[pending[best]])) best = i;
    }
    std::swap(pending[from], pending[best]);
}

}  // namespace foray::solver
