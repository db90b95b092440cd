// RaidNet at work on one board: since the values of a board do not change, what every square adds in each of its states is a row of a
// table, and a position is worth 36 rows or so. All of it in integers, so that every machine gives the same value.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "facts.h"
#include "foray/engine/raid_net.h"

namespace foray::engine {

class RaidJudge {
public:
    /// A raid that captures more mean squares counts as this many: sums stay within 32 bits.
    static constexpr int kMostRaid = 16;

    RaidJudge(const RaidRules<1>& rules, const SquareValues<1>& values, const RaidNet& net);

    /// In hundredths for the side to move. The reach of a side is the empty squares beside its pieces; `best` is what the best raid of the
    /// side to move captures, `threat` what the other's would.
    [[nodiscard]] int value(const Position<1>& position, const Bits<1>& own_reach, const Bits<1>& opp_reach, int best, int threat) const;

private:
    static constexpr int kUnit = 128;  ///< what 1.0 is in the hidden layer
    static constexpr int kPointBits = 20;
    static constexpr int kMeanBits = 6;
    static constexpr int kMean = 1 << kMeanBits;  ///< what a mean square is where raids are counted, and 1.0 of their weights
    using Lanes [[gnu::vector_size(2 * RaidNet::kUnits)]] = std::int16_t;
    using Wide [[gnu::vector_size(4 * RaidNet::kUnits)]] = std::int32_t;
    using Kinds = std::array<RaidNet::Row, 25>;  ///< [5 * one count of neighbours + another]
    /// What the position as a whole adds, by the number of empties.
    struct Whole {
        Wide move;
        Wide best;
        Wide threat;
    };

    /// What a raid captures, in mean squares.
    [[nodiscard]] int raid(int points) const {
        return static_cast<int>(std::min<std::int64_t>(points * per_point_ >> kPointBits, kMostRaid * kMean));
    }

    std::vector<std::uint64_t> near_;
    std::vector<Kinds> own_;
    std::vector<Kinds> opp_;
    std::vector<Kinds> empty_;
    std::vector<Whole> whole_;
    Wide outputs_;
    Wide passed_;             ///< all ones for the unit that is not cut off
    std::int64_t per_point_;  ///< turns hundredths into mean squares
    int mean_;                ///< of the square values, in hundredths, not rounded to zero
};

}  // namespace foray::engine
