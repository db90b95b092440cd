#include "foray/learn/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "foray/board/random.h"
#include "foray/board/symmetry.h"
#include "foray/engine/engine.h"
#include "foray/learn/loss_curve.h"
#include "foray/learn/net_view.h"
#include "foray/learn/quantise.h"
#include "foray/learn/selfplay.h"
#include "foray/match/openings.h"
#include "support/oracles.h"

namespace foray::learn {
namespace {

struct Board {
    std::uint64_t own = 0;
    std::uint64_t opp = 0;

    /// 0 for empty, 1 for the side to move, 2 for the other.
    [[nodiscard]] int at(int square) const { return static_cast<int>(own >> square & 1) + 2 * static_cast<int>(opp >> square & 1); }
};

Board random_board(int side, std::uint64_t& state) {
    Board out;
    for (int square = 0; square < side * side; ++square) {
        const std::uint64_t what = splitmix64(state) % 3;
        if (what == 1) out.own |= std::uint64_t{1} << square;
        if (what == 2) out.opp |= std::uint64_t{1} << square;
    }
    return out;
}

std::uint64_t turned(std::uint64_t set, const SquareMap& map) {
    std::uint64_t out = 0;
    for (; set != 0; set &= set - 1) out |= std::uint64_t{1} << map(std::countr_zero(set));
    return out;
}

std::vector<std::uint16_t> active(const Windows& windows, const Board& board, std::size_t symmetry) {
    std::vector<std::uint16_t> out(static_cast<std::size_t>(windows.count()));
    windows.active(board.own, board.opp, symmetry, out.data());
    return out;
}

TEST(Windows, AreThoseOfTheDefinition) {
    std::uint64_t state = 1;
    for (const int side : {2, 5, 7, 8}) {
        const Windows windows(side);
        const Board board = random_board(side, state);
        const auto at = [&](int row, int col) { return board.at(row * side + col); };
        std::vector<std::uint16_t> expected;
        for (int row = 0; row + 1 < side; ++row) {
            for (int col = 0; col + 1 < side; ++col) {
                const int cells = at(row, col) + 3 * at(row, col + 1) + 9 * at(row + 1, col) + 27 * at(row + 1, col + 1);
                expected.push_back(static_cast<std::uint16_t>(81 * (row * (side - 1) + col) + cells));
            }
        }
        EXPECT_EQ(active(windows, board, 0), expected) << side;
    }
}

TEST(Windows, OblongOnesAreThoseOfTheDefinition) {
    std::uint64_t state = 1;
    for (const int side : {3, 5, 7}) {
        const Windows windows(side, WindowShape::kOblong);
        const Board board = random_board(side, state);
        const auto at = [&](int row, int col) { return board.at(row * side + col); };
        std::vector<std::uint16_t> expected;
        for (int row = 0; row + 1 < side; ++row) {
            for (int col = 0; col + 2 < side; col += 2) {
                const int upper = at(row, col) + 3 * at(row, col + 1) + 9 * at(row, col + 2);
                const int lower = at(row + 1, col) + 3 * at(row + 1, col + 1) + 9 * at(row + 1, col + 2);
                expected.push_back(static_cast<std::uint16_t>(729 * expected.size() + static_cast<std::size_t>(upper + 27 * lower)));
            }
        }
        EXPECT_EQ(active(windows, board, 0), expected) << side;
    }
    EXPECT_FALSE(covers(WindowShape::kOblong, 8));
    EXPECT_TRUE(covers(WindowShape::kSquare, 8));
}

TEST(Windows, TurnWithTheBoard) {
    std::uint64_t state = 2;
    for (const int side : {3, 7, 8, -5, -7}) {
        const Windows windows(std::abs(side), side > 0 ? WindowShape::kSquare : WindowShape::kOblong);
        const Board board = random_board(windows.side(), state);
        for (std::size_t symmetry = 0; symmetry < 8; ++symmetry) {
            const SquareMap map(windows.side(), windows.side(), kSquareSymmetries[symmetry]);
            const auto by_board = active(windows, {turned(board.own, map), turned(board.opp, map)}, 0);
            EXPECT_EQ(active(windows, board, symmetry), by_board) << side << " " << symmetry;
        }
    }
}

/// Positions whose target is a function of the pieces alone.
std::vector<Sample> by_material(int side, int count) {
    std::uint64_t state = 3;
    std::vector<Sample> out;
    for (int i = 0; i < count; ++i) {
        const Board board = random_board(side, state);
        const int lead = std::popcount(board.own) - std::popcount(board.opp);
        out.push_back({board.own, board.opp, static_cast<float>(share_of(100 * lead, 250))});
    }
    return out;
}

TEST(Trainer, LearnsWhatCanBeLearnt) {
    const auto samples = by_material(5, 4000);
    Trainer trainer({.hidden = 16, .epochs = 12, .batch = 128, .rate = 5e-3}, 5);
    const double before = trainer.loss(samples);
    while (trainer.epochs_done() < 12) ASSERT_TRUE(trainer.run_epoch(samples, {}));
    EXPECT_LT(trainer.loss(samples), before / 20);
    EXPECT_LT(trainer.losses().back().training, trainer.losses().front().training / 2);
}

TEST(Trainer, GoesOnFromItsBytesToTheSameNetwork) {
    const auto samples = by_material(5, 500);
    const TrainSettings settings{.hidden = 16, .epochs = 4, .batch = 100};
    Trainer whole(settings, 5);
    Trainer first(settings, 5);
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(whole.run_epoch(samples, samples));
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(first.run_epoch(samples, samples));
    const std::string bytes = first.to_bytes();
    auto resumed = Trainer::resume(bytes, settings, 5);
    ASSERT_TRUE(resumed) << resumed.error().message();
    Trainer second = std::move(resumed).value();
    EXPECT_EQ(second.epochs_done(), 2);
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(second.run_epoch(samples, samples));
    EXPECT_EQ(second.network(), whole.network());
    EXPECT_EQ(second.losses(), whole.losses());

    EXPECT_FALSE(Trainer::resume(bytes, {.hidden = 16, .epochs = 5, .batch = 100}, 5)) << "other settings";
    TrainSettings other = settings;
    other.samples.later_share = 0.5;
    EXPECT_FALSE(Trainer::resume(bytes, other, 5)) << "other targets";
    EXPECT_FALSE(Trainer::resume(bytes, settings, 6)) << "another board";
    EXPECT_FALSE(Trainer::resume(std::string_view(bytes).substr(0, bytes.size() - 1), settings, 5)) << "cut off";
    // Every bit before the rows of numbers and of the checksum, and some of those between.
    std::string damaged = bytes;
    const auto flip = [&](std::size_t bit) {
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
        EXPECT_FALSE(Trainer::resume(damaged, settings, 5)) << bit;
        EXPECT_FALSE(Trainer(settings, 5).begin_with(damaged)) << bit;
        damaged[bit / 8] = bytes[bit / 8];
    };
    const std::size_t bits = 8 * bytes.size();
    for (std::size_t bit = 0; bit < 8 * 100; ++bit) flip(bit);
    for (std::size_t bit = bits - 64; bit < bits; ++bit) flip(bit);
    std::uint64_t random = 3;
    for (int i = 0; i < 300; ++i) flip(splitmix64(random) % bits);
}

// More units and phases than before: the same values at first, and the new units learn too.
TEST(Trainer, BecomesWiderWithoutForgetting) {
    const auto samples = by_material(5, 2000);
    TrainSettings narrow{.hidden = 16, .phases = 1, .epochs = 3, .batch = 256, .seed = 4};
    Trainer small(narrow, 5);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(small.run_epoch(samples, samples));
    TrainSettings wide = narrow;
    wide.hidden = 48;
    wide.phases = 2;
    Trainer large(wide, 5);
    ASSERT_TRUE(large.begin_with(small.to_bytes()));
    EXPECT_NEAR(large.loss(samples), small.loss(samples), 1e-6);
    const double before = large.loss(samples);
    const std::size_t new_unit = large.network().output_at() + 40;
    const std::size_t later = new_unit + 48;
    EXPECT_EQ(large.network().values[new_unit], 0);
    EXPECT_EQ(large.network().values[later], 0);
    ASSERT_TRUE(large.run_epoch(samples, samples));
    EXPECT_NE(large.network().values[new_unit], 0);
    EXPECT_NE(large.network().values[later], 0);
    EXPECT_NE(large.network().values[new_unit], large.network().values[later]) << "each phase learns for itself";
    EXPECT_LT(large.loss(samples), before);
    EXPECT_FALSE(small.begin_with(large.to_bytes())) << "narrower than it was";
    wide.phases = 3;
    Trainer odd(wide, 5);
    EXPECT_FALSE(odd.begin_with(large.to_bytes())) << "two phases do not become three";
}

// Units that look from eight sides: what a board is worth does not change when it is turned, before and after learning, in the file too.
TEST(Trainer, LooksFromEightSides) {
    // The corner a1 counts most, for whoever holds it: only turned boards teach that the other corners do too.
    std::vector<Sample> samples;
    std::uint64_t state = 5;
    for (int i = 0; i < 3000; ++i) {
        const Board board = random_board(7, state);
        const int corner = static_cast<int>(board.own & 1) - static_cast<int>(board.opp & 1);
        samples.push_back({board.own, board.opp, static_cast<float>(share_of(300 * corner, 250))});
    }
    TrainSettings settings{.hidden = 64, .phases = 2, .turned = true, .epochs = 4, .batch = 64, .rate = 5e-3};
    Trainer trainer(settings, 7);
    const double before = trainer.loss(samples);
    while (trainer.epochs_done() < 4) ASSERT_TRUE(trainer.run_epoch(samples, {}));
    EXPECT_LT(trainer.loss(samples), before);
    const Windows windows(7);
    const auto network = quantise(trainer.network(), trainer.slopes(), Variant::kAtaxx, 250, "turned");
    ASSERT_TRUE(network) << network.error().message();
    EXPECT_EQ(network->write().size(), 124U + 8 * (2916 + 2) + 2 * (2 * 8 + 4) + 4);
    for (const Sample& sample : std::span(samples).first(50)) {
        const float value = trainer.network().evaluate(windows, sample.own, sample.opp);
        for (const Symmetry symmetry : kSquareSymmetries) {
            const SquareMap map(7, 7, symmetry);
            const std::uint64_t own = turned(sample.own, map);
            const std::uint64_t opp = turned(sample.opp, map);
            ASSERT_NEAR(trainer.network().evaluate(windows, own, opp), value, 1e-4);
            ASSERT_EQ(network->evaluate(own, opp), network->evaluate(sample.own, sample.opp));
        }
    }
    for (const int corner : {0, 6, 42, 48}) {
        const std::uint64_t piece = std::uint64_t{1} << corner;
        double gain = 0;
        for (const Sample& sample : std::span(samples).first(200)) {
            const std::uint64_t own = sample.own & ~piece;
            const std::uint64_t opp = sample.opp & ~piece;
            gain += trainer.network().evaluate(windows, own | piece, opp) - trainer.network().evaluate(windows, own, opp | piece);
        }
        EXPECT_GT(gain / 200, 0.3) << "a corner, " << corner << ", is worth the same everywhere";
    }
    auto resumed = Trainer::resume(trainer.to_bytes(), settings, 7);
    ASSERT_TRUE(resumed) << resumed.error().message();
    EXPECT_EQ(resumed->network(), trainer.network());
    // Wider, and it still looks from eight sides; units that do not are no beginning for it.
    settings.hidden = 192;
    Trainer wide(settings, 7);
    ASSERT_TRUE(wide.begin_with(trainer.to_bytes()));
    EXPECT_NEAR(wide.loss(samples), trainer.loss(samples), 1e-6);
    ASSERT_TRUE(wide.run_epoch(samples, {}));
    EXPECT_EQ(quantise(wide.network(), wide.slopes(), Variant::kAtaxx, 250, "")->write().size(),
              124U + 24 * (2916 + 2) + 2 * (2 * 24 + 4) + 4);
    settings.turned = false;
    EXPECT_FALSE(Trainer(settings, 7).begin_with(trainer.to_bytes()));
}

/// What the loss feels least is rounded most, and what it feels most least.
void expect_rounding_by_slopes(const Trainer& trainer) {
    const auto network = quantise(trainer.network(), trainer.slopes(), Variant::kAtaxx, 250, "");
    ASSERT_TRUE(network) << network.error().message();
    std::vector<std::size_t> order(trainer.network().bias_at());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return trainer.slopes()[a] < trainer.slopes()[b]; });
    const auto& rounded = network->parameters().windows;
    const auto worst_from = [&](std::size_t first) {
        double worst = 0;
        for (std::size_t i = first; i < first + 1000; ++i) {
            worst = std::max(worst, std::abs(48.0 * static_cast<double>(trainer.network().values[order[i]]) - rounded[order[i]]));
        }
        return worst;
    };
    for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(rounded[order[i]] % 32, 0);
    EXPECT_LE(worst_from(order.size() / 2 - 500), 4) << "the middle of them to multiples of 8";
    EXPECT_GT(worst_from(order.size() / 2 - 500), 3);
    EXPECT_LT(worst_from(order.size() - 1000), 2.1) << "the most felt ones to multiples of 4 or less";
}

