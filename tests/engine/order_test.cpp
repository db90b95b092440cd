// In which order the search of the Ataxx family tries moves, and the values it keeps for that.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "foray/board/random.h"
#include "foray/engine/network.h"
#include "order.h"
#include "support/random_play.h"

namespace foray::engine {
namespace {

using Rules = AtaxxRules<1>;

/// All that an order needs, on the usual board with the built-in network.
struct Table7x7 {
    explicit Table7x7(Techniques techniques = {})
        : game(spec),
          rules(spec),
          facts(rules),
          evaluator(facts, Weights{}, default_network(spec)),
          appraiser(evaluator),
          order(facts, evaluator, appraiser, techniques, parameters),
          stack(spec.squares(), 4) {
        evaluator.prepare(rules.start());
    }

    /// Every move the picker hands out at a node.
    std::vector<Move> picked(const Position<1>& position, int last, Move table_move, int depth) {
        const Sight<Rules> sight = facts.see(position);
        Picker<Rules> picker(order, stack, position, last, sight, table_move, kEveryGain, depth);
        std::vector<Move> moves;
        for (Move move; picker.next(move);) moves.push_back(move);
        return moves;
    }
    int worth(const Position<1>& position, Move move) const {
        Position<1> child = position;
        rules.apply(child, move);
        return -evaluator.value({}, child);
    }

    GameSpec spec = default_spec(Variant::kAtaxx, 7, 7);
    Parameters parameters = parameters_of(Family::kAtaxx);
    Game game;
    Rules rules;
    Facts<Rules> facts;
    Evaluator<Rules> evaluator;
    Appraiser<Rules> appraiser;
    Order<Rules> order;
    MoveStack stack;
};

std::vector<Position<1>> positions_of_games(const Game& game, int count) {
    std::vector<Position<1>> positions;
    std::uint64_t seed = 5;
    while (static_cast<int>(positions.size()) < count) {
        const WidePosition position = test::random_walk(seed, game, test::draw(seed, 50));
        if (game.verdict(position).over() || game.legal_moves(position).front().is_pass()) continue;
        positions.push_back(position.resized<1>());
    }
    return positions;
}

TEST(EngineOrder, RememberedValuesAreThoseThatWereJudged) {
    // Neighbours in the numbers, far more than there are slots, values of both signs and some that are too large to keep.
    const auto truth = [](std::uint64_t own, std::uint64_t other) {
        std::uint64_t state = own * 3 + other;
        return static_cast<int>(splitmix64(state) % 1'400'000) - 700'000;
    };
    ValueCache cache(true);
    for (int round = 0; round < 2; ++round) {
        for (std::uint64_t own = 1; own < 300; ++own) {
            for (std::uint64_t other = 0; other < 300; ++other) {
                const std::uint64_t high = other << 40;
                ASSERT_EQ(cache.value(own, high, [&] { return truth(own, high); }), truth(own, high));
                ASSERT_EQ(cache.value(own, high, [&] { return truth(own, high); }), truth(own, high));
            }
        }
    }
}

TEST(EngineOrder, WhatWasJudgedLatelyIsNotJudgedAgain) {
    ValueCache cache(true);
    int judged = 0;
    const auto look = [&](int value) {
        for (std::uint64_t own = 1; own <= 100; ++own) {
            EXPECT_EQ(cache.value(own << 20, 7,
                                  [&] {
                                      ++judged;
                                      return value;
                                  }),
                      value);
        }
    };
    look(-12'345);
    EXPECT_EQ(judged, 100);
    look(-12'345);
    EXPECT_LE(judged, 105) << "a few may share a slot";
}

TEST(EngineOrder, AnAppraisalIsTheEvaluation) {
    Table7x7 table;
    const auto positions = positions_of_games(table.game, 3000);
    for (int round = 0; round < 2; ++round) {
        for (const auto& position : positions) ASSERT_EQ(table.appraiser.value({}, position), table.evaluator.value({}, position));
    }
}

TEST(EngineOrder, EveryMoveComesOnceAtEveryDepth) {
    Table7x7 table;
    for (const auto& position : positions_of_games(table.game, 200)) {
        std::vector<Move> legal = table.game.legal_moves(position.resized<kMaxWords>());
        std::sort(legal.begin(), legal.end());
        for (const int depth : {1, 3, 4, 12}) {
            for (const Move table_move : {Move::pass(), legal[legal.size() / 2]}) {
                std::vector<Move> picked = table.picked(position, 24, table_move, depth);
                if (!table_move.is_pass()) {
                    EXPECT_EQ(picked.front(), table_move);
                }
                std::sort(picked.begin(), picked.end());
                ASSERT_EQ(picked, legal) << "depth " << depth;
            }
        }
    }
}

TEST(EngineOrder, FarFromTheHorizonTheFirstMovesAreSortedByTheirPositions) {
    Table7x7 judging;
    int differences = 0;
    for (const auto& position : positions_of_games(judging.game, 100)) {
        const std::vector<Move> deep = judging.picked(position, 24, Move::pass(), judging.parameters.judge_depth);
        const std::vector<Move> shallow = judging.picked(position, 24, Move::pass(), judging.parameters.judge_depth - 1);
        differences += deep != shallow ? 1 : 0;
        // Jumps that capture nothing are not among those judged.
        const auto captures = [&](Move move) { return (judging.rules.neighbours(move.to) & position.opp).any(); };
        const auto judged = std::count_if(deep.begin(), deep.end(), [&](Move move) { return !move.is_jump() || captures(move); });
        const auto most = std::min<std::ptrdiff_t>(judged, judging.parameters.judge_most);
        for (std::ptrdiff_t i = 1; i < most; ++i) {
            const Move before = deep[static_cast<std::size_t>(i - 1)];
            const Move after = deep[static_cast<std::size_t>(i)];
            ASSERT_GE(judging.worth(position, before), judging.worth(position, after));
        }
    }
    EXPECT_GT(differences, 80);
}

TEST(EngineOrder, AMoveThatRefutedTheSameMoveBeforeComesEarlierAfterIt) {
    const auto place_of = [](const std::vector<Move>& moves, Move move) {
        return std::find(moves.begin(), moves.end(), move) - moves.begin();
    };
    for (const bool replies : {true, false}) {
        Techniques techniques;
        techniques.replies = replies;
        Table7x7 table(techniques);
        const Position<1> start = table.rules.start();
        const std::vector<Move> before = table.picked(start, 24, Move::pass(), 1);
        const Move move = *std::find_if(before.rbegin(), before.rend(), [](Move one) { return !one.is_jump(); });
        for (int i = 0; i < 8; ++i) table.order.learn(start, 24, move, {}, 2);
        // Another move that did as well everywhere, but not after this one.
        const Move other = *std::find_if(before.begin(), before.end(), [&](Move one) { return !one.is_jump() && one.to != move.to; });
        for (int i = 0; i < 8; ++i) table.order.learn(start, 3, other, {}, 2);
        const std::vector<Move> after_it = table.picked(start, 24, Move::pass(), 1);
        const std::vector<Move> after_another = table.picked(start, 3, Move::pass(), 1);
        EXPECT_EQ(place_of(after_it, move) < place_of(after_it, other), replies);
        EXPECT_LT(place_of(after_another, other), place_of(after_another, move));
    }
}

}  // namespace
}  // namespace foray::engine
