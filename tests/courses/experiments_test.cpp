// The experiments around the 2015 report: that the additions change what they should and nothing else.
#include "foray/courses/experiments.h"

#include <gtest/gtest.h>

namespace foray {
namespace {

ReportBoard random_report_board(std::uint64_t seed, int side) { return {"random", random_board(seed, {side, side})}; }

TEST(ExtendedSearch, WithoutAdditionsItIsTheTextbookSearch) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const GameSpec spec = report_spec(random_report_board(seed, 4).values);
        const WidePosition start = Game(spec).start();
        for (const Algorithm algorithm : {Algorithm::kMinimax, Algorithm::kAlphaBeta}) {
            for (const int depth : {1, 2, 3}) {
                const SearchAnswer plain = textbook_search(spec, start, {.algorithm = algorithm, .depth = depth});
                const SearchAnswer same = extended_search(spec, start, {.algorithm = algorithm, .depth = depth});
                EXPECT_EQ(same.move, plain.move);
                EXPECT_EQ(same.value, plain.value);
                EXPECT_EQ(same.nodes, plain.nodes);
            }
        }
    }
}

TEST(ExtendedSearch, RepeatedStatesChangeNothingButTheCount) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        for (const Algorithm algorithm : {Algorithm::kMinimax, Algorithm::kAlphaBeta}) {
            const ExtendedOptions without{.algorithm = algorithm, .depth = 4};
            ExtendedOptions with = without;
            with.repeats = true;
            const WithAndWithout result = with_and_without(random_report_board(seed, 3), without, with);
            EXPECT_EQ(result.positions, 9);
            EXPECT_EQ(result.other_values, 0);
            EXPECT_EQ(result.other_moves, 0);
            EXPECT_LT(result.nodes[1], result.nodes[0]);
        }
    }
}

TEST(ExtendedSearch, QuiescenceSeesTheCaptureBehindTheLimit) {
    // 1x4: x . o . with a large o: whoever looks one ply far does not see that B1 can be raided back.
    GameSpec spec = default_spec(Variant::kWargame, 1, 5);
    spec.values = {1, 1, 50, 1, 1};
    spec.raid = RaidRule::kOptional;
    WidePosition position;
    position.own.add(0);
    position.opp.add(4);
    for (const int square : {1, 2, 3}) position.empty.add(square);
    // Dropping on C1 takes 50, which D1 raids at once.
    const SearchAnswer hasty = extended_search(spec, position, {.depth = 1});
    const SearchAnswer quiet = extended_search(spec, position, {.depth = 1, .quiescence = true});
    EXPECT_EQ(hasty.move, Move::place(2));
    EXPECT_GT(hasty.value, quiet.value);
}

TEST(Experiments, EqualPlayersAreNotToldApart) {
    const Chooser first = [](const GameSpec& spec, const WidePosition& position) {
        return extended_search(spec, position, {.depth = 1}).move;
    };
    std::vector<ReportBoard> boards;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) boards.push_back(random_report_board(seed, 4));
    const Comparison same = compare(first, first, boards);
    EXPECT_EQ(same.pairs, 8);
    EXPECT_EQ(same.won, same.lost);
    EXPECT_DOUBLE_EQ(same.score, 0.5);
    EXPECT_DOUBLE_EQ(same.chance, 1);
    const Chooser deeper = [](const GameSpec& spec, const WidePosition& position) {
        return extended_search(spec, position, {.depth = 4}).move;
    };
    const Comparison better = compare(deeper, first, boards);
    EXPECT_GT(better.score, 0.6);
    EXPECT_GT(better.margin, 0);
    EXPECT_GT(better.margin_error, 0);
}

TEST(Experiments, AHorizonIsOne) {
    const ReportBoard board = random_report_board(5, 4);
    const auto found = find_horizon(board, 1, 60, 1);
    ASSERT_TRUE(found);
    const GameSpec spec = report_spec(board.values);
    EXPECT_EQ(extended_search(spec, found->position, {.depth = 1}).move, found->short_sighted);
    EXPECT_EQ(extended_search(spec, found->position, {.depth = 2}).move, found->better);
    EXPECT_GT(found->loss(), 0);
}

TEST(Experiments, FeasibleDepthFits) {
    const Feasible found = feasible_depth(random_report_board(2, 3), {.repeats = true, .ordered = true}, 10'000);
    EXPECT_EQ(found.depth, 9);
    EXPECT_TRUE(found.whole_game);
}

}  // namespace
}  // namespace foray
