// What a position is worth without search, in hundredths for the side to move. One Evaluator per ruleset is the seam behind which an
// evaluation may change: the search asks for `evaluate`, `final_value` and `terms` and knows nothing else.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "foray/engine/engine.h"
#include "foray/engine/weights.h"
#include "moves.h"

namespace foray::engine {

/// An evaluation, and what it learnt on the way: no move gains more than `most_gain` at once.
struct Sight {
    int value;
    int most_gain;
};

template <class Rules>
class Evaluator;

// Raid family: score difference, part of the best raid of the side to move, and exclusive reach: the empty squares that only one side
// can raid, each counted with the mean of its own value and of the board's.
template <int W>
class Evaluator<RaidRules<W>> {
public:
    using Rules = RaidRules<W>;

    Evaluator(const Rules& rules, const Weights& weights)
        : rules_(rules), values_(rules), weights_(weights.raid), mean_(values_.mean()), largest_(values_.largest()) {}

    [[nodiscard]] const SquareValues<Rules>& values() const { return values_; }
    [[nodiscard]] int unit() const { return mean_; }

    [[nodiscard]] Sight look(const Position<W>& position) const {
        const Parts parts = measure(position);
        return {parts.margin + parts.capture + parts.reach, 2 * parts.best_raid + largest_};
    }
    [[nodiscard]] int evaluate(const Position<W>& position) const { return look(position).value; }

    [[nodiscard]] int final_value(const Position<W>& position) const { return kHundred * rules_.margin(position); }

    [[nodiscard]] std::vector<EvaluationTerm> terms(const Position<W>& position) const {
        const Parts parts = measure(position);
        return {{"score difference", parts.margin}, {"best raid", parts.capture}, {"exclusive reach", parts.reach}};
    }

private:
    struct Parts {
        int margin;
        int capture;
        int reach;
        int best_raid;
    };

    [[nodiscard]] Parts measure(const Position<W>& position) const {
        const Geometry<W>& geometry = rules_.geometry();
        const Bits<W> own_reach = geometry.orthogonal_neighbours(position.own) & position.empty;
        const Bits<W> opp_reach = geometry.orthogonal_neighbours(position.opp) & position.empty;
        const Bits<W> own_only = own_reach - opp_reach;
        const Bits<W> opp_only = opp_reach - own_reach;
        int best = 0;
        (own_reach & opp_reach).for_each([&](int square) { best = std::max(best, values_.sum(rules_.neighbours(square) & position.opp)); });
        const int count = own_only.count() - opp_only.count();
        const int points = rules_.values().sum(own_only) - rules_.values().sum(opp_only);
        return {kHundred * rules_.margin(position), best * weights_.best_raid / 64,
                (count * mean_ * weights_.reach_count + points * kHundred * weights_.reach_points) / 64, best};
    }

    const Rules& rules_;
    SquareValues<Rules> values_;
    RaidWeights weights_;
    int mean_;
    int largest_;
};

// Ataxx family: a linear evaluation whose weights slide from a full board of empties to none.
template <int W>
class Evaluator<AtaxxRules<W>> {
public:
    using Rules = AtaxxRules<W>;
    using Features = std::array<int, kAtaxxFeatures>;

    Evaluator(const Rules& rules, const Weights& weights)
        : rules_(rules), values_(rules), weights_(weights.ataxx), squares_(rules.geometry().squares()) {
        for (const Offset& jump : rules.traits().jumps) long_jumps_ = long_jumps_ || std::abs(jump.rows) > 2 || std::abs(jump.cols) > 2;
        for (int empties = 0; empties <= squares_; ++empties) {
            Features& out = by_empties_.emplace_back();
            for (std::size_t i = 0; i < out.size(); ++i) {
                out[i] = kFine * (weights_.early[i] * empties + weights_.late[i] * (squares_ - empties)) / squares_;
            }
        }
        const Geometry<W>& geometry = rules.geometry();
        for (int row = 0; row < geometry.rows(); ++row) {
            for (int col = 0; col < geometry.cols(); ++col) {
                const int row_ring = std::min(row, geometry.rows() - 1 - row);
                const int col_ring = std::min(col, geometry.cols() - 1 - col);
                const int square = geometry.square(row, col);
                if (col > 0) not_first_col_.add(square);
                if (col + 1 < geometry.cols()) not_last_col_.add(square);
                if (row_ring + col_ring == 0) {
                    corners_.add(square);
                } else if (std::min(row_ring, col_ring) == 0) {
                    edges_.add(square);
                } else if (std::min(row_ring, col_ring) == 1) {
                    second_ring_.add(square);
                }
            }
        }
    }

    [[nodiscard]] const SquareValues<Rules>& values() const { return values_; }
    [[nodiscard]] static int unit() { return kHundred; }

