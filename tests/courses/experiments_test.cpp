// The experiments around the 2015 report: that the additions change what they should and nothing else.
#include "foray/courses/experiments.h"

#include <gtest/gtest.h>

namespace foray {
namespace {

ReportBoard random_report_board(std::uint64_t seed, int side) { return {"random", random_board(seed, {side, side})}; }

TEST(Additions, RepeatedStatesChangeNothingButTheCount) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        for (const Algorithm algorithm : {Algorithm::kMinimax, Algorithm::kAlphaBeta}) {
            const TextbookOptions without{.algorithm = algorithm, .depth = 4};
            TextbookOptions with = without;
            with.repeats = true;
            const WithAndWithout result = with_and_without(random_report_board(seed, 3), without, with);
            EXPECT_EQ(result.positions, 9);
            EXPECT_EQ(result.other_values, 0);
            EXPECT_EQ(result.other_moves, 0);
            EXPECT_LT(result.nodes[1], result.nodes[0]);
        }
    }
}

TEST(Additions, QuiescenceSeesTheCaptureBehindTheLimit) {
    // . 50 . o: whoever looks one ply far takes the fifty, which C1 raids at once.
    GameSpec spec = default_spec(Variant::kWargame, 1, 4);
    spec.values = {1, 50, 1, 1};
    spec.raid = RaidRule::kOptional;
    WidePosition position;
    position.opp.add(3);
    for (const int square : {0, 1, 2}) position.empty.add(square);
    const SearchAnswer hasty = textbook_search(spec, position, plain_alpha_beta(1));
    const SearchAnswer quiet = textbook_search(spec, position, {.depth = 1, .quiescence = true});
    EXPECT_EQ(hasty.move, Move::place(1));
    EXPECT_EQ(hasty.value, 49);
    EXPECT_EQ(quiet.move, Move::place(0));
    EXPECT_EQ(quiet.value, 0);
}

TEST(Experiments, WhoWinsEverywhereIsToldApart) {
    const Chooser good = [](const GameSpec& spec, const WidePosition& position) {
        return textbook_search(spec, position, plain_alpha_beta(2)).move;
    };
    const Chooser bad = [](const GameSpec& spec, const WidePosition& position) { return Game(spec).legal_moves(position).back(); };
    std::vector<ReportBoard> boards;
    for (std::uint64_t seed = 1; seed <= 7; ++seed) boards.push_back(random_report_board(seed, 4));
    const Comparison won = compare(good, bad, boards);
    ASSERT_EQ(won.tally.wins, 14);
    EXPECT_NEAR(won.chance, 2.0 / 128, 1e-12);
    EXPECT_GT(won.score_error, 0.3);  // seven boards say little about how often
    const Comparison lost = compare(bad, good, boards);
    EXPECT_EQ(lost.tally.losses, 14);
    EXPECT_EQ(lost.tally.pairs, (PairCounts{7, 0, 0, 0, 0}));
    EXPECT_NEAR(lost.chance, 2.0 / 128, 1e-12);
    boards.resize(1);
    EXPECT_EQ(compare(good, bad, boards).chance, 1);
}

TEST(Experiments, EqualPlayersAreNotToldApart) {
    const Chooser first = [](const GameSpec& spec, const WidePosition& position) {
        return textbook_search(spec, position, plain_alpha_beta(1)).move;
    };
    std::vector<ReportBoard> boards;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) boards.push_back(random_report_board(seed, 4));
    const Comparison same = compare(first, first, boards);
    EXPECT_EQ(same.tally.games(), 16);
    EXPECT_EQ(same.tally.wins, same.tally.losses);
    EXPECT_DOUBLE_EQ(same.score, 0.5);
    EXPECT_DOUBLE_EQ(same.chance, 1);
    const Chooser deeper = [](const GameSpec& spec, const WidePosition& position) {
        return textbook_search(spec, position, plain_alpha_beta(4)).move;
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
    EXPECT_EQ(textbook_search(spec, found->position, plain_alpha_beta(1)).move, found->short_sighted);
    EXPECT_EQ(textbook_search(spec, found->position, plain_alpha_beta(2)).move, found->better);
    EXPECT_GT(found->loss(), 0);
}

TEST(Experiments, FeasibleDepthFits) {
    TextbookOptions options = plain_alpha_beta(1, MoveOrder::kStatic);
    options.repeats = true;
    const Feasible found = feasible_depth(random_report_board(2, 3), options, 10'000);
    EXPECT_EQ(found.depth, 9);
    EXPECT_TRUE(found.whole_game);
}

}  // namespace
}  // namespace foray