// Larger windows than before: the same values at first, and less loss after learning what two squares that are no neighbours say together.
TEST(Trainer, SquareWindowsBecomeOblongOnes) {
    std::vector<Sample> samples;
    std::uint64_t state = 6;
    for (int i = 0; i < 3000; ++i) {
        const Board board = random_board(7, state);
        const bool same = (board.own & 1) == (board.own >> 2 & 1);
        samples.push_back({board.own, board.opp, same ? 0.8F : 0.2F});
    }
    TrainSettings settings{.hidden = 64, .phases = 2, .turned = true, .epochs = 3, .batch = 64, .rate = 5e-3};
    Trainer square(settings, 7);
    while (square.epochs_done() < 3) ASSERT_TRUE(square.run_epoch(samples, {}));
    settings.shape = WindowShape::kOblong;
    Trainer oblong(settings, 7);
    ASSERT_TRUE(oblong.begin_with(square.to_bytes()));
    EXPECT_NEAR(oblong.loss(samples), square.loss(samples), 1e-6);
    const auto first = quantise(oblong.network(), {}, Variant::kAtaxx, 250, "");
    ASSERT_TRUE(first) << first.error().message();
    const Windows windows(7, WindowShape::kOblong);
    for (const Sample& sample : std::span(samples).first(200)) {
        const double exact = 250.0 * static_cast<double>(oblong.network().evaluate(windows, sample.own, sample.opp));
        ASSERT_NEAR(exact, first->evaluate(sample.own, sample.opp), 60);
        ASSERT_EQ(first->evaluate(sample.own, sample.opp), first->evaluate_plainly(sample.own, sample.opp));
    }
    while (oblong.epochs_done() < 3) ASSERT_TRUE(oblong.run_epoch(samples, {}));
    EXPECT_LT(oblong.loss(samples), 0.8 * square.loss(samples));
    expect_rounding_by_slopes(oblong);
    auto resumed = Trainer::resume(oblong.to_bytes(), settings, 7);
    ASSERT_TRUE(resumed) << resumed.error().message();
    EXPECT_EQ(resumed->network(), oblong.network());
    settings.shape = WindowShape::kSquare;
    EXPECT_FALSE(Trainer::resume(oblong.to_bytes(), settings, 7)) << "other windows";
    EXPECT_FALSE(Trainer(settings, 7).begin_with(oblong.to_bytes())) << "smaller windows than it has";
}

