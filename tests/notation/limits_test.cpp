// What is far too long is refused for its length, before anybody takes it apart; a mark at the beginning of a file is no part of its text.
#include <gtest/gtest.h>

#include "foray/notation/board_text.h"
#include "foray/notation/contest.h"
#include "foray/notation/course_files.h"
#include "foray/notation/pgn.h"
#include "foray/notation/record.h"
#include "foray/rules/game.h"
#include "support/complaint.h"

namespace foray {
namespace {

using test::complaint;

constexpr std::size_t kMiB = std::size_t{1} << 20;
const std::string kMark = "\xEF\xBB\xBF";

const std::string kSquirrels = "2\nX\n2\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n*****\n*****\n**X**\n*****\n*****\n";
const std::string kStakeraid = "2\nMINIMAX\nX\n1\n1 2\n3 4\nX.\n..\n";

/// A text of a given length that would be read without its limit: blanks at the end are none of its lines' business.
std::string filled(std::string text, std::size_t size) {
    text.resize(size, '\n');
    return text;
}

TEST(Limits, BoardsHave64KiB) {
    EXPECT_TRUE(parse_board(filled("1 2\n3 4\n", 65536)));
    EXPECT_EQ(complaint(parse_board(filled("1 2\n3 4\n", 65537))), "too long for a board");
}

TEST(Limits, CourseFilesHaveAMebibyteAndLinesOf64KiB) {
    const std::string large = "this file is larger than 1 MiB, which no input of the course is";
    EXPECT_TRUE(parse_squirrels(filled(kSquirrels, kMiB)));
    EXPECT_EQ(complaint(parse_squirrels(filled(kSquirrels, kMiB + 1))), large);
    EXPECT_TRUE(parse_stakeraid(filled(kStakeraid, kMiB)));
    EXPECT_EQ(complaint(parse_stakeraid(filled(kStakeraid, kMiB + 1))), large);
    const std::string blanks(65535, ' ');
    EXPECT_TRUE(parse_squirrels("2" + blanks + kSquirrels.substr(1)));
    EXPECT_EQ(complaint(parse_squirrels("2 " + blanks + kSquirrels.substr(1))), "line:1:1: this line is too long; expected the task");
    EXPECT_TRUE(parse_stakeraid("2" + blanks + kStakeraid.substr(1)));
    EXPECT_EQ(complaint(parse_stakeraid("2 " + blanks + kStakeraid.substr(1))),
              "line:1:1: this line is too long; expected the board's size");
}

TEST(Limits, ContestRequestsHaveAMebibyte) {
    EXPECT_TRUE(parse_contest(filled("identify\n", kMiB)));
    EXPECT_EQ(complaint(parse_contest(filled("identify\n", kMiB + 1))), "this request is larger than 1 MiB");
}

TEST(Marks, AreSkippedByEveryReader) {
    const Game game(default_spec(Variant::kWargame, 2, 2));
    const GameRecord record{game.spec(), game.start(), {Move::place(0)}};
    EXPECT_TRUE(parse_board(kMark + "1 2\n3 4\n"));
    EXPECT_TRUE(parse_squirrels(kMark + kSquirrels));
    EXPECT_TRUE(parse_stakeraid(kMark + kStakeraid));
    EXPECT_TRUE(parse_contest(kMark + "identify\n"));
    EXPECT_EQ(complaint(parse_record(kMark + print_record(record))), "accepted");
    EXPECT_EQ(complaint(parse_pgn(kMark + print_pgn(record))), "accepted");
    // One is a mark, two are text.
    EXPECT_FALSE(parse_board(kMark + kMark + "1 2\n3 4\n"));
}

}  // namespace
}  // namespace foray
