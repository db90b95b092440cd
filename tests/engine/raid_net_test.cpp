// The network of the raid family: its integers are what its weights say, no board is a special case to it, and it can be learned.
#include "foray/engine/raid_net.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "foray/board/random.h"
#include "foray/board/symmetry.h"
#include "foray/engine/engine.h"
#include "foray/engine/tune_raid.h"
#include "support/random_play.h"

namespace foray {
namespace {

int value_of(const Engine& engine, const WidePosition& position) {
    int total = 0;
    for (const EvaluationTerm& term : engine.evaluate(position)) total += term.value;
    return total;
}
int value_of(const GameSpec& spec, const WidePosition& position) { return value_of(Engine(spec, {.hash_mb = 1}), position); }

/// What the weights say, in mean squares.
double plain_value(const RaidNet& net, const RaidInputs& inputs) {
    double total = 0;
    for (std::size_t unit = 0; unit < RaidNet::kUnits; ++unit) {
        double sum = 0;
        for (std::size_t input = 0; input < RaidNet::kInputs; ++input) sum += inputs[input] * net.inputs[input][unit] / RaidNet::kOne;
        if (unit + 1 < RaidNet::kUnits) sum = std::max(sum, 0.0);
        total += sum * net.outputs[unit] / RaidNet::kOne;
    }
    return total;
}

double mean_of(const GameSpec& spec) {
    double total = 0;
    for (const int value : spec.values) total += value;
    return total / spec.squares();
}

TEST(RaidNet, EveryKindHasItsOwnInputs) {
    std::set<std::size_t> seen;
    for (int a = 0; a <= 4; ++a) {
        for (int b = 0; a + b <= 4; ++b) {
            for (int owner = 0; owner < 2; ++owner) EXPECT_TRUE(seen.insert(RaidNet::piece(owner, a, b)).second);
            for (int c = 0; a + b + c <= 4; ++c) EXPECT_TRUE(seen.insert(RaidNet::empty(a, b, c)).second);
        }
    }
    EXPECT_EQ(seen.size(), 65U);
    EXPECT_EQ(*seen.begin(), 0U);
    EXPECT_EQ(*seen.rbegin() + 2, RaidNet::kWhole);
}

TEST(RaidNet, ItsWeightsCannotOverflow) {
    for (const RaidNet::Row& row : kRaidNet.inputs) {
        for (const int weight : row) EXPECT_LE(std::abs(weight), RaidNet::kMost);
    }
}

TEST(RaidNet, TheIntegersAreWhatTheWeightsSay) {
    std::uint64_t seed = 3;
    for (int round = 0; round < 120; ++round) {
        const int rows = 1 + static_cast<int>(splitmix64(seed) % 8);
        const int cols = 2 + static_cast<int>(splitmix64(seed) % 7);
        GameSpec spec = test::random_spec(seed, Variant::kWargame, rows, cols, RaidRule::kMandatory);
        // Steep boards too: nearly everything lies on one square.
        if (round % 3 == 0) {
            for (auto& value : spec.values) value = 1;
            spec.values[splitmix64(seed) % spec.values.size()] = kMaxCourseValue;
        }
        const Game game(spec);
        const RaidRules<1> rules(spec);
        const WidePosition position = test::random_position(seed, game);
        const double plain = plain_value(kRaidNet, raid_inputs(rules, position.resized<1>()));
        EXPECT_NEAR(value_of(spec, position) / mean_of(spec) / 100, plain, 0.25 + 0.02 * std::abs(plain)) << round;
    }
}

TEST(RaidNet, WorthlessBoardsAreWorthNothing) {
    GameSpec spec = default_spec(Variant::kStakeraid, 4, 4);
    for (auto& value : spec.values) value = 0;
    std::uint64_t seed = 4;
    EXPECT_LE(std::abs(value_of(spec, test::random_position(seed, Game(spec)))), 100);
}

TEST(RaidNet, TurnedAndDearerBoardsAreTheSame) {
    std::uint64_t seed = 5;
    for (int round = 0; round < 20; ++round) {
        GameSpec spec = test::random_spec(seed, Variant::kWargame, 6, 6, RaidRule::kMandatory);
        for (auto& value : spec.values) value = static_cast<std::uint8_t>(1 + value % 33);
        const WidePosition position = test::random_position(seed, Game(spec));
        const int value = value_of(spec, position);
        GameSpec dearer = spec;
        for (auto& one : dearer.values) one = static_cast<std::uint8_t>(3 * one);
        EXPECT_NEAR(value_of(dearer, position), 3 * value, 100);
        // A quarter turn.
        GameSpec turned = spec;
        WidePosition moved = position;
        moved.own = moved.opp = moved.empty = {};
        for (int square = 0; square < 36; ++square) {
            const int to = square % 6 * 6 + 5 - square / 6;
            turned.values[static_cast<std::size_t>(to)] = spec.values[static_cast<std::size_t>(square)];
            (position.own.has(square) ? moved.own : position.opp.has(square) ? moved.opp : moved.empty).add(to);
        }
        EXPECT_EQ(value_of(turned, moved), value);
    }
}

TEST(RaidNet, JudgesBoardsOfUpTo64SquaresUnlessTheLinearEvaluationIsWanted) {
    const auto judged = [](const GameSpec& spec, const EngineOptions& options) {
        return Engine(spec, options).evaluate(Game(spec).start()).back().name == "network";
    };
    EXPECT_TRUE(judged(default_spec(Variant::kWargame, 6, 6), {.hash_mb = 1}));
    EXPECT_TRUE(judged(default_spec(Variant::kStakeraid, 8, 8), {.hash_mb = 1}));
    EXPECT_FALSE(judged(default_spec(Variant::kStakeraid, 9, 9), {.hash_mb = 1}));
    EXPECT_FALSE(judged(default_spec(Variant::kWargame, 6, 6), {.hash_mb = 1, .network = nullptr}));
}

TEST(RaidNet, KnowsThatSquaresAndTheMoveAreWorthSomething) {
    const Game game(default_spec(Variant::kWargame, 6, 6));
    WidePosition position = game.start();
    EXPECT_GT(value_of(game.spec(), position), 0);  // 36 squares are left, and they are shared out one by one
    for (const int square : {0, 1, 2, 6, 7, 8}) {
        position.own.add(square);
        position.empty.remove(square);
    }
    EXPECT_GT(value_of(game.spec(), position), 400);
    std::swap(position.own, position.opp);
    EXPECT_LT(value_of(game.spec(), position), -300);
}

TEST(RaidNet, CanBeLearnedAgain) {
    const TuneOptions few{.variant = Variant::kWargame, .games = 2, .nodes = 200, .steps = 20};
    const RaidTuneReport one = tune_raid(few);
    const RaidTuneReport two = tune_raid(few);
    EXPECT_EQ(one.net.inputs, two.net.inputs);
    EXPECT_EQ(one.net.outputs, two.net.outputs);
    EXPECT_GT(one.positions, 20);
    // One game of twenty is held out. So little play teaches more than nothing.
    const RaidTuneReport learned = tune_raid({.variant = Variant::kWargame, .games = 20, .nodes = 200, .steps = 40, .from_nothing = true});
    const RaidTuneReport begun = tune_raid({.variant = Variant::kWargame, .games = 20, .nodes = 200, .steps = 1, .from_nothing = true});
    EXPECT_GT(learned.held_out, 0);
    EXPECT_LT(learned.error_after, begun.error_after);
    for (const RaidNet::Row& row : learned.net.inputs) {
        for (const int weight : row) EXPECT_LE(std::abs(weight), RaidNet::kMost);
    }
}

}  // namespace
}  // namespace foray