TEST(Quantise, KeepsTheValues) {
    auto samples = by_material(7, 3000);
    Trainer trainer({.hidden = 32, .phases = 1, .epochs = 6, .batch = 128, .rate = 5e-3}, 7);
    while (trainer.epochs_done() < 6) ASSERT_TRUE(trainer.run_epoch(samples, {}));
    const auto network = quantise(trainer.network(), trainer.slopes(), Variant::kAtaxx, 250, "a test");
    ASSERT_TRUE(network) << network.error().message();
    const Windows windows(7);
    double worst = 0;
    for (const Sample& sample : samples) {
        const double exact = 250.0 * static_cast<double>(trainer.network().evaluate(windows, sample.own, sample.opp));
        worst = std::max(worst, std::abs(exact - network->evaluate(sample.own, sample.opp)));
        EXPECT_EQ(network->evaluate(sample.own, sample.opp), network->evaluate_plainly(sample.own, sample.opp));
    }
    EXPECT_LT(worst, 60) << "hundredths of a piece";
    const FloatNetwork phased = Trainer({.hidden = 16, .phases = 7}, 7).network();
    const auto phased_network = quantise(phased, {}, Variant::kAtaxx, 250, "phases");
    ASSERT_TRUE(phased_network) << phased_network.error().message();
    for (const Sample& sample : samples) {
        const double exact = 250.0 * static_cast<double>(phased.evaluate(windows, sample.own, sample.opp));
        ASSERT_NEAR(exact, phased_network->evaluate(sample.own, sample.opp), 60);
    }
    const auto bytes = network->write();
    const auto again = Network::read(bytes);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->parameters().windows, network->parameters().windows);
    EXPECT_EQ(again->parameters().about, "a test");
    EXPECT_FALSE(quantise(Trainer({.hidden = 16}, 5).network(), {}, Variant::kAtaxx, 250, "")) << "not 7x7";

    // Looking into it: an own piece is worth something everywhere, an enemy's costs, and the effects are those of the definition.
    WidePosition position = Game(default_spec(Variant::kAtaxx)).start();
    const auto effects = square_effects(*network, position);
    ASSERT_EQ(effects.size(), 49U);
    EXPECT_EQ(effects[0].what, 'o');
    EXPECT_GT(effects[0].effect, 0);
    EXPECT_EQ(effects[6].what, 'x');
    EXPECT_LT(effects[6].effect, 0);
    WidePosition without = position;
    without.own.remove(0);
    EXPECT_EQ(effects[0].effect, network->evaluate(position.own.words[0], position.opp.words[0]) -
                                     network->evaluate(without.own.words[0], without.opp.words[0]));
    const NetworkView view = look_into(*network);
    std::uint64_t counted = 0;
    for (const std::uint64_t count : view.inputs.counts) counted += count;
    EXPECT_EQ(counted, 36U * 81 * 32);
    const std::string svg = heat_map_svg(effects, 12, "a < b");
    EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
    std::size_t pieces = 0;
    for (std::size_t at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1)) ++pieces;
    EXPECT_EQ(pieces, 4U);
}

