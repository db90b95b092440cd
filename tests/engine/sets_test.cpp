// What the engine packs into words, against the same one by one: two sets at once, counts of neighbours for all squares at once, a move
// with its rank.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "foray/board/random.h"
#include "moves.h"
#include "neighbour_counts.h"

namespace foray::engine {
namespace {

template <int W>
Bits<W> random_set(int squares, std::uint64_t& seed) {
    Bits<W> set;
    for (int square = 0; square < squares; ++square) {
        if (splitmix64(seed) % 3 == 0) set.add(square);
    }
    return set;
}

template <int W>
int neighbours_in(const Geometry<W>& geometry, const Bits<W>& set, int square) {
    int total = 0;
    for (const Offset& step : kKingSteps) {
        const int row = geometry.row(square) + step.rows;
        const int col = geometry.col(square) + step.cols;
        total += geometry.inside(row, col) && set.has(geometry.square(row, col)) ? 1 : 0;
    }
    return total;
}

template <int W>
int count_at(const NeighbourCounts<Bits<W>>& counts, int square) {
    return (counts.ones.has(square) ? 1 : 0) + (counts.twos.has(square) ? 2 : 0) + (counts.fours.has(square) ? 4 : 0) +
           (counts.eights.has(square) ? 8 : 0);
}

template <int W>
void check(int rows, int cols) {
    const Geometry<W> geometry(rows, cols);
    std::uint64_t seed = 17;
    for (int round = 0; round < 50; ++round) {
        const Bits<W> a = random_set<W>(geometry.squares(), seed);
        const Bits<W> b = random_set<W>(geometry.squares(), seed);
        const SetPair<W> pair(a, b);
        EXPECT_EQ(pair.first(), a);
        EXPECT_EQ(pair.second(), b);
        EXPECT_EQ(pair.exchanged().first(), b);
        EXPECT_EQ(pair.lead(), a.count() - b.count());
        EXPECT_EQ(geometry.king_closure(pair).first(), geometry.king_closure(a));
        EXPECT_EQ(geometry.king_closure(pair).second(), geometry.king_closure(b));
        EXPECT_EQ((pair - pair.exchanged()).second(), b - a);
        EXPECT_EQ((pair & a).second(), a & b);

        const NeighbourCounts<SetPair<W>> counts = count_neighbours(geometry, pair);
        int most = 0;
        for (int square = 0; square < geometry.squares(); ++square) {
            const int in_a = neighbours_in(geometry, a, square);
            ASSERT_EQ(count_at(first_of(counts), square), in_a) << rows << "x" << cols << " square " << square;
            ASSERT_EQ(count_at(second_of(counts), square), neighbours_in(geometry, b, square))
                << rows << "x" << cols << " square " << square;
            for (int n = 1; n <= 8; ++n) ASSERT_EQ(first_of(counts).at_least(n).has(square), in_a >= n);
            if (b.has(square)) most = std::max(most, in_a);
        }
        EXPECT_EQ(first_of(counts).most(b), most);
    }
}

TEST(EngineSets, PairsAndCountsAgreeWithOneSquareAtATime) {
    check<1>(7, 7);
    check<1>(8, 8);
    check<4>(9, 9);
    check<4>(16, 16);
    check<kMaxWords>(20, 20);
    check<kMaxWords>(26, 26);
}

TEST(EngineSets, ARankedMoveIsOrderedByRankThenMove) {
    std::vector<std::pair<int, Move>> pairs;
    for (const int rank : {std::numeric_limits<int>::min(), -6400, -1, 0, 1, 12'800, std::numeric_limits<int>::max()}) {
        for (const Move move :
             {Move::pass(), Move::place(0), Move::place(675), Move::raid(0), Move::raid(675), Move::jump(3, 9), Move::jump(675, 0)}) {
            pairs.emplace_back(rank, move);
            RankedMove ranked(move, rank);
            EXPECT_EQ(ranked.move(), move);
            EXPECT_EQ(ranked.rank(), rank);
            EXPECT_TRUE(ranked.is(move));
            EXPECT_FALSE(ranked.is(Move::jump(9, 3)));
            ranked.set_rank(rank / -2);
            EXPECT_EQ(ranked.move(), move);
            EXPECT_EQ(ranked.rank(), rank / -2);
        }
    }
    for (const auto& [rank, move] : pairs) {
        for (const auto& [other_rank, other] : pairs) {
            const bool first = rank != other_rank ? rank > other_rank : move < other;
            EXPECT_EQ(RankedMove(move, rank) < RankedMove(other, other_rank), first);
        }
    }
}

}  // namespace
}  // namespace foray::engine
