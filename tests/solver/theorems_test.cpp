// Strategies, components and settled squares against brute force.
#include <gtest/gtest.h>

#include <utility>

#include "freeze.h"
#include "solver_boards.h"
#include "sum.h"
#include "support/oracles.h"
#include "support/retrograde.h"
#include "theorems.h"

namespace foray::test {
namespace {

using solver::Field;
using solver::find_strategy;
using solver::Kind;
using solver::Set;
using solver::Strategy;

GameSpec with_values(int rows, int cols, const std::vector<int>& values) {
    GameSpec spec = default_spec(Variant::kWargame, rows, cols);
    for (std::size_t i = 0; i < values.size(); ++i) spec.values[i] = static_cast<std::uint8_t>(values[i]);
    return spec;
}

/// Every state in which a strategy is recognised has a value that agrees with it. Returns how many there were.
int check_strategies(const GameSpec& spec) {
    const Retrograde truth(spec);
    const Field field(spec);
    int found = 0;
    truth.for_each_state([&](std::uint32_t own, std::uint32_t opp) {
        const Strategy strategy = find_strategy(field, own, opp, field.board() & ~Set{own} & ~Set{opp});
        if (strategy.name.empty()) return;
        ++found;
        const int value = truth.value(own, opp);
        if (strategy.kind == Kind::kAtMost) {
            EXPECT_LE(value, strategy.value);
        } else {
            EXPECT_GE(value, strategy.value);
        }
    });
    return found;
}

TEST(SolverTheorems, MirrorAndCentreHoldWhereverTheyAreRecognised) {
    EXPECT_GT(check_strategies(with_values(2, 4, {5, 2, 2, 5, 1, 9, 9, 1})), 10);
    EXPECT_GT(check_strategies(with_values(2, 3, {4, 2, 7, 4, 2, 7})), 10);
    EXPECT_GT(check_strategies(with_values(4, 3, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1})), 10);
    EXPECT_GT(check_strategies(with_values(3, 3, {3, 1, 4, 2, 7, 2, 4, 1, 3})), 10);
    EXPECT_GT(check_strategies(with_values(1, 7, {3, 1, 4, 9, 4, 1, 3})), 5);
}

/// What is said at a glance holds in every state, decides some of them before the end, and guesses are possible values.
void check_glance(const GameSpec& spec) {
    const Retrograde truth(spec);
    const solver::Glance glance(spec);
    int decided = 0;
    int by_strategy = 0;
    truth.for_each_state([&](std::uint32_t own, std::uint32_t opp) {
        const WidePosition position = position_of(own, opp, spec);
        const solver::Answer known = glance.bounds(position);
        const int value = truth.value(own, opp);
        EXPECT_LE(known.lower, value);
        EXPECT_GE(known.upper, value);
        if (position.empty.none()) {
            EXPECT_TRUE(known.finished());
            EXPECT_EQ(glance.guess(position), value);
        }
        decided += known.finished() ? 1 : 0;
        by_strategy += known.strategy.empty() ? 0 : 1;
    });
    EXPECT_GT(decided, 0);
    EXPECT_GT(by_strategy, 10);
}

TEST(SolverTheorems, WhatIsSaidAtAGlanceHolds) {
    check_glance(with_values(2, 4, {5, 2, 2, 5, 1, 9, 9, 1}));
    check_glance(with_values(3, 3, {3, 1, 4, 2, 7, 2, 4, 1, 3}));
}

TEST(SolverTheorems, BoardsOfTheReport) {
    const auto strategy = [](int rows, int cols, const std::vector<int>& values) {
        const Field field(with_values(rows, cols, values));
        return find_strategy(field, 0, 0, field.board());
    };
    EXPECT_EQ(strategy(4, 4, {}).name, "mirror");
    EXPECT_EQ(strategy(5, 5, {}).name, "centre");
    EXPECT_EQ(strategy(5, 5, {}).value, 1);
    EXPECT_EQ(strategy(2, 2, {1, 2, 3, 4}).name, "");
}

/// Nor after any move, although the next move is prepared before one is decided.
void check_moves(const SmallSearch& small, const Retrograde& truth, std::uint32_t own, std::uint32_t opp, solver::Sum& sum) {
    struct Asked {
        solver::State state;
        int open;
        int target;
        solver::Sum::After after;
    };
    const auto check = [&](Asked& asked) {
        solver::Bound bound;
        if (!sum.decide(asked.state, asked.after, bound)) return;
        ASSERT_EQ(bound.value >= asked.target, asked.open >= asked.target) << own << " " << opp << " before the move";
    };
    Asked asked[2];
    int made = 0;
    solver::each(small.state(own, opp).empty, [&](int square) {
        const auto near = static_cast<std::uint32_t>(small.field.near(square));
        const std::uint32_t turned = (near & own) != 0 ? near & opp : 0;
        const std::uint32_t mover = own | turned | std::uint32_t{1} << square;
        const std::uint32_t answers = opp & ~turned;
        for (const int off : {-1, 0, 1, 3}) {
            Asked& next = asked[made % 2];
            next.state = small.state(answers, mover);
            next.open = truth.value(answers, mover) - small.settled(answers, mover);
            next.target = next.open + off;
            const solver::Field::Touched touched = small.field.touched(next.state.empty);
            sum.prepare(next.state, small.field.isolated(next.state.empty, touched), square, next.target, next.after);
            if (++made > 1) check(asked[made % 2]);
        }
    });
    if (made > 0) check(asked[(made - 1) % 2]);
}

/// The sum never claims what is not so, in any state, close to its value. The components evaluated have up to `limit` cells.
void check_sums(const GameSpec& spec, const Retrograde& truth, int limit, bool conjectures) {
    SmallSearch small(spec);
    solver::Ideas ideas;
    ideas.component_limit = limit;
    ideas.larger_components_from = {};
    ideas.conjectures = conjectures;
    solver::ComponentCache cache(small.field, small.field.board(), 12, conjectures);
    solver::Sum sum(small.field, ideas, cache);
    truth.for_each_state([&](std::uint32_t own, std::uint32_t opp) {
        const solver::State state = small.state(own, opp);
        if (state.empty == 0 || testing::Test::HasFatalFailure()) return;
        const int open = truth.value(own, opp) - small.settled(own, opp);
        sum.take_apart(state, small.field.isolated(state.empty, small.field.touched(state.empty)));
        for (const int target : {open - 1, open, open + 1, open + 3}) {
            solver::Bound bound;
            if (!sum.decide(state, target, bound)) continue;
            ASSERT_EQ(bound.value >= target, open >= target) << own << " " << opp << " value " << open << " target " << target;
        }
        if ((31 * own + opp) % 29 == 0) check_moves(small, truth, own, opp, sum);  // a sample: each has all its moves
    });
}

TEST(SolverTheorems, TheSumBoundsEveryState) {
    for (const int most : {1, 9}) {
        const GameSpec spec = board_of(3, 4, most, 41);
        const Retrograde truth(spec);
        // The conjecture has no exception here.
        for (const auto& [limit, conjectures] : {std::pair{4, false}, {6, false}, {8, false}, {4, true}, {8, true}}) {
            check_sums(spec, truth, limit, conjectures);
        }
    }
}

/// A bound of the open value of a state holds, and the squares it needs are enough: it also holds if all others on the rim are worse for
/// it.
void check_bound(const Retrograde& truth, const SmallSearch& small, const solver::State& state, int open, bool least,
                 const solver::Bound& bound) {
    ASSERT_TRUE(least ? bound.value <= open : bound.value >= open)
        << state.own << " " << state.opp << " " << state.empty << " value " << open << " got " << bound.value;
    ASSERT_EQ(bound.need & ~(least ? state.own : state.opp), 0U);
    const Set free = (state.own | state.opp) & ~bound.need;
    const Set own_too = least ? bound.need : free;  // the worst for the bound
    const Set rest = small.field.board() & ~state.empty & ~state.own & ~state.opp;
    const int worst =
        truth.value(static_cast<std::uint32_t>(own_too | rest), static_cast<std::uint32_t>((state.own | state.opp) & ~own_too)) -
        truth.points(static_cast<std::uint32_t>(rest));
    ASSERT_TRUE(least ? bound.value <= worst : bound.value >= worst) << state.own << " " << state.opp << " needs " << bound.need;
}

/// Theorem 11. Asked far from the value, where giving squares away does not matter, and close to it, where a bound that gives too few away
/// would be wrong.
TEST(SolverTheorems, FreezingBoundsTheStates) {
    struct Case {
        int rows, cols, most, every;
    };
    for (const Case& board : {Case{3, 3, 9, 1}, {1, 9, 5, 1}, {3, 4, 1, 13}, {3, 4, 9, 13}, {2, 6, 3, 13}}) {
        const int most = board.most;
        if (kSlowBuild && board.rows * board.cols > 9) continue;
        const GameSpec spec = board_of(board.rows, board.cols, most, 43);
        const Retrograde truth(spec);
        SmallSearch small(spec);
        for (const int cells : {1, 2, 4}) {
            solver::ComponentCache cache(small.field, small.field.board(), 12, false);
            solver::Freezer freezer(small.field, cache, {.cells = cells, .whole = cells, .from = 0, .margin = 0, .spread = 0}, 12);
            int cut = 0;
            int tight = 0;
            int number = 0;
            truth.for_each_state([&](std::uint32_t own, std::uint32_t opp) {
                const solver::State state = small.state(own, opp);
                if (number++ % board.every != 0 || state.empty == 0 || testing::Test::HasFatalFailure()) return;
                const int open = truth.value(own, opp) - small.settled(own, opp);
                for (const int away : {-4 * most, -most, 0, 1, 1 + most, 1 + 4 * most}) {
                    const int target = open + away;
                    solver::Bound bound;
                    if (!freezer.decide(state, target, bound)) continue;
                    ++cut;
                    if (bound.value == open) ++tight;
                    check_bound(truth, small, state, open, bound.value >= target, bound);
                }
            });
            EXPECT_GT(cut, 1000);
            EXPECT_GT(tight, 100) << board.rows << "x" << board.cols << " pieces of " << cells;
        }
    }
}

}  // namespace
}  // namespace foray::test