TEST(LossCurve, ShowsBothCurves) {
    const std::vector<EpochLoss> losses = {{0.02, 0.021}, {0.015, 0.018}, {0.012, 0.017}};
    const std::string svg = loss_curve_svg(losses, 5, "R&D");
    EXPECT_NE(svg.find("R&amp;D"), std::string::npos);
    EXPECT_NE(svg.find("#1f5fbf"), std::string::npos);
    EXPECT_NE(svg.find("#c2410c"), std::string::npos);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(loss_curve_svg({}, 5, "").find("nan"), std::string::npos);
    EXPECT_EQ(loss_curve_svg(std::vector<EpochLoss>{{0.02, 0}}, 5, "").find("nan"), std::string::npos);
}

/// Plays games of the linear engine against itself, and learns from them.
Samples play_and_gather(const Game& game, int games) {
    const auto player = make_agent(game.spec(), "engine:nodes=150,hash=1,net=linear");
    EXPECT_TRUE(player);
    const std::atomic<bool> stop = false;
    GamesBuffer buffer;
    for (int i = 0; i < games; ++i) {
        std::string failure;
        const auto played = play_selfplay_game(game, game.start(), **player, {}, static_cast<std::uint64_t>(i), stop, failure);
        EXPECT_TRUE(played) << failure;
        buffer.add(game, *played);
    }
    Samples samples;
    const auto added = add_samples(header_block(game.spec()) + buffer.block(), {.hold_out = 10}, samples);
    EXPECT_TRUE(added);
    return samples;
}

