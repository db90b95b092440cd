// The formulas of the raid family that every search shares.
#include <gtest/gtest.h>

#include "foray/board/random.h"
#include "foray/rules/raid_points.h"
#include "foray/rules/raid_rules.h"

namespace foray::test {
namespace {

TEST(RaidPoints, SettledSquaresHaveNoEmptyNeighbour) {
    const Geometry<1> geometry(3, 3);
    //  x x .      only the top-left square has no empty neighbour
    //  x . .
    //  . . .
    EXPECT_EQ(settled_squares(geometry, geometry.board() - Bits<1>{{0b001011}}), Bits<1>{{0b1}});
    EXPECT_EQ(settled_squares(geometry, Bits<1>{}), geometry.board());
    EXPECT_EQ(settled_squares(geometry, geometry.board()), Bits<1>{});
}

TEST(RaidPoints, ASymmetryKeepsValuesOrNot) {
    const std::vector<std::uint8_t> values{1, 2, 1, 3, 5, 3};  // two rows of three
    EXPECT_TRUE(keeps_values(SquareMap(2, 3, Symmetry::kFlipCols), values));
    EXPECT_FALSE(keeps_values(SquareMap(2, 3, Symmetry::kFlipRows), values));
    EXPECT_FALSE(keeps_values(SquareMap(2, 3, Symmetry::kRotateHalf), values));
}

/// Sums by pattern and the gain of a raid against playing it, on boards with edges in all places, values up to the largest.
TEST(RaidPoints, AGainIsWhatTheMarginChangesBy) {
    std::uint64_t seed = 3;
    for (const auto& [rows, cols] : {std::pair{1, 1}, {1, 7}, {3, 4}, {6, 6}, {8, 8}}) {
        GameSpec spec = default_spec(Variant::kWargame, rows, cols);
        for (std::uint8_t& value : spec.values) value = static_cast<std::uint8_t>(splitmix64(seed) % 256);
        const RaidRules<1> rules(spec);
        const NeighbourPoints<std::int16_t> points(rules.geometry(), [&](int s) { return spec.values[static_cast<std::size_t>(s)]; });
        for (int round = 0; round < 200; ++round) {
            Position<1> position = rules.start();
            position.own = Bits<1>{{splitmix64(seed) & splitmix64(seed)}} & rules.geometry().board();
            position.opp = (Bits<1>{{splitmix64(seed)}} & rules.geometry().board()) - position.own;
            position.empty = rules.geometry().board() - position.own - position.opp;
            MoveList<1> moves;
            rules.generate(position, moves);
            for (const Move move : moves) {
                Position<1> after = position;
                const Bits<1> captured = rules.apply(after, move);
                const int beside = move.is_raid() ? points(move.to, position.opp.words[0]) : 0;
                ASSERT_EQ(beside, rules.values().sum(captured));
                ASSERT_EQ(rules.margin(position) + move_gain(points.value(move.to), beside), -rules.margin(after));
            }
        }
    }
}

}  // namespace
}  // namespace foray::test
