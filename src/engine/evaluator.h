// What a position is worth without search, in hundredths for the side to move. One Evaluator per ruleset is the seam behind which an
// evaluation may change. The search knows of it:
//   prepare               a search of this position and its successors begins
//   State, start, after   what an evaluation carries from a position to the next; the search keeps one for every ply (empty today)
//   value                 the judgement; with a Sight it fills that in if it meets those facts on its way
//   first_sight           raid family: a cheaper judgement, by which moves are put in order
//   is_costly             Ataxx family: whether a value takes longer than to look it up
//   unit                  what a piece, or a square of mean value, is worth: the scale of margins
//   terms                 the judgement in parts, for people
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "facts.h"
#include "foray/engine/engine.h"
#include "foray/engine/network.h"
#include "foray/engine/weights.h"
#include "raid_judge.h"

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

// Raid family: a network on boards of up to 64 squares. On larger ones, and at first sight: score difference, what the best raid of the
// side to move captures, and exclusive reach: the empty squares that only one side could raid.
template <int W>
class Evaluator<RaidRules<W>> {
public:
    using Rules = RaidRules<W>;

    struct State {};

    Evaluator(const Facts<Rules>& facts, const Weights& weights, const std::shared_ptr<const Network>& /*none for these games*/)
        : facts_(facts), rules_(facts.rules()), weights_(weights.raid), mean_(facts.values().mean()) {
        if constexpr (W == 1) {
            if (weights.raid_net != nullptr) judge_ = std::make_shared<const RaidJudge>(rules_, facts.values(), *weights.raid_net);
        }
    }

    void prepare(const Position<W>& /*root*/) {}
    [[nodiscard]] State start(const Position<W>& /*position*/) const { return {}; }
    [[nodiscard]] State after(const State& /*state*/, Move /*move*/, const Bits<W>& /*captured*/) const { return {}; }
    [[nodiscard]] int unit() const { return mean_; }

    [[nodiscard]] int value(const State& state, const Position<W>& position) const {
        Sight<Rules> unused;
        return value(state, position, unused);
    }
    [[nodiscard]] int value(const State& /*state*/, const Position<W>& position, Sight<Rules>& sight) const {
        if constexpr (W == 1) {
            if (judge_ != nullptr) return judgement(position, sight);
        }
        const Parts parts = measure(position);
        sight = {true, facts_.most_gain(parts.best_raid)};
        return parts.total();
    }
    [[nodiscard]] int first_sight(const Position<W>& position) const { return measure(position).total(); }

    [[nodiscard]] std::vector<EvaluationTerm> terms(const Position<W>& position) const {
        const Parts parts = measure(position);
        std::vector<EvaluationTerm> out = {
            {"score difference", parts.margin}, {"best raid", parts.capture}, {"exclusive reach", parts.reach}};
        if (judge_ != nullptr) out.push_back({"network", value({}, position) - parts.total()});
        return out;
    }

private:
    struct Parts {
        int margin;
        int capture;
        int reach;
        int best_raid;
        [[nodiscard]] int total() const { return margin + capture + reach; }
    };

    [[nodiscard]] int judgement(const Position<W>& position, Sight<Rules>& sight) const
        requires(W == 1)
    {
        const Bits<W> own_reach = rules_.geometry().orthogonal_neighbours(position.own) & position.empty;
        const Bits<W> opp_reach = rules_.geometry().orthogonal_neighbours(position.opp) & position.empty;
        int best = 0;
        int threat = 0;
        (own_reach & opp_reach).for_each([&](int square) {
            best = std::max(best, facts_.values().beside(rules_, square, position.opp));
            threat = std::max(threat, facts_.values().beside(rules_, square, position.own));
        });
        sight = {true, facts_.most_gain(best)};
        return judge_->value(position, own_reach, opp_reach, best, threat);
    }

