// Frakking Toaster, faithful to its original: moves and values that the original program gave, in positions of all parts of random games.
//
// A line of golden/toaster_original.txt: the board (0 empty, 1 the mover, 2 the other), the original's answer, its value.
#include <gtest/gtest.h>

#include <algorithm>

#include "foray/agents/describe.h"
#include "foray/notation/answers.h"
#include "foray/notation/contest.h"
#include "support/oracles.h"
#include "support/paths.h"

namespace foray {
namespace {

/// The request that asks for a move on such a board.
std::string request_for(const std::string& board) {
    std::string out = "move\n1\n7\n";
    for (const std::string& row : test::split(board, '/')) {
        for (const char cell : row) out += std::string(1, cell) + ":";
        out += "\n";
    }
    return out;
}

TEST(Toaster, PlaysAsItsOriginal) {
    const auto options = textbook_options_of("toaster:faithful=yes");
    ASSERT_TRUE(options && *options);
    int compared = 0;
    for (const std::string& line : test::split(test::read_all(std::string(test::kGoldenFolder) + "/toaster_original.txt"), '\n')) {
        const auto fields = test::split(line, ' ');
        if (fields.size() != 3) continue;
        SCOPED_TRACE(line);
        const auto request = parse_contest(request_for(fields[0]));
        ASSERT_TRUE(request);
        const auto& [spec, position] = std::get<ContestMove>(*request);
        const Game game(spec);
        const auto wanted = parse_contest_answer(game, position, fields[1] + "\n");
        ASSERT_TRUE(wanted) << wanted.error().message();
        const SearchAnswer answer = textbook_search(spec, position, **options);
        EXPECT_EQ(answer.move, *wanted);
        EXPECT_EQ(answer.value, std::stoi(fields[2]));
        ++compared;
    }
    EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace foray
