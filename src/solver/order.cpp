// The order in which moves are searched. It changes how long a proof takes, never what it says.
#include <algorithm>

#include "search.h"
#include "search_child.h"

namespace foray::solver {
namespace {

/// What one thing counts for, and how much more of it with each sixteenth of a margin that the mover has in hand: who is ahead does well to
/// part the board and make it smaller, and needs to gain less.
struct Weight {
    int level;
    int ahead;
    [[nodiscard]] int with(int margin) const { return 16 * level + ahead * margin; }
};

// Points:
constexpr Weight kGain{16, 0};       // gained at once
constexpr Weight kReply{12, -3};     // gained by the enemy's best answer
constexpr Weight kThreats{3, 0};     // gained by the enemy's answers, all added up
constexpr Weight kReach{7, -3};      // on an empty that only one side is next to
constexpr Weight kReachLater{2, 0};  // on an empty that only one side can be next to by one move
constexpr Weight kSafe{6, 0};        // on an own piece that the enemy has no answer beside
constexpr Weight kEnemySafe{6, -2};  // on an enemy's piece that the mover has none beside
constexpr Weight kSettled{5, 0};     // that changes hands no more
// Squares of modest value:
constexpr Weight kSplit{6, 4};     // for a move between empties that are not linked around it: the proofs of parts are short
constexpr Weight kBeside{-4, 0};   // for each empty beside it
constexpr Weight kCentre{-4, -5};  // for its distance from the centre: from an empty board the proofs below the centre are the smallest
constexpr Weight kNear{6, 0};      // within two steps of the enemy's last move
constexpr Weight kNext{13, 0};     // beside it

/// A margin counts up to so many sixteenths.
constexpr int kMostMargin = 24;

/// What the enemy could gain on each empty, best first; a move changes that only beside its square and what it turns.
class Threats {
public:
    Threats(const Field& field, const State& state) : field_(field) {
        each(state.empty, [&](int cell) {
            const int gain = field.gain_at_once(cell, state.opp, state.own);
            int at = size_++;
            for (; at > 0 && sorted_[at - 1].gain < gain; --at) sorted_[at] = sorted_[at - 1];
            sorted_[at] = {gain, cell};
            gains_[cell] = gain;
            sum_ += gain;
        });
    }
    struct Left {
        int best;
        int sum;
    };
    /// After a move on `square` that changed `changed`; `after` is seen from the enemy.
    [[nodiscard]] Left after_move(int square, Set changed, const State& after) const {
        const Set close = field_.around(changed) | bit(square);
        const Set other = ~close & (after.empty | ~field_.within_two(square));
        Left left{0, sum_ - gains_[square]};
        for (int k = 0; k < size_; ++k) {
            if ((other & bit(sorted_[k].cell)) == 0) continue;
            left.best = sorted_[k].gain;
            break;
        }
        each(close & after.empty, [&](int cell) {
            const int gain = field_.gain_at_once(cell, after.own, after.opp);
            left.best = std::max(left.best, gain);
            left.sum += gain - gains_[cell];
        });
        return left;
    }

private:
    struct Threat {
        int gain;
        int cell;
    };
    const Field& field_;
    Threat sorted_[Field::kMaxSquares];
    int gains_[Field::kMaxSquares];
    int sum_ = 0;
    int size_ = 0;
};

}  // namespace

Search::BoardOrder::BoardOrder(const Field& field, const Ideas& ideas)
    : modest_value(field.least_value() + 2 * (field.total() / field.squares() - field.least_value()) / 5),
      six_squares(std::max(1, 6 * field.total() / field.squares())) {
    for (int square = 0; ideas.order_centre && square < field.squares(); ++square) {
        const int down = 2 * (square / field.cols()) - (field.rows() - 1);
        const int right = 2 * (square % field.cols()) - (field.cols() - 1);
        from_centre[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(std::min(255, down * down + right * right));
    }
}

void Search::order(const State& state, Child* children, const std::uint8_t* pending, int n, int target, int last) const {
    if (n < 2) return;
    const Threats threats(field_, state);
    const int ahead = 16 * (field_.points(state.own) - field_.points(state.opp) - target) / board_order_.six_squares;
    const int margin = ideas_.order_margin ? std::clamp(ahead, -kMostMargin, kMostMargin) : 0;
    const bool answers = ideas_.order_last && last != kNoSquare;
    const Set next_to_last = answers ? field_.near(last) : 0;
    const Set near_last = answers ? field_.within_two(last) : 0;
    for (int i = 0; i < n; ++i) {
        Child& child = children[pending[i]];
        const State& after = child.state;  // seen from the enemy
        const Set here = bit(child.square);
        int points = kGain.with(margin) * field_.gain_at_once(child.square, state.own, state.opp);
        if (ideas_.order_reply) {
            const Threats::Left left = threats.after_move(child.square, here | (child.raid ? child.beside & state.opp : 0), after);
            points -= kReply.with(margin) * left.best + kThreats.with(margin) * left.sum;
        }
        if (ideas_.order_reach) {
            const Set enemy = field_.around(after.own) & after.empty;
            const Set mine = field_.around(after.opp) & after.empty;
            const Set enemy_later = field_.around(enemy) & after.empty & ~(mine | enemy);
            const Set mine_later = field_.around(mine) & after.empty & ~(mine | enemy);
            points += kReach.with(margin) * (field_.points(mine & ~enemy) - field_.points(enemy & ~mine)) +
                      kReachLater.with(margin) * (field_.points(mine_later & ~enemy_later) - field_.points(enemy_later & ~mine_later)) +
                      kSafe.with(margin) * field_.points(after.opp & ~field_.around(enemy)) -
                      kEnemySafe.with(margin) * field_.points(after.own & ~field_.around(mine)) + kSettled.with(margin) * child.gain;
        }
        int squares = kBeside.with(margin) * count(field_.near(child.square) & after.empty) +
                      (kCentre.with(margin) * board_order_.from_centre[static_cast<std::size_t>(child.square)] >> 2);
        if ((near_last & here) != 0) squares += kNear.with(margin);
        if ((next_to_last & here) != 0) squares += kNext.with(margin);
        if (ideas_.order_split && !field_.linked_around(after.empty, child.square)) squares += kSplit.with(margin);
        child.order = points + squares * board_order_.modest_value;
    }
}

/// Brings the most promising of pending[from..n) to the front. Most nodes need no more than one.
void Search::pick(const Child* children, std::uint8_t* pending, int from, int n) {
    const auto before = [](const Child& a, const Child& b) { return a.order != b.order ? a.order > b.order : a.square < b.square; };
    int best = from;
    for (int i = from + 1; i < n; ++i) {
        if (before(children[pending[i]], children[pending[best]])) best = i;
    }
    std::swap(pending[from], pending[best]);
}

}  // namespace foray::solver
