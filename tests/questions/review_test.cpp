// Reviews of whole games: mistakes are what a proof, or a search of the same depth, says of both sides of a move.
#include <gtest/gtest.h>

#include <string>

#include "support/questions.h"

namespace foray {
namespace {

using test::fine;
using test::Json;

/// The judgement of one ply of a game.
Json judged(const Json& question, std::size_t ply) {
    const Json answer = fine(question);
    EXPECT_EQ(answer["judged"].size(), question["moves"].size() + 1);
    EXPECT_EQ(answer["judged"][ply]["ply"], ply);
    return answer["judged"][ply];
}

TEST(Review, ComparesProofsWithProofs) {
    // Green's b2 loses two points, by proof before and after it; e1 before it loses a hundred and ninety-eight.
    Json question{{"ask", "review"}, {"game", "wargame"}, {"board", "Peoria"}, {"solve_ms", 60'000}, {"nodes", 500}};
    for (const char* move : {"a1", "d2", "c5", "c1", "b1", "d1", "a3", "e1", "e5", "b2", "a2", "c2", "b3",
                             "c3", "c4", "d3", "d4", "b4", "a4", "e3", "e2", "e4", "d5", "a5", "b5"}) {
        question["moves"].push_back(move);
    }
    const Json all = fine(question)["judged"];
    EXPECT_EQ(all[9]["move"], "b2");
    EXPECT_EQ(all[9]["loss"], 2);
    EXPECT_EQ(all[9]["exact"], true);
    EXPECT_EQ(all[9]["grade"], Json());
    EXPECT_EQ(all[7]["loss"], 198);
    EXPECT_EQ(all[7]["best"], "e3");
    EXPECT_EQ(all[7]["grade"], "blunder");
    // Blue still wins after d4, by less: that is careless, no blunder.
    EXPECT_EQ(all[16]["loss"], 192);
    EXPECT_EQ(all[16]["grade"], "inaccuracy");
    for (std::size_t ply = 7; ply < 25; ++ply) {
        const Json solved =
            fine({{"ask", "solve"},
                  {"game", "wargame"},
                  {"board", "Peoria"},
                  {"moves", std::vector<Json>(question["moves"].begin(), question["moves"].begin() + static_cast<long>(ply))},
                  {"nodes", 50'000'000}});
        EXPECT_EQ(all[ply]["value"], solved["value"]) << ply;
    }
    EXPECT_EQ(all[25]["value"], -299);
}

TEST(Review, CallsNoMistakeWhatNoProofShows) {
    const Json question{
        {"ask", "review"}, {"game", "wargame"}, {"board", "random:3:5x5"}, {"nodes", 300}, {"moves", {"a1", "e5", "a5", "e1", "c3", "b1"}}};
    const Json answer = fine(question);
    for (const Json& one : answer["judged"]) {
        EXPECT_EQ(one["exact"], false);
        if (one["ply"] >= 3 && one["ply"] < 6) {
            EXPECT_EQ(one["grade"], Json()) << one;
        }
    }
}

TEST(Review, CountsWinsOfTheAtaxxFamilyAsWins) {
    // White jumps beside Black's last piece, who takes it: no piece is left.
    const Json last = judged({{"ask", "review"}, {"game", "ataxx"}, {"start", "x6/7/7/3o3/7/7/7 o 0 1"}, {"moves", {"d4c6", "b6"}}}, 1);
    EXPECT_EQ(last["loss"], 0);
    EXPECT_EQ(last["grade"], Json());
    const Json first = judged({{"ask", "review"}, {"game", "ataxx"}, {"start", "x6/7/7/3o3/7/7/7 o 0 1"}, {"moves", {"d4c6", "b6"}}}, 0);
    EXPECT_EQ(first["grade"], "blunder");
    // A game that is over, and one without a move, are answered too; so is a forced pass.
    EXPECT_EQ(fine({{"ask", "review"}, {"game", "wargame"}, {"board", "1x1"}, {"moves", {"a1"}}})["judged"][0]["loss"], 0);
    EXPECT_EQ(fine({{"ask", "review"}, {"game", "ataxx"}})["judged"].size(), 1U);
    EXPECT_EQ(
        judged({{"ask", "review"}, {"game", "ataxx"}, {"start", "x--2/---2/-----/--1-o/----o x 0 1"}, {"moves", {"0000"}}}, 0)["loss"], 0);
}

}  // namespace
}  // namespace foray
