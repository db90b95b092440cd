// The last ply of a textbook search on the raid family, for all moves of a position at once, with the score difference as evaluation.
//
// A drop on s adds v(s) to the mover's margin; a raid adds v(s) + 2 * (what it turns). So the best child is found without playing any:
// the largest value among the empties, and one table look-up for each square where a raid turns something. With alpha-beta the first
// child that cuts is found in the order of the moves, so that the number of children visited is exactly that of the plain loop.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "foray/rules/raid_points.h"
#include "foray/rules/raid_rules.h"

namespace foray {

/// How a search stops looking at the children of a node.
enum class Pruning : std::uint8_t {
    kNone,       ///< minimax: never
    kCut,        ///< alpha-beta: when value >= beta
    kStrictCut,  ///< the 2015 report's alpha-beta: only when value > beta; a value starts from alpha
};

template <Pruning P>
constexpr bool cuts(int value, int beta) {
    if constexpr (P == Pruning::kCut) return value >= beta;
    if constexpr (P == Pruning::kStrictCut) return value > beta;
    return false;
}

class RaidLastPly {
public:
    explicit RaidLastPly(const RaidRules<1>& rules);

    /// The value of a position with at least one empty square, for the side to move, whose children are all leaves; adds the children
    /// that were visited to `nodes`. Inlined by order: it is a part of the searches' innermost loop, whose compilers may find it too large.
    template <Pruning P>
    [[gnu::always_inline]] inline int search(const Position<1>& position, int beta, std::uint64_t& nodes) const {
        const Bits<1> raids = rules_.raidable(position);
        const Bits<1> hits = raids & rules_.geometry().orthogonal_neighbours(position.opp);
        const int margin = rules_.margin(position);
        const std::uint64_t empty = position.empty.words[0];
        const std::uint64_t listed_raids = optional_ ? raids.words[0] : 0;  // raids that are moves beside a drop

        if constexpr (P != Pruning::kNone) {
            const int needed = P == Pruning::kStrictCut ? beta - margin + 1 : beta - margin;
            const std::uint64_t drops = empty & worth_at_least(needed);
            if (drops_first_) {
                if (drops != 0) return cut_by_drop(drops, empty, 0, margin, nodes);
                for (std::uint64_t rest = hits.words[0]; rest != 0; rest &= rest - 1) {
                    const int gain = gains_(std::countr_zero(rest), position.opp.words[0]);
                    if (gain < needed) continue;
                    nodes += count(empty) + count(listed_raids & below(rest)) + 1;
                    return margin + gain;
                }
            } else {
                // Square by square: a drop decides unless a raid on an earlier square does.
                for (std::uint64_t rest = hits.words[0] & below(drops); rest != 0; rest &= rest - 1) {
                    const int gain = gains_(std::countr_zero(rest), position.opp.words[0]);
                    if (gain < needed) continue;
                    nodes += count(empty & below(rest)) + count(listed_raids & below(rest)) + (optional_ ? 2 : 1);
                    return margin + gain;
                }
                if (drops != 0) {
                    // Where raids are mandatory the first such square may be one to raid: it is one child all the same, worth more.
                    const int square = std::countr_zero(drops);
                    if (!optional_ && hits.has(square)) {
                        nodes += count(empty & below(drops)) + 1;
                        return margin + gains_(square, position.opp.words[0]);
                    }
                    return cut_by_drop(drops, empty, listed_raids, margin, nodes);
                }
            }
        }
        nodes += count(empty) + count(listed_raids);
        int best = largest_value(empty);
        for (std::uint64_t rest = hits.words[0]; rest != 0; rest &= rest - 1) {
            best = std::max(best, gains_(std::countr_zero(rest), position.opp.words[0]));
        }
        return margin + best;
    }

private:
    static std::uint64_t count(std::uint64_t set) { return static_cast<std::uint64_t>(std::popcount(set)); }
    /// The squares before the lowest member; all squares if there is none.
    static std::uint64_t below(std::uint64_t set) { return set == 0 ? ~std::uint64_t{0} : (set & -set) - 1; }

    int cut_by_drop(std::uint64_t drops, std::uint64_t empty, std::uint64_t raids, int margin, std::uint64_t& nodes) const {
        nodes += count(empty & below(drops)) + count(raids & below(drops)) + 1;
        return margin + gains_.value(std::countr_zero(drops));
    }

    [[nodiscard]] std::uint64_t worth_at_least(int value) const {
        return at_least_[static_cast<std::size_t>(std::clamp(value, 0, kMaxCourseValue + 1))];
    }

    [[nodiscard]] int largest_value(std::uint64_t set) const {
        int value = 0;
        for (int k = rules_.values().used() - 1; k >= 0; --k) {
            const std::uint64_t in_plane = set & rules_.values().plane(k).words[0];
            if (in_plane == 0) continue;
            set = in_plane;
            value |= 1 << k;
        }
        return value;
    }

    const RaidRules<1>& rules_;
    bool optional_;
    bool drops_first_;
    NeighbourPoints<std::int16_t, NeighbourTable::kGains> gains_;
    std::array<std::uint64_t, kMaxCourseValue + 2> at_least_{};
};

}  // namespace foray