    /// Own minus other's, feature by feature; at the end the best captures of both sides and the constant 1 of the side to move.
    [[nodiscard]] Features features(const Position<W>& position) const {
        const Geometry<W>& geometry = rules_.geometry();
        const Bits<W>& own = position.own;
        const Bits<W>& opp = position.opp;
        const Bits<W> own_near = geometry.king_closure(own);
        const Bits<W> opp_near = geometry.king_closure(opp);
        const Bits<W> open = geometry.king_closure(position.empty);
        const Bits<W> own_clones = own_near & position.empty;
        const Bits<W> opp_clones = opp_near & position.empty;
        return {own.count() - opp.count(),
                (own & corners_).count() - (opp & corners_).count(),
                (own & edges_).count() - (opp & edges_).count(),
                (own & second_ring_).count() - (opp & second_ring_).count(),
                (own & open).count() - (opp & open).count(),
                own_clones.count() - opp_clones.count(),
                (own_clones - opp_near).count() - (opp_clones - own_near).count(),
                most_neighbours(opp, two_steps(own_near) & opp_clones),
                most_neighbours(own, two_steps(opp_near) & own_clones),
                1};
    }

    [[nodiscard]] Sight look(const Position<W>& position) const {
        const Features found = features(position);
        const Features& weights = by_empties_[static_cast<std::size_t>(position.empty.count())];
        int total = 0;
        for (std::size_t i = 0; i < found.size(); ++i) total += found[i] * weights[i];
        return {total / kFine, kHundred * (1 + 2 * found[kAtaxxBestCapture])};
    }
    [[nodiscard]] int evaluate(const Position<W>& position) const { return look(position).value; }

    /// Winning first, then the margin. A side without pieces has lost every square.
    [[nodiscard]] int final_value(const Position<W>& position) const {
        const Verdict verdict = rules_.verdict(position);
        if (verdict.outcome == Outcome::kDraw) return 0;
        const int margin = rules_.margin(position);
        const int size = verdict.reason == EndReason::kNoPieces ? squares_ : std::abs(margin);
        return margin > 0 ? kWin + kHundred * size : -kWin - kHundred * size;
    }

    [[nodiscard]] std::vector<EvaluationTerm> terms(const Position<W>& position) const {
        const Features found = features(position);
        const Features& weights = by_empties_[static_cast<std::size_t>(position.empty.count())];
        std::vector<EvaluationTerm> out;
        int rest = evaluate(position);
        for (std::size_t i = 0; i < found.size(); ++i) {
            out.push_back({kAtaxxFeatureNames[i], found[i] * weights[i] / kFine});
            rest -= out.back().value;
        }
        out.push_back({"rounding", rest});
        return out;
    }

private:
    const Rules& rules_;
    SquareValues<Rules> values_;
    /// Where pieces whose neighbourhood is `near` may jump, with a little more: squares within the longest jump.
    [[nodiscard]] Bits<W> two_steps(const Bits<W>& near) const {
        const Bits<W> two = rules_.geometry().king_closure(near);
        return long_jumps_ ? rules_.geometry().king_closure(two) : two;
    }

    /// The largest number of king's neighbours in `set` that a square of `targets` has. All squares are counted at once, with numbers that
    /// lie across the words: bit k of every square's count is in plane k.
    [[nodiscard]] int most_neighbours(const Bits<W>& set, const Bits<W>& targets) const {
        if (targets.none()) return 0;
        const int cols = rules_.geometry().cols();
        const Bits<W> left = (set & not_last_col_).shifted_up(1);
        const Bits<W> right = (set & not_first_col_).shifted_down(1);
        const Bits<W> two_one = left ^ right;  // the square's own row: left + right
        const Bits<W> two_two = left & right;
        const Bits<W> three_one = two_one ^ set;  // a neighbouring row: left + middle + right
        const Bits<W> three_two = two_two | (two_one & set);
        const Bits<W> up_one = three_one.shifted_up(cols);
        const Bits<W> up_two = three_two.shifted_up(cols);
        const Bits<W> down_one = three_one.shifted_down(cols);
        const Bits<W> down_two = three_two.shifted_down(cols);
        const Bits<W> ones = up_one ^ down_one ^ two_one;
        const Bits<W> carry = (up_one & down_one) | ((up_one ^ down_one) & two_one);
        const Bits<W> x = up_two ^ down_two;
        const Bits<W> y = two_two ^ carry;
        const Bits<W> x_carry = up_two & down_two;
        const Bits<W> y_carry = two_two & carry;
        const Bits<W> xy_carry = x & y;
        const Bits<W> planes[4] = {ones, x ^ y, x_carry ^ y_carry ^ xy_carry, (x_carry & y_carry) | ((x_carry ^ y_carry) & xy_carry)};
        Bits<W> best = targets;
        int most = 0;
        for (int k = 3; k >= 0; --k) {
            const Bits<W> larger = best & planes[k];
            if (larger.none()) continue;
            best = larger;
            most += 1 << k;
        }
        return most;
    }

    static constexpr int kFine = 64;  ///< weights per phase are kept in 64ths

    AtaxxWeights weights_;
    int squares_;
    std::vector<Features> by_empties_;
    Bits<W> corners_;
    Bits<W> edges_;
    Bits<W> second_ring_;
    Bits<W> not_first_col_;
    Bits<W> not_last_col_;
    bool long_jumps_ = false;
};

}  // namespace foray::engine
