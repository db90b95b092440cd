// Networks whose units look at the board from its eight sides, with square and with oblong windows.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>

#include "foray/board/symmetry.h"
#include "support/random_networks.h"

namespace foray {
namespace {

using P = NetworkParameters;
using namespace test;

/// The board as it is after a turn, square by square.
std::uint64_t turned_set(std::uint64_t set, Symmetry symmetry) {
    const SquareMap map(P::kRows, P::kCols, symmetry);
    std::uint64_t out = 0;
    for (; set != 0; set &= set - 1) out |= std::uint64_t{1} << map(std::countr_zero(set));
    return out;
}

/// The same network as one that looks from one side: eight units for each filter, whose weights go where a window of pieces, alone on the
/// board, is seen after the turn.
P without_looks(const P& first) {
    P p = first;
    p.looks = 1;
    const auto filters = static_cast<std::size_t>(first.filters());
    const auto hidden = static_cast<std::size_t>(first.hidden);
    p.windows.assign(static_cast<std::size_t>(p.inputs()) * hidden, 0);
    p.biases.clear();
    p.outputs.assign(static_cast<std::size_t>(p.phases) * hidden, 0);
    for (std::size_t unit = 0; unit < hidden; ++unit) {
        const std::size_t filter = unit % filters;
        const SquareMap map(P::kRows, P::kCols, kSquareSymmetries[unit / filters]);
        for (int window = 0; window < kWindows; ++window) {
            const int corner = window / 6 * 7 + window % 6;
            const int squares[] = {corner, corner + 1, corner + 7, corner + 8};
            for (int state = 0; state < kStates; ++state) {
                std::array<int, 49> board{};
                int rest = state;
                int row = 7;
                int col = 7;
                for (const int square : squares) {
                    board[static_cast<std::size_t>(map(square))] = rest % 3;
                    rest /= 3;
                    row = std::min(row, map(square) / 7);
                    col = std::min(col, map(square) % 7);
                }
                const auto at = static_cast<std::size_t>(7 * row + col);
                const int seen = board[at] + 3 * board[at + 1] + 9 * board[at + 7] + 27 * board[at + 8];
                p.windows[static_cast<std::size_t>(window * kStates + state) * hidden + unit] =
                    first.windows[static_cast<std::size_t>((6 * row + col) * kStates + seen) * filters + filter];
            }
        }
        p.biases.push_back(first.biases[filter]);
        for (std::size_t phase = 0; phase < static_cast<std::size_t>(p.phases); ++phase) {
            p.outputs[phase * hidden + unit] = first.outputs[phase * filters + filter];
        }
    }
    return p;
}

// Only the filters are written, a turned board has the same value, and that is the value of eight units for each filter.
TEST(Network, LooksFromEightSides) {
    for (const WindowShape shape : {WindowShape::kSquare, WindowShape::kOblong}) {
        // With weights up to 60 the table has bytes; with -80 and 80 side by side it has not.
        for (const auto& [hidden, largest] : {std::pair{16, 60}, {64, 60}, {128, 60}, {256, 60}, {256, 80}}) {
            const P p = random_parameters(hidden, 4, 5, largest, 8, shape);
            const Network network = network_of(p);
            const std::vector<std::byte> bytes = network.write();
            const std::size_t filters = static_cast<std::size_t>(hidden) / 8;
            const std::size_t inputs = shape == WindowShape::kSquare ? 2916 : 13'122;
            EXPECT_EQ(bytes.size(), 124U + filters * (inputs + 2) + 5 * (2 * filters + 4) + 4);
            const auto again = Network::read(bytes);
            ASSERT_TRUE(again) << again.error().message();
            EXPECT_EQ(again->parameters().hidden, hidden);
            EXPECT_EQ(again->parameters().looks, 8);
            EXPECT_EQ(again->parameters().shape, shape);
            EXPECT_EQ(again->parameters().windows, p.windows);
            EXPECT_EQ(again->parameters().biases, p.biases);
            EXPECT_EQ(again->parameters().outputs, p.outputs);
            expect_plain_values(network, 3);
            std::uint64_t seed = 9;
            for (int i = 0; i < 50; ++i) {
                const auto [own, other] = random_pieces(seed);
                for (const Symmetry symmetry : kSquareSymmetries) {
                    ASSERT_EQ(again->evaluate(turned_set(own, symmetry), turned_set(other, symmetry)), network.evaluate(own, other));
                }
            }
            if (shape == WindowShape::kOblong) continue;
            const Network wide = network_of(without_looks(p));
            for (int i = 0; i < 50; ++i) {
                const auto [own, other] = random_pieces(seed);
                ASSERT_EQ(wide.evaluate(own, other), network.evaluate(own, other));
            }
        }
    }
}

// One filter that sees one window in one state, which a single piece makes: the value says how many looks turn the piece to that place.
TEST(Network, OblongWindowsAreNumberedAsDocumented) {
    for (const int window : {0, 2, 7, 17}) {
        P p;
        p.shape = WindowShape::kOblong;
        p.hidden = 16;
        p.looks = 8;
        p.windows.assign(static_cast<std::size_t>(p.inputs()) * 2, 0);
        p.biases.assign(2, 0);
        p.outputs = {64, 0};
        p.scale = 1000;
        p.unit_in = 127;
        const int square = window / 3 * 7 + window % 3 * 2;
        int place = 1;
        for (const int one : {square, square + 1, square + 2, square + 7, square + 8, square + 9}) {
            for (const int owner : {1, 2}) {
                P alone = p;
                alone.windows[static_cast<std::size_t>(window * 729 + place * owner) * 2] = 100;
                const Network network = network_of(alone);
                const std::uint64_t set = std::uint64_t{1} << one;
                const int value = network.evaluate(owner == 1 ? set : 0, owner == 2 ? set : 0);
                int looks = 0;
                for (const Symmetry symmetry : kSquareSymmetries) looks += turned_set(set, symmetry) == set ? 1 : 0;
                EXPECT_NEAR(value, looks * 1000 * (100.0 / 127) * (100.0 / 127), 2) << "window " << window << ", square " << one;
                EXPECT_EQ(network.evaluate(owner == 2 ? set : 0, owner == 1 ? set : 0), 0);
            }
            place *= 3;
        }
    }
}

TEST(Network, OblongWindowsAreSeenFromEightSides) {
    P p = random_parameters(16, 3, 1, 60, 8, WindowShape::kOblong);
    ASSERT_TRUE(Network::make(p));
    p.windows[5] = 128;
    EXPECT_FALSE(Network::make(p)) << "its file has 8 bits for a weight";
    p = random_parameters(16, 3, 1, 60, 1, WindowShape::kOblong);
    EXPECT_FALSE(Network::make(p));
    p = random_parameters(16, 3, 1, 60, 2);
    EXPECT_FALSE(Network::make(p)) << "from one side or from eight";
}

}  // namespace
}  // namespace foray
