// Networks: the fast sums are the plain ones, files come back as they were written, and what is damaged or could overflow is refused.
#include "foray/engine/network.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>

#include "foray/board/crc32c.h"
#include "foray/board/random.h"
#include "foray/board/symmetry.h"
#include "foray/engine/engine.h"
#include "foray/rules/game.h"

namespace foray {
namespace {

using P = NetworkParameters;

int between(std::uint64_t& seed, int least, int most) {
    return least + static_cast<int>(splitmix64(seed) % static_cast<std::uint64_t>(most - least + 1));
}

// Of networks with square windows that look from one side.
constexpr int kWindows = 36;
constexpr int kStates = 81;

P random_parameters(int hidden, std::uint64_t seed, int phases = 1, int largest = 80, int looks = 1,
                    WindowShape shape = WindowShape::kSquare) {
    P p;
    p.shape = shape;
    p.looks = looks;
    p.hidden = hidden;
    p.phases = phases;
    p.about = "random";
    const auto fill = [&](std::vector<std::int16_t>& out, std::size_t count, int most) {
        for (std::size_t i = 0; i < count; ++i) out.push_back(static_cast<std::int16_t>(between(seed, -most, most)));
    };
    const auto filters = static_cast<std::size_t>(p.filters());
    fill(p.windows, static_cast<std::size_t>(p.inputs()) * filters, largest);
    fill(p.biases, filters, 200);
    fill(p.outputs, filters * static_cast<std::size_t>(phases), 128);
    p.output_biases.clear();
    for (int phase = 0; phase < p.phases; ++phase) p.output_biases.push_back(between(seed, -10'000, 10'000));
    return p;
}

Network network_of(P p) {
    auto made = Network::make(std::move(p));
    EXPECT_TRUE(made) << made.error().message();
    return std::move(made).value();
}

/// Random pieces on random numbers of squares.
std::pair<std::uint64_t, std::uint64_t> random_pieces(std::uint64_t& seed) {
    constexpr std::uint64_t kBoard = (std::uint64_t{1} << 49) - 1;
    const std::uint64_t some = splitmix64(seed) & kBoard;
    const std::uint64_t side = splitmix64(seed);
    return {some & side, some & ~side};
}

TEST(Crc32c, HasThePublishedCheckValue) {
    const std::string digits = "123456789";
    const auto bytes = std::as_bytes(std::span(digits));
    EXPECT_EQ(crc32c(bytes), 0xE3069283U);
    EXPECT_EQ(crc32c(bytes.subspan(4), crc32c(bytes.first(4))), 0xE3069283U);
}

void expect_plain_values(const Network& network, std::uint64_t seed) {
    int different = 0;
    int last = 0;
    for (int i = 0; i < 300; ++i) {
        const auto [own, other] = random_pieces(seed);
        const int value = network.evaluate(own, other);
        ASSERT_EQ(value, network.evaluate_plainly(own, other)) << network.parameters().hidden << " units, position " << i;
        different += value != last ? 1 : 0;
        last = value;
    }
    EXPECT_GT(different, 250) << "the values of a random network differ";
}

// With weights up to 63 the sums of two windows fit bytes, with larger ones they do not.
TEST(Network, FastValuesAreThePlainOnes) {
    for (const int largest : {63, 80}) {
        for (const int hidden : {16, 32, 48, 64, 80, 128, 240, 256, 512}) {
            expect_plain_values(network_of(random_parameters(hidden, static_cast<std::uint64_t>(hidden), 1, largest)), 3);
        }
    }
}

// -128 and 127 are the least and the largest byte; beyond either the sums are kept in 16 bits.
TEST(Network, TheLargestSumsOfTwoWindowsAreRight) {
    for (const int beyond : {0, 1}) {
        for (const int side : {-1, 1}) {
            P p = random_parameters(128, 7, 1, 20);
            std::uint64_t seed = 5;
            for (std::int16_t& weight : p.windows) {
                if (splitmix64(seed) % 2 == 0) weight = static_cast<std::int16_t>(side < 0 ? -64 : 63);
            }
            // Every window's last state: the board full of the other side's pieces adds them all up.
            for (std::size_t window = 0; window < kWindows; ++window) {
                for (std::size_t unit = 0; unit < 128; ++unit) {
                    const int half = side < 0 ? -64 : window % 2 == 0 ? 64 : 63;
                    p.windows[(window * kStates + kStates - 1) * 128 + unit] =
                        static_cast<std::int16_t>(half + (unit == 77 ? beyond * side : 0));
                }
            }
            for (std::size_t unit = 0; unit < 128; ++unit) p.biases[unit] = static_cast<std::int16_t>(100 - side * 36 * 64);
            const Network network = network_of(p);
            constexpr std::uint64_t kBoard = (std::uint64_t{1} << 49) - 1;
            EXPECT_EQ(network.evaluate(0, kBoard), network.evaluate_plainly(0, kBoard));
            EXPECT_NE(network.evaluate(0, kBoard), network.evaluate(0, kBoard & ~std::uint64_t{1}));
            std::uint64_t some = 9;
            for (int i = 0; i < 300; ++i) {
                const auto [own, other] = random_pieces(some);
                ASSERT_EQ(network.evaluate(own, other), network.evaluate_plainly(own, other)) << beyond << side;
            }
        }
    }
}

// One unit that copies what one window sees: the value is known without any other program.
TEST(Network, WindowsAndStatesAreNumberedAsDocumented) {
    for (const int window : {0, 5, 6, 20, 35}) {
        P p;
        p.hidden = 16;
        p.windows.assign(kWindows * kStates * 16, 0);
        p.biases.assign(16, 0);
        p.outputs.assign(16, 0);
        p.outputs[0] = 64;
        p.scale = 1000;
        for (int state = 0; state < kStates; ++state)
            p.windows[static_cast<std::size_t>(window * kStates + state) * 16] = static_cast<std::int16_t>(3 * state);
        const Network network = network_of(p);
        const int square = window / 6 * 7 + window % 6;
        const int squares[] = {square, square + 1, square + 7, square + 8};
        int weight = 1;
        for (const int one : squares) {
            for (const int owner : {1, 2}) {
                const std::uint64_t set = std::uint64_t{1} << one;
                const double activation = 3.0 * weight * owner / 255;
                const int value = network.evaluate(owner == 1 ? set : 0, owner == 2 ? set : 0);
                EXPECT_NEAR(value, 1000 * activation * activation, 1) << "window " << window << ", square " << one;
            }
            weight *= 3;
        }
        EXPECT_EQ(
            network.evaluate(~(1ULL << squares[0] | 1ULL << squares[1] | 1ULL << squares[2] | 1ULL << squares[3]) & ((1ULL << 49) - 1), 0),
            0);
    }
}

// Only the output's bias differs between the phases, so the value tells in which one a position is.
TEST(Network, PhasesGoByThePiecesOnTheBoard) {
    P p = random_parameters(16, 1, 8);
    std::fill(p.outputs.begin(), p.outputs.end(), std::int16_t{0});
    for (int phase = 0; phase < 8; ++phase) p.output_biases[static_cast<std::size_t>(phase)] = p.unit_in * p.unit_out * phase;
    p.scale = 100;
    const Network network = network_of(p);
    for (int pieces = 0; pieces <= 49; ++pieces) {
        const std::uint64_t all = (std::uint64_t{1} << pieces) - 1;
        const std::uint64_t own = all & 0x0123456789ABCDEFULL;
        EXPECT_NEAR(network.evaluate(own, all & ~own), 100 * (pieces * 8 / 50), 1) << pieces;
    }
}

TEST(Network, PhasesComeBackFromTheirBytes) {
    const P p = random_parameters(32, 2, 5);
    const Network network = network_of(p);
    const auto again = Network::read(network.write());
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_EQ(again->parameters().phases, 5);
    EXPECT_EQ(again->parameters().outputs, p.outputs);
    EXPECT_EQ(again->parameters().output_biases, p.output_biases);
    P wide = p;
    wide.windows[7] = 128;
    EXPECT_FALSE(Network::make(wide)) << "a file with phases has 8 bits for it";
    wide = p;
    wide.output_biases.pop_back();
    EXPECT_FALSE(Network::make(wide));
}

TEST(Network, ComesBackFromItsBytes) {
    P p = random_parameters(32, 1);
    p.variant = Variant::kReloaded;
    p.about = "a line of exactly sixty-four bytes, so that no zero ends it here";
    ASSERT_EQ(p.about.size(), 64U);
    const Network network = network_of(p);
    const auto again = Network::read(network.write());
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_EQ(again->parameters().variant, Variant::kReloaded);
    EXPECT_EQ(again->parameters().about, p.about);
    EXPECT_EQ(again->parameters().windows, p.windows);
    EXPECT_EQ(again->parameters().biases, p.biases);
    EXPECT_EQ(again->parameters().outputs, p.outputs);
    EXPECT_EQ(again->parameters().output_biases, p.output_biases);
    EXPECT_EQ(again->write(), network.write());
}

// Weights of 8 bits are written in half the bytes, those that need 16 as they are; both come back.
TEST(Network, IsWrittenAsNarrowAsItsWeights) {
    P p = random_parameters(32, 6);
    p.windows[17] = 127;
    p.windows[18] = -128;
    const std::vector<std::byte> narrow = network_of(p).write();
    EXPECT_EQ(narrow.size(), 120U + 32 * (2916 + 4) + 8);
    EXPECT_EQ(Network::read(narrow)->parameters().windows, p.windows);
    for (const int weight : {128, -129}) {
        p.windows[40'000] = static_cast<std::int16_t>(weight);
        const std::vector<std::byte> wide = network_of(p).write();
        EXPECT_EQ(wide.size(), 120U + 32 * 2 * (2916 + 2) + 8);
        EXPECT_EQ(Network::read(wide)->parameters().windows, p.windows);
    }
}

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
        for (const int hidden : {16, 64, 128, 256}) {
            const P p = random_parameters(hidden, 4, 5, 60, 8, shape);
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

class DamagedNetwork : public testing::TestWithParam<int> {};
TEST(NetworkFile, HasFourMegabytesAtMost) {
    std::vector<std::byte> bytes = network_of(random_parameters(16, 2)).write();
    bytes.resize((std::size_t{4} << 20) + 1);
    EXPECT_EQ(Network::read(bytes).error().message(), "the network is larger than 4 MB");
    bytes.pop_back();
    EXPECT_NE(Network::read(bytes).error().message(), "the network is larger than 4 MB");
}

INSTANTIATE_TEST_SUITE_P(Both, DamagedNetwork, testing::Values(80, 200));  // the largest weight: 8 bits, 16 bits

TEST_P(DamagedNetwork, EveryFlippedBitAndEveryCutIsRefused) {
    P p = random_parameters(16, 2);
    p.windows[0] = static_cast<std::int16_t>(GetParam());
    const std::vector<std::byte> bytes = network_of(p).write();
    std::uint64_t seed = 5;
    for (int i = 0; i < 2000; ++i) {
        std::vector<std::byte> damaged = bytes;
        const std::size_t at = i < 960 ? static_cast<std::size_t>(i) / 8 : splitmix64(seed) % bytes.size();
        damaged[at] ^= static_cast<std::byte>(1U << (i % 8));
        EXPECT_FALSE(Network::read(damaged)) << "byte " << at << ", bit " << i % 8;
    }
    for (int i = 0; i < 200; ++i) {
        const std::size_t size = i < 150 ? static_cast<std::size_t>(i) : splitmix64(seed) % bytes.size();
        EXPECT_FALSE(Network::read(std::span(bytes).first(size))) << size;
    }
    std::vector<std::byte> longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(Network::read(longer));
}

TEST(Network, WhatCouldOverflowIsRefused) {
    const P good = random_parameters(16, 4);
    ASSERT_TRUE(Network::make(good));
    P p = good;
    for (std::size_t window = 0; window < kWindows; ++window) p.windows[window * kStates * 16] = -911;
    EXPECT_FALSE(Network::make(p)) << "36 x 911 is more than 32767";
    p = good;
    p.outputs[3] = 129;
    EXPECT_FALSE(Network::make(p)) << "129 x 255 is more than 32767";
    p = good;
    p.output_biases[0] = 2'000'000'000;
    EXPECT_FALSE(Network::make(p));
    p = good;
    p.scale = 10'000;
    p.unit_out = 1;
    EXPECT_FALSE(Network::make(p)) << "values that look like wins";
    p = good;
    p.biases.pop_back();
    EXPECT_FALSE(Network::make(p));
    p = good;
    p.hidden = 24;
    EXPECT_FALSE(Network::make(p));
    p = good;
    p.variant = Variant::kWargame;
    EXPECT_FALSE(Network::make(p));
}

TEST(Network, TheEngineJudgesWithItOnlyWhereItFits) {
    const auto network = std::make_shared<const Network>(network_of(random_parameters(64, 6)));
    const Game game(default_spec(Variant::kAtaxx));
    const Engine engine(game.spec(), {.hash_mb = 1, .network = network});
    const WidePosition start = game.start();
    const auto terms = engine.evaluate(start);
    ASSERT_EQ(terms.size(), 1U);
    EXPECT_EQ(terms[0].name, "network");
    EXPECT_EQ(terms[0].value, network->evaluate(start.own.words[0], start.opp.words[0]));
    // A blocked square, another size, another game: the linear evaluation.
    WidePosition blocked = start;
    blocked.empty.remove(24);
    EXPECT_GT(engine.evaluate(blocked).size(), 1U);
    const Game larger(default_spec(Variant::kAtaxx, 8, 8));
    EXPECT_GT(Engine(larger.spec(), {.hash_mb = 1, .network = network}).evaluate(larger.start()).size(), 1U);
    const Game reloaded(default_spec(Variant::kReloaded));
    EXPECT_GT(Engine(reloaded.spec(), {.hash_mb = 1, .network = network}).evaluate(reloaded.start()).size(), 1U);
    EXPECT_GT(Engine(game.spec(), {.hash_mb = 1, .network = nullptr}).evaluate(start).size(), 1U);
}

TEST(Network, OneIsBuiltInForBothGames) {
    for (const Variant variant : {Variant::kAtaxx, Variant::kReloaded}) {
        const auto network = default_network(default_spec(variant));
        ASSERT_NE(network, nullptr);
        EXPECT_EQ(network->parameters().variant, variant);
        const Game game(default_spec(variant));
        // It has learnt that pieces count: a side that is six ahead stands better.
        WidePosition ahead = game.start();
        for (const int square : {1, 7, 8, 41, 47, 40}) {
            ahead.own.add(square);
            ahead.empty.remove(square);
        }
        EXPECT_GT(network->evaluate(ahead.own.words[0], ahead.opp.words[0]), 200);
        EXPECT_LT(network->evaluate(ahead.opp.words[0], ahead.own.words[0]), -100);
        EXPECT_EQ(Engine(game.spec(), {.hash_mb = 1}).evaluate(ahead).front().name, "network");
    }
}
TEST(Network, NamesAreDefaultLinearOrAFile) {
    const GameSpec spec = default_spec(Variant::kAtaxx);
    EXPECT_EQ(network_named("linear", spec).value(), nullptr);
    EXPECT_EQ(network_named("default", spec).value(), std::nullopt);
    set_network_reader({});
    EXPECT_FALSE(network_named("some.net", spec));
    const std::vector<std::byte> bytes = network_of(random_parameters(16, 7)).write();
    set_network_reader([&](const std::string& path) -> Result<std::string> {
        if (path == "none.net") return Error{"no such file"};
        if (path == "damaged.net") return std::string("FORAYNET and nothing else");
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    });
    EXPECT_FALSE(network_named("none.net", spec));
    EXPECT_FALSE(network_named("damaged.net", spec));
    const auto found = network_named("some.net", spec);
    ASSERT_TRUE(found);
    EXPECT_EQ(found.value().value()->parameters().hidden, 16);
    EXPECT_FALSE(network_named("some.net", default_spec(Variant::kReloaded))) << "the network is for another game";
    EXPECT_FALSE(network_named("some.net", default_spec(Variant::kAtaxx, 8, 8)));
    set_network_reader({});
}

}  // namespace
}  // namespace foray
