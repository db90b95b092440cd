// Networks: the fast sums are the plain ones, files come back as they were written, and what is damaged or could overflow is refused.
#include "foray/engine/network.h"

#include <gtest/gtest.h>

#include "foray/board/crc32c.h"
#include "foray/board/random.h"
#include "foray/engine/engine.h"
#include "foray/rules/game.h"
#include "support/random_networks.h"

namespace foray {
namespace {

using P = NetworkParameters;
using namespace test;

TEST(Crc32c, HasThePublishedCheckValue) {
    const std::string digits = "123456789";
    const auto bytes = std::as_bytes(std::span(digits));
    EXPECT_EQ(crc32c(bytes), 0xE3069283U);
    EXPECT_EQ(crc32c(bytes.subspan(4), crc32c(bytes.first(4))), 0xE3069283U);
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
