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

template <class Rules>
class Evaluator;

/// The weights for every number of empty squares, in 64ths of the originals.
inline constexpr int kFine = 64;
template <std::size_t N>
std::vector<std::array<int, N>> weights_by_empties(const PhasedWeights<N>& weights, int squares) {
    std::vector<std::array<int, N>> table;
    for (int empties = 0; empties <= squares; ++empties) {
        std::array<int, N>& out = table.emplace_back();
        for (std::size_t i = 0; i < N; ++i) {
            out[i] = kFine * (weights.early[i] * empties + weights.late[i] * (squares - empties)) / squares;
        }
    }
    return table;
}

// Raid family: score difference, what the best raid of the side to move captures, and exclusive reach: the empty squares that only one
// side could raid.
template <int W>
class Evaluator<RaidRules<W>> {
public:
    using Rules = RaidRules<W>;

    Evaluator(const Rules& rules, const Weights& weights)
        : rules_(rules), values_(rules), weights_(weights.raid), mean_(values_.mean()), largest_(values_.largest()) {}

    [[nodiscard]] const SquareValues<Rules>& values() const { return values_; }
    [[nodiscard]] int unit() const { return mean_; }

    [[nodiscard]] Sight<Rules> look(const Position<W>& position) const {
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
        (own_reach & opp_reach).for_each([&](int square) { best = std::max(best, values_.beside(rules_, square, position.opp)); });
        // Scores and the value of the reach in one pass over the planes.
        int margin = 0;
        int points = 0;
        for (int k = 0; k < rules_.values().used(); ++k) {
            const Bits<W>& plane = rules_.values().plane(k);
            margin += ((position.own & plane).count() - (position.opp & plane).count()) << k;
            points += ((own_only & plane).count() - (opp_only & plane).count()) << k;
        }
        const int count = own_only.count() - opp_only.count();
        return {kHundred * margin, best * weights_.best_raid / 64,
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
        : rules_(rules),
          values_(rules),
          squares_(rules.geometry().squares()),
          long_jumps_(has_long_jumps(rules.traits())),
          by_empties_(weights_by_empties(long_jumps_ ? weights.reloaded : weights.ataxx, squares_)) {
        const Geometry<W>& geometry = rules.geometry();
        for (int square = 0; square < squares_; ++square) {
            const int row = geometry.row(square);
            const int col = geometry.col(square);
            const int row_ring = std::min(row, geometry.rows() - 1 - row);
            const int col_ring = std::min(col, geometry.cols() - 1 - col);
            if (row_ring + col_ring == 0) {
                corners_.add(square);
            } else if (row_ring + col_ring == 1) {
                beside_corners_.add(square);
            } else if (std::min(row_ring, col_ring) == 0) {
                edges_.add(square);
            } else if (std::min(row_ring, col_ring) == 1) {
                second_ring_.add(square);
            }
        }
    }

    [[nodiscard]] const SquareValues<Rules>& values() const { return values_; }
    [[nodiscard]] static int unit() { return kHundred; }

    [[nodiscard]] Features features(const Position<W>& position) const {
        Sight<Rules> unused;
        return measure(position, unused);
    }

    [[nodiscard]] Sight<Rules> look(const Position<W>& position) const {
        Sight<Rules> sight;
        const Features found = measure(position, sight);
        const Features& weights = by_empties_[static_cast<std::size_t>(position.empty.count())];
        int total = 0;
        for (std::size_t i = 0; i < found.size(); ++i) total += found[i] * weights[i];
        sight.value = total / kFine;
        sight.most_gain = kHundred * (1 + 2 * found[kAtaxxBestCapture]);
        return sight;
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
    static bool has_long_jumps(const AtaxxTraits& traits) {
        return std::any_of(traits.jumps.begin(), traits.jumps.end(),
                           [](const Offset& jump) { return std::abs(jump.rows) > 2 || std::abs(jump.cols) > 2; });
    }

    /// The features in the order of kAtaxxFeatureNames; `sight` gets the sets that were found on the way.
    [[nodiscard, gnu::always_inline]] inline Features measure(const Position<W>& position, Sight<Rules>& sight) const {
        const Geometry<W>& geometry = rules_.geometry();
        const Bits<W>& empty = position.empty;
        const SetPair<W> pieces(position.own, position.opp);
        const SetPair<W> near = geometry.king_closure(pieces);
        const SetPair<W> clones = near & empty;
        const Bits<W> open = geometry.king_closure(empty);
        // The squares beside pieces of one side that the other can get to: in the first set the enemy threatens the mover's pieces around
        // them, in the second the mover threatens the enemy's.
        const SetPair<W> contested = two_steps(near).exchanged() & clones;
        const NeighbourCounts<SetPair<W>> counts = count_neighbours(geometry, pieces);
        const NeighbourCounts<Bits<W>> gains = second_of(counts);
        sight.clones = clones.first();
        sight.captures = gains;
        return {pieces.lead(),
                (pieces & corners_).lead(),
                (pieces & beside_corners_).lead(),
                (pieces & edges_).lead(),
                (pieces & second_ring_).lead(),
                (pieces & open).lead(),
                clones.lead(),
                (clones - near.exchanged()).lead(),
                (contested & counts.ones).lead(),
                (contested & counts.twos).lead(),
                (contested & counts.fours).lead(),
                gains.most(contested.second()),
                first_of(counts).most(contested.first()),
                1};
    }

    /// Where pieces whose neighbourhood is `near` may jump, with a little more: squares within the longest jump.
    template <class Set>
    [[nodiscard]] Set two_steps(const Set& near) const {
        const Set two = rules_.geometry().king_closure(near);
        return long_jumps_ ? rules_.geometry().king_closure(two) : two;
    }

    const Rules& rules_;
    SquareValues<Rules> values_;
    int squares_;
    bool long_jumps_;
    std::vector<Features> by_empties_;
    Bits<W> corners_;
    Bits<W> beside_corners_;
    Bits<W> edges_;
    Bits<W> second_ring_;
};

}  // namespace foray::engine
