// The order in which moves are searched. It changes how long a proof takes, never what it says.
#include <algorithm>

#include "foray/solver/search.h"
#include "foray/solver/search_child.h"

namespace foray::solver {

void Search::order(const State& state, Child* children, int n) const {
    if (n < 2) return;
    for (int i = 0; i < n; ++i) {
        Child& child = children[i];
        const State& after = child.state;  // seen from the enemy
        int score = 0;
        const int captured = child.raid ? field_.points(child.beside & state.opp) : 0;
        if (ideas_.order_reply) {
            int reply = 0;
            each(after.empty, [&](int cell) {
                const Set near = field_.near(cell);
                int gain = field_.value(cell);
                if ((near & after.own) != 0) gain += 2 * field_.points(near & after.opp);
                reply = std::max(reply, gain);
            });
            score += 2 * (field_.value(child.square) + 2 * captured - reply);
        } else {
            score += 2 * (field_.value(child.square) + 2 * captured);
        }
        if (ideas_.order_reach) {
            const Set enemy = field_.around(after.own) & after.empty;
            const Set mine = field_.around(after.opp) & after.empty;
            score += field_.points(mine & ~enemy) - field_.points(enemy & ~mine);
        }
        child.order = score;
    }
    std::sort(children, children + n, [&](const Child& a, const Child& b) {
        if (a.order != b.order) return a.order > b.order;
        const auto ha = history_[static_cast<std::size_t>(a.square)];
        const auto hb = history_[static_cast<std::size_t>(b.square)];
        if (ha != hb) return ha > hb;
        return a.square < b.square;
    });
}

}  // namespace foray::solver