    [[nodiscard]] Parts measure(const Position<W>& position) const {
        const Geometry<W>& geometry = rules_.geometry();
        const Bits<W> own_reach = geometry.orthogonal_neighbours(position.own) & position.empty;
        const Bits<W> opp_reach = geometry.orthogonal_neighbours(position.opp) & position.empty;
        const Bits<W> own_only = own_reach - opp_reach;
        const Bits<W> opp_only = opp_reach - own_reach;
        int best = 0;
        (own_reach & opp_reach).for_each([&](int square) { best = std::max(best, facts_.values().beside(rules_, square, position.opp)); });
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

    const Facts<Rules>& facts_;
    const Rules& rules_;
    RaidWeights weights_;
    int mean_;
    std::shared_ptr<const RaidJudge> judge_;  ///< none on large boards, or where none is wanted
};

// Ataxx family: a linear evaluation whose weights slide from a full board of empties to none.
template <int W>
class Evaluator<AtaxxRules<W>> {
public:
    using Rules = AtaxxRules<W>;
    using Features = std::array<int, kAtaxxFeatures>;

    struct State {};

    /// `network` fits the game, or is null for the linear evaluation.
    Evaluator(const Facts<Rules>& facts, const Weights& weights, std::shared_ptr<const Network> network)
        : facts_(facts),
          rules_(facts.rules()),
          network_(std::move(network)),
          by_empties_(weights_by_empties(facts.long_jumps() ? weights.reloaded : weights.ataxx, rules_.geometry().squares())) {
        const Geometry<W>& geometry = rules_.geometry();
        for (int square = 0; square < geometry.squares(); ++square) {
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

    /// Networks learned on boards without blocked squares and know nothing of others.
    void prepare(const Position<W>& root) {
        const bool whole = (root.own | root.opp | root.empty).count() == rules_.geometry().squares();
        judge_ = whole ? network_.get() : nullptr;
    }
    // Every value is worked out anew: it adds 36 rows, and a move changes up to nine squares in the sight of both sides.
    [[nodiscard]] State start(const Position<W>& /*position*/) const { return {}; }
    [[nodiscard]] State after(const State& /*state*/, Move /*move*/, const Bits<W>& /*captured*/) const { return {}; }
    [[nodiscard]] static int unit() { return kHundred; }
    [[nodiscard]] bool is_costly() const { return judge_ != nullptr; }

    [[nodiscard]] Features features(const Position<W>& position) const {
        Sight<Rules> unused;
        return measure(position, unused);
    }

    [[nodiscard]] int value(const State& /*state*/, const Position<W>& position) const {
        Sight<Rules> unused;  // and never written: where nobody looks, it costs nothing
        return judgement(position, unused);
    }
    [[nodiscard]] int value(const State& /*state*/, const Position<W>& position, Sight<Rules>& sight) const {
        return judgement(position, sight);
    }

    [[nodiscard]] std::vector<EvaluationTerm> terms(const Position<W>& position) const {
        if (judge_ != nullptr) return {{"network", value({}, position)}};
        const Features found = features(position);
        const Features& weights = by_empties_[static_cast<std::size_t>(position.empty.count())];
        std::vector<EvaluationTerm> out;
        int rest = value({}, position);
        for (std::size_t i = 0; i < found.size(); ++i) {
            out.push_back({kAtaxxFeatureNames[i], found[i] * weights[i] / kFine});
            rest -= out.back().value;
        }
        out.push_back({"rounding", rest});
        return out;
    }

private:
    [[nodiscard, gnu::always_inline]] inline int judgement(const Position<W>& position, Sight<Rules>& sight) const {
        if constexpr (W == 1) {
            if (judge_ != nullptr) return judge_->evaluate(position.own.words[0], position.opp.words[0]);
        }
        const Features found = measure(position, sight);
        const Features& weights = by_empties_[static_cast<std::size_t>(position.empty.count())];
        int total = 0;
        for (std::size_t i = 0; i < found.size(); ++i) total += found[i] * weights[i];
        sight.complete = true;
        sight.most_gain = facts_.most_gain(found[kAtaxxBestCapture]);
        return total / kFine;
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
        const SetPair<W> contested = facts_.two_steps(near).exchanged() & clones;
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

    const Facts<Rules>& facts_;
    const Rules& rules_;
    std::shared_ptr<const Network> network_;
    const Network* judge_ = nullptr;  ///< the network, where it knows this kind of position
    std::vector<Features> by_empties_;
    Bits<W> corners_;
    Bits<W> beside_corners_;
    Bits<W> edges_;
    Bits<W> second_ring_;
};

}  // namespace foray::engine
