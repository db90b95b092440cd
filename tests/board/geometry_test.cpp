#include "foray/board/geometry.h"

#include <gtest/gtest.h>

#include <set>

#include "foray/board/random.h"
#include "foray/board/symmetry.h"

namespace foray {
namespace {

/// Checks neighbourhoods of random sets against coordinates, on every shape that fits the width.
template <int W>
void check_neighbourhoods() {
    std::uint64_t seed = 5;
    for (int rows = 1; rows <= kMaxSide; ++rows) {
        for (int cols = 1; cols <= kMaxSide; ++cols) {
            if (rows * cols > 64 * W) continue;
            const Geometry<W> geometry(rows, cols);
            ASSERT_EQ(geometry.board().count(), rows * cols);
            Bits<W> set;
            for (int i = 0; i < 1 + rows * cols / 5; ++i) set.add(static_cast<int>(splitmix64(seed) % static_cast<unsigned>(rows * cols)));
            Bits<W> orthogonal;
            Bits<W> king = set;
            set.for_each([&](int square) {
                for (const Offset& step : kKingSteps) {
                    const int r = geometry.row(square) + step.rows;
                    const int c = geometry.col(square) + step.cols;
                    if (!geometry.inside(r, c)) continue;
                    king.add(geometry.square(r, c));
                    if (step.rows == 0 || step.cols == 0) orthogonal.add(geometry.square(r, c));
                }
            });
            ASSERT_EQ(geometry.orthogonal_neighbours(set), orthogonal) << rows << "x" << cols;
            ASSERT_EQ(geometry.king_closure(set), king) << rows << "x" << cols;
        }
    }
}

TEST(Geometry, NeighbourhoodsOneWord) { check_neighbourhoods<1>(); }
TEST(Geometry, NeighbourhoodsFourWords) { check_neighbourhoods<4>(); }
TEST(Geometry, NeighbourhoodsElevenWords) { check_neighbourhoods<11>(); }

TEST(Geometry, ReachTableStaysOnTheBoard) {
    const Geometry<1> geometry(3, 4);
    const Offset steps[] = {{0, 2}, {-1, -1}};
    const auto table = geometry.reach_table(steps);
    ASSERT_EQ(table.size(), 12U);
    EXPECT_EQ(table[0], Bits<1>::single(2));
    EXPECT_EQ(table[3], Bits<1>{});
    EXPECT_EQ(table[5], Bits<1>::single(7) | Bits<1>::single(0));
}

TEST(Symmetry, EightForSquaresFourForRectangles) {
    EXPECT_EQ(symmetries_of(6, 6).size(), 8U);
    EXPECT_EQ(symmetries_of(5, 6).size(), 4U);
}

TEST(Symmetry, MapsAreDistinctPermutationsThatKeepNeighbours) {
    for (const auto& [rows, cols] : {std::pair{3, 3}, std::pair{2, 5}, std::pair{7, 7}, std::pair{26, 25}}) {
        const Geometry<11> geometry(rows, cols);
        std::set<std::vector<int>> images;
        for (const Symmetry symmetry : symmetries_of(rows, cols)) {
            const SquareMap map(rows, cols, symmetry);
            std::vector<int> image;
            for (int square = 0; square < rows * cols; ++square) {
                image.push_back(map(square));
                const auto around = geometry.orthogonal_neighbours(Bits<11>::single(square));
                EXPECT_EQ(map(around), geometry.orthogonal_neighbours(Bits<11>::single(map(square))));
            }
            EXPECT_EQ(std::set<int>(image.begin(), image.end()).size(), static_cast<std::size_t>(rows * cols));
            images.insert(image);
        }
        EXPECT_EQ(images.size(), symmetries_of(rows, cols).size());
    }
}

TEST(Symmetry, NamesSayWhereTheTopLeftGoes) {
    const auto image = [](Symmetry symmetry) { return SquareMap(3, 3, symmetry)(0); };
    EXPECT_EQ(image(Symmetry::kIdentity), 0);
    EXPECT_EQ(image(Symmetry::kFlipRows), 6);
    EXPECT_EQ(image(Symmetry::kFlipCols), 2);
    EXPECT_EQ(image(Symmetry::kRotateHalf), 8);
    EXPECT_EQ(image(Symmetry::kTranspose), 0);
    EXPECT_EQ(image(Symmetry::kRotateRight), 2);
    EXPECT_EQ(image(Symmetry::kRotateLeft), 6);
    EXPECT_EQ(image(Symmetry::kAntiTranspose), 8);
}

}  // namespace
}  // namespace foray