// All of it in small: self-play, training, quantising, and the result plays better than an engine that counts pieces.
TEST(Learning, FromNothingBeatsCountingPieces) {
    if (test::kSlowBuild) GTEST_SKIP() << "left to the release build";
    const Game game(default_spec(Variant::kAtaxx));
    const Samples samples = play_and_gather(game, 1000);
    ASSERT_GT(samples.training.size(), 50'000U);
    ASSERT_GT(samples.validation.size(), 1'000U);
    Trainer trainer({.hidden = 32, .epochs = 20, .batch = 512, .rate = 4e-3}, 7);
    while (trainer.epochs_done() < 20) ASSERT_TRUE(trainer.run_epoch(samples.training, samples.validation));
    EXPECT_LT(trainer.losses().back().validation, trainer.losses().front().validation);

    // Whatever a piece is taken to be worth, counting pieces predicts the games it never saw worse.
    double best_count = 1;
    for (int worth = 10; worth <= 200; worth += 10) {
        double error = 0;
        for (const Sample& sample : samples.validation) {
            const double miss = share_of(worth * (std::popcount(sample.own) - std::popcount(sample.opp)), 250) - sample.target;
            error += miss * miss;
        }
        best_count = std::min(best_count, error / static_cast<double>(samples.validation.size()));
    }
    EXPECT_LT(trainer.losses().back().validation, 0.8 * best_count);

    auto network = quantise(trainer.network(), trainer.slopes(), Variant::kAtaxx, 250, "a test");
    ASSERT_TRUE(network) << network.error().message();
    EngineOptions learnt{.hash_mb = 1};
    learnt.network = std::make_shared<const Network>(std::move(network).value());
    EngineOptions counts{.hash_mb = 1};
    counts.network = nullptr;
    counts.weights.ataxx = {};
    counts.weights.ataxx.early[0] = counts.weights.ataxx.late[0] = 100;
    int points = 0;
    constexpr int kPairs = 24;
    OpeningDraws openings(game, game.start(), {6, 6}, 1);
    for (int pair = 0; pair < kPairs; ++pair) {
        const auto opening = openings.at(pair);
        for (const bool learnt_first : {true, false}) {
            Engine a(game.spec(), learnt);
            Engine b(game.spec(), counts);
            WidePosition position = game.start();
            for (const Move move : opening) position = game.after(position, move);
            while (!game.verdict(position).over()) {
                Engine& mover = position.second_to_move == learnt_first ? b : a;
                position = game.after(position, mover.search(position, {{.nodes = 300}}).move());
            }
            const Outcome outcome = game.verdict(position).outcome;
            points += outcome == Outcome::kDraw ? 1 : (outcome == Outcome::kFirstWins) == learnt_first ? 2 : 0;
        }
    }
    EXPECT_GT(points, 2 * kPairs * 12 / 10) << "of " << 4 * kPairs << " half points";
}

}  // namespace
}  // namespace foray::learn
