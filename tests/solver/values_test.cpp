// The solver against brute force: every state of small boards, all that can be reached on 4x4, and values known from elsewhere.
#include <gtest/gtest.h>

#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/spec_text.h"
#include "foray/solver/solver.h"
#include "solver_boards.h"
#include "support/oracles.h"
#include "support/random_play.h"
#include "support/retrograde.h"

namespace foray::test {
namespace {

using solver::Bound;
using solver::Solver;
using solver::SolverOptions;

/// Asks just below, at and above the value; each answer must be right, and so must the bound that comes with it.
void ask_around(SmallSearch& small, std::uint32_t own, std::uint32_t opp, int value) {
    const solver::State state = small.state(own, opp);
    const int open = value - small.settled(own, opp);
    for (const int target : {open - 3, open, open + 1, open + 4}) {
        const Bound bound = small.search.decide(state, target);
        if (open >= target) {
            ASSERT_TRUE(bound.value >= target && bound.value <= open && (bound.need & ~state.own) == 0)
                << own << " " << opp << " value " << open << " target " << target << " got " << bound.value;
        } else {
            ASSERT_TRUE(bound.value < target && bound.value >= open && (bound.need & ~state.opp) == 0)
                << own << " " << opp << " value " << open << " target " << target << " got " << bound.value;
        }
    }
}

void check_every_state(const GameSpec& spec, const solver::Ideas& ideas) {
    const Retrograde truth(spec);
    SmallSearch small(spec, ideas);
    truth.for_each_state([&](std::uint32_t own, std::uint32_t opp) {
        if (!testing::Test::HasFatalFailure()) ask_around(small, own, opp, truth.value(own, opp));
    });
}

class EveryState : public testing::TestWithParam<GameSpec> {};

TEST_P(EveryState, HasTheValueOfBruteForce) {
    const GameSpec& spec = GetParam();
    check_every_state(spec, SmallSearch::small_ideas());
    check_every_state(spec, solver::Ideas{});
    if (spec.squares() == 9) check_every_state(spec, SmallSearch::freezing_ideas(3));
}

std::vector<GameSpec> small_boards() {
    std::vector<GameSpec> boards;
    for (const RaidRule rule : {RaidRule::kMandatory, RaidRule::kOptional}) {
        for (const int most : {1, 2, 9, 99}) boards.push_back(board_of(3, 3, most, 1, rule));
        boards.push_back(board_of(1, 9, 3, 2, rule));
        if (kSlowBuild) continue;
        for (const int most : {1, 3, 99}) boards.push_back(board_of(3, 4, most, 3, rule));
        boards.push_back(board_of(4, 3, 9, 4, rule));
        boards.push_back(board_of(2, 6, 2, 5, rule));
    }
    return boards;
}

// The index, because several of these boards have the same size and rule.
INSTANTIATE_TEST_SUITE_P(SmallBoards, EveryState, testing::ValuesIn(small_boards()), [](const auto& param) {
    const GameSpec& spec = param.param;
    return print_size(spec.rows, spec.cols) + (spec.raid == RaidRule::kOptional ? "Optional" : "Mandatory") + std::to_string(param.index);
});

TEST(SolverValues, EveryIdeaCanBeSwitchedOff) {
    for (const solver::NamedIdea& idea : solver::kIdeas) {
        solver::Ideas ideas = SmallSearch::small_ideas();
        ideas.*idea.flag = false;
        check_every_state(board_of(3, 3, 5, 6), ideas);
        check_every_state(board_of(2, 5, 1, 7), ideas);
        ASSERT_FALSE(HasFatalFailure()) << idea.name;
    }
}

/// Nobody has found an exception to the conjecture, least of all on boards as small as these.
TEST(SolverValues, ConjecturesChangeNoValueOfSmallBoards) {
    solver::Ideas ideas = SmallSearch::small_ideas();
    ideas.conjectures = true;
    check_every_state(board_of(3, 4, 9, 8), ideas);
    check_every_state(board_of(2, 6, 1, 9), ideas);
}

TEST(SolverValues, BothRaidRulesHaveTheSameValues) {
    const Retrograde mandatory(board_of(3, 4, 9, 8));
    const Retrograde optional(board_of(3, 4, 9, 8, RaidRule::kOptional));
    mandatory.for_each_state([&](std::uint32_t own, std::uint32_t opp) { ASSERT_EQ(mandatory.value(own, opp), optional.value(own, opp)); });
}

/// All states that play from the empty board can reach, seen from the mover.
std::vector<bool> reachable_states(const Retrograde& truth, bool drops_on_raidable) {
    std::vector<bool> reached(truth.states(), false);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> wave{{0, 0}};
    reached[0] = true;
    while (!wave.empty()) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> next;
        const auto reach = [&](std::uint32_t own, std::uint32_t opp) {
            const std::uint32_t index = truth.index(own, opp);
            if (reached[index]) return;
            reached[index] = true;
            next.emplace_back(own, opp);
        };
        for (const auto& [own, opp] : wave) {
            for (std::uint32_t rest = truth.board() & ~own & ~opp; rest != 0; rest &= rest - 1) {
                const int square = std::countr_zero(rest);
                const std::uint32_t near = truth.near(square);
                const bool raid = (near & own) != 0;
                if (raid) reach(opp & ~near, own | 1U << square | (near & opp));
                if (!raid || drops_on_raidable) reach(opp, own | 1U << square);
            }
        }
        wave = std::move(next);
    }
    return reached;
}

/// Every reachable state with FORAY_SLOW_TESTS=1, which takes a quarter of an hour; else every 64th.
TEST(SolverValues, AllReachableStatesOf4x4) {
    if (kSlowBuild) GTEST_SKIP() << "left to the release build";
    const bool all = std::getenv("FORAY_SLOW_TESTS") != nullptr;
    for (const RaidRule rule : {RaidRule::kMandatory, RaidRule::kOptional}) {
        const GameSpec spec = board_of(4, 4, rule == RaidRule::kMandatory ? 9 : 1, 9, rule);
        const Retrograde truth(spec);
        const std::vector<bool> reached = reachable_states(truth, rule == RaidRule::kOptional);
        solver::Ideas ideas;
        ideas.symmetry_from = 8;
        SmallSearch small(spec, ideas, std::size_t{64} << 20);
        std::uint64_t checked = 0;
        truth.for_each_state([&](std::uint32_t own, std::uint32_t opp) {
            const std::uint32_t index = truth.index(own, opp);
            if (!reached[index] || (!all && (index * 0x9E3779B9U) >> 26 != 0) || HasFatalFailure()) return;
            const solver::State state = small.state(own, opp);
            const int open = truth.value(own, opp) - small.settled(own, opp);
            ASSERT_GE(small.search.decide(state, open).value, open) << own << " " << opp;
            ASSERT_LE(small.search.decide(state, open + 1).value, open) << own << " " << opp;
            ++checked;
        });
        EXPECT_GT(checked, 100000U);
        RecordProperty("states", std::to_string(checked));
    }
}

// ---- the solver as a whole

std::unique_ptr<Solver> solver_for(const GameSpec& spec, const WidePosition& root, const SolverOptions& options = {}) {
    auto made = Solver::make(spec, root, options);
    EXPECT_TRUE(made.has_value());
    return std::move(made).value();
}

int value_of(const GameSpec& spec) {
    const Game game(spec);
    const auto solver = solver_for(spec, game.start());
    const solver::Answer answer = solver->solve(game.start());
    EXPECT_TRUE(answer.finished());
    return answer.lower;
}

TEST(SolverValues, KnownBoards) {
    EXPECT_EQ(value_of(board_of(3, 3, 1, 0)), 3);
    EXPECT_EQ(value_of(board_of(4, 4, 1, 0)), 0);
    EXPECT_EQ(value_of(board_of(3, 5, 1, 0)), 3);
    if (kSlowBuild) return;
    EXPECT_EQ(value_of(board_of(4, 5, 1, 0)), 0);
    EXPECT_EQ(value_of(board_of(1, 1, 99, 0)), board_of(1, 1, 99, 0).values[0]);
}

/// Nodes repeat, so a change that makes proofs longer shows here.
TEST(SolverValues, ProofsFromTheEmptyBoardStayShort) {
    const auto nodes_of = [](int rows, int cols) {
        const Game game(board_of(rows, cols, 1, 0));
        const auto solver = solver_for(game.spec(), game.start());
        EXPECT_GE(solver->prove(game.start(), 0).lower, 0);
        return solver->counters().nodes;
    };
    EXPECT_LT(nodes_of(4, 5), 42'000U);
    if (kSlowBuild) return;
    EXPECT_LT(nodes_of(4, 6), 2'000'000U);
}

/// Plain alpha-beta over the rules as the rest of the project has them.
int plain_value(const Game& game, const WidePosition& position, int alpha, int beta) {
    if (position.empty.none()) {
        const Scores scores = game.scores(position);
        return position.second_to_move ? scores.second - scores.first : scores.first - scores.second;
    }
    for (const Move move : game.legal_moves(position)) {
        alpha = std::max(alpha, -plain_value(game, game.after(position, move), -beta, -alpha));
        if (alpha >= beta) break;
    }
    return alpha;
}

TEST(SolverValues, AgreesWithPlainSearchOnBoardsOfManyShapes) {
    std::uint64_t seed = 77;
    for (const auto& [rows, cols] : {std::pair{6, 6}, {5, 7}, {7, 7}, {8, 8}, {4, 9}, {3, 20}, {2, 26}, {1, 12}}) {
        for (const RaidRule rule : {RaidRule::kMandatory, RaidRule::kOptional}) {
            const GameSpec spec = board_of(rows, cols, rows == 8 ? 255 : 40, seed++, rule);
            const Game game(spec);
            const int empties = rule == RaidRule::kOptional ? 6 : 7;
            const WidePosition position = random_walk(seed, game, spec.squares() - empties);
            const auto solver = solver_for(spec, position);
            const solver::Answer answer = solver->solve(position);
            ASSERT_TRUE(answer.finished());
            EXPECT_EQ(answer.lower, plain_value(game, position, -99999, 99999)) << rows << "x" << cols;
            for (const solver::MoveValue& move : solver->move_values(position)) {
                const int truth = -plain_value(game, game.after(position, move.move), -99999, 99999);
                EXPECT_EQ(move.value.lower, truth);
                EXPECT_EQ(move.value.upper, truth);
            }
        }
    }
}

TEST(SolverValues, TheLineReachesTheValue) {
    std::uint64_t seed = 5;
    const GameSpec spec = board_of(6, 6, 99, 11);
    const Game game(spec);
    for (int round = 0; round < 5; ++round) {
        WidePosition position = random_walk(seed, game, 36 - 13);
        const auto solver = solver_for(spec, position);
        const int value = solver->solve(position).lower;
        const bool second = position.second_to_move;
        for (const Move move : solver->best_line(position, value)) {
            ASSERT_TRUE(game.is_legal(position, move));
            position = game.after(position, move);
        }
        ASSERT_TRUE(position.empty.none());
        const Scores scores = game.scores(position);
        EXPECT_EQ(second ? scores.second - scores.first : scores.first - scores.second, value);
    }
}

TEST(SolverValues, ThreadsAgree) {
    std::uint64_t seed = 3;
    const GameSpec spec = board_of(6, 6, 99, 12);
    const Game game(spec);
    const WidePosition position = random_walk(seed, game, 36 - 16);
    SolverOptions several;
    several.threads = 3;
    EXPECT_EQ(solver_for(spec, position, several)->solve(position).lower, solver_for(spec, position)->solve(position).lower);
}

TEST(SolverValues, LimitsLeaveProvedBounds) {
    const GameSpec spec = board_of(6, 6, 99, 13);
    const Game game(spec);
    SolverOptions options;
    options.table_bytes = std::size_t{128} << 20;
    const auto solver = solver_for(spec, game.start(), options);
    SearchRequest request;
    request.budget.nodes = 5000;
    const solver::Answer answer = solver->solve(game.start(), request);
    EXPECT_FALSE(answer.finished());
    EXPECT_LT(answer.lower, answer.upper);
    // A limit is one of the whole call, which asks many questions; it is looked at every few hundred nodes.
    std::uint64_t before = solver->nodes();
    (void)solver->move_values(game.start(), request);
    EXPECT_LE(solver->nodes() - before, 5000 + 36 * 600);
    before = solver->nodes();
    (void)solver->solve(game.after(game.start(), Move::place(0)), {{.nodes = 1}});
    EXPECT_LE(solver->nodes() - before, 600);
    solver->stop();
    EXPECT_FALSE(solver->solve(game.start()).finished());
}

TEST(SolverValues, ABudgetHoldsTheTableAndWhatEveryThreadRemembers) {
    const GameSpec spec = board_of(6, 6, 99, 13);
    const WidePosition start = Game(spec).start();
    for (const bool freezing : {false, true}) {
        for (const int threads : {1, 2, 8}) {
            for (const std::size_t megabytes : {64U, 65U, 72U, 100U, 200U, 1000U, 10'000U}) {
                SolverOptions options;
                options.threads = threads;
                options.ideas.freezing = freezing;
                Solver::divide(megabytes << 20, spec, start, options);
                EXPECT_GE(options.table_bytes, Solver::least_table_bytes(spec, start, options.ideas)) << megabytes;
                const std::size_t frozen = freezing ? std::min(options.cache_bytes, solver::Search::kMostFrozenBytes) : 0;
                const std::size_t all = options.table_bytes + static_cast<std::size_t>(threads) * (options.cache_bytes + frozen);
                EXPECT_LE(all, (megabytes << 20) + 2 * static_cast<std::size_t>(threads)) << megabytes << " MB, " << threads << " threads";
                if (megabytes >= 1000) {
                    EXPECT_GE(all, (megabytes << 20) - (std::size_t{16} << 20)) << "nothing is left lying about";
                }
            }
        }
    }
}

TEST(SolverValues, RefusesWhatItCannotDo) {
    const GameSpec ataxx = default_spec(Variant::kAtaxx);
    EXPECT_NE(Solver::make(ataxx, Game(ataxx).start(), {}).error().what.find("raid family"), std::string::npos);
    const GameSpec large = default_spec(Variant::kStakeraid, 9, 9);
    EXPECT_NE(Solver::make(large, Game(large).start(), {}).error().what.find("64 squares"), std::string::npos);
    const GameSpec spec = board_of(6, 6, 99, 14);
    SolverOptions small;
    small.table_bytes = 1 << 20;
    EXPECT_NE(Solver::make(spec, Game(spec).start(), small).error().what.find("too small"), std::string::npos);
}

}  // namespace
}  // namespace foray::test
