// The order in which moves are searched. It changes how long a proof takes, never what it says.
#include <algorithm>

#include "search.h"
#include "search_child.h"

namespace foray::solver {
namespace {

// What a point counts for, found by trying on boards of ones and on mixed ones; for the last two, that many points of the least square.
constexpr int kGain = 16;     // gained at once
constexpr int kReply = 14;    // gained by the enemy's best answer
constexpr int kThreats = 2;   // gained by the enemy's answers, all added up
constexpr int kReach = 7;     // on an empty that only one side is next to
constexpr int kSafe = 2;      // on an own piece that the enemy has no answer beside
constexpr int kSettled = 2;   // that changes hands no more
constexpr int kSplit = 9;     // for a move between empties that are not linked around it: the proofs of parts are short
constexpr int kOccupied = 2;  // for each neighbour that is occupied

}  // namespace

/// How far squares are from the centre of the board. Among equals the nearest comes first: from an empty board the proofs below the centre
/// are the smallest.
std::array<std::uint8_t, Field::kMaxSquares> Search::distances_from_centre(const Field& field) {
    std::array<std::uint8_t, Field::kMaxSquares> out{};
    for (int square = 0; square < field.squares(); ++square) {
        const int down = 2 * (square / field.cols()) - (field.rows() - 1);
        const int right = 2 * (square % field.cols()) - (field.cols() - 1);
        out[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(std::min(255, down * down + right * right));
    }
    return out;
}

void Search::order(const State& state, Child* children, const std::uint8_t* pending, int n) const {
    if (n < 2) return;
    // What the enemy would gain on each empty now, best first; a move changes that only beside its square and what it turns.
    struct Threat {
        int gain;
        int cell;
    };
    Threat threats[64];
    int gains[64];
    int all_threats = 0;
    int size = 0;
    if (ideas_.order_reply) {
        each(state.empty, [&](int cell) {
            const int gain = field_.gain_at_once(cell, state.opp, state.own);
            int at = size++;
            for (; at > 0 && threats[at - 1].gain < gain; --at) threats[at] = threats[at - 1];
            threats[at] = {gain, cell};
            gains[cell] = gain;
            all_threats += gain;
        });
    }
    for (int i = 0; i < n; ++i) {
        Child& child = children[pending[i]];
        const State& after = child.state;  // seen from the enemy
        int score = kGain * field_.gain_at_once(child.square, state.own, state.opp);
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
            int sum = all_threats - gains[child.square];
            each(close & after.empty, [&](int cell) {
                const int gain = field_.gain_at_once(cell, after.own, after.opp);
                reply = std::max(reply, gain);
                sum += gain - gains[cell];
            });
            score -= kReply * reply + kThreats * sum;
        }
        if (ideas_.order_reach) {
            const Set enemy = field_.around(after.own) & after.empty;
            const Set mine = field_.around(after.opp) & after.empty;
            score += kReach * (field_.points(mine & ~enemy) - field_.points(enemy & ~mine));
            score += kSafe * field_.points(after.opp & ~field_.around(enemy)) + kSettled * child.gain;
        }
        if (ideas_.order_split) {
            const int parts = field_.linked_around(after.empty, child.square) ? 0 : kSplit;
            score += (parts + kOccupied * count(child.beside)) * field_.least_value();
        }
        child.order = score;
    }
}

/// Brings the most promising of pending[from..n) to the front. Most nodes need no more than one.
void Search::pick(const Child* children, std::uint8_t* pending, int from, int n) const {
    const auto before = [&](const Child& a, const Child& b) {
        if (a.order != b.order) return a.order > b.order;
        const int further = from_centre_[static_cast<std::size_t>(a.square)] - from_centre_[static_cast<std::size_t>(b.square)];
        return further != 0 ? further < 0 : a.square < b.square;
    };
    int best = from;
    for (int i = from + 1; i < n; ++i) {
        if (before(children[pending[i]], children[pending[best]])) best = i;
    }
    std::swap(pending[from], pending[best]);
}

}  // namespace foray::solver
