// The course files: what is read, what is refused, and the published cases byte for byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "foray/courses/course.h"
#include "foray/courses/rubric.h"
#include "support/complaint.h"
#include "support/oracles.h"
#include "support/random_play.h"

namespace foray {
namespace {

using test::complaint;

namespace fs = std::filesystem;

/// CR and a missing final newline aside.
std::string normal(std::string text) {
    std::erase(text, '\r');
    while (text.ends_with('\n')) text.pop_back();
    return text + "\n";
}

std::vector<fs::path> cases_in(const std::string& folder) {
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(*test::oracle_folder() + "/" + folder)) out.push_back(entry.path());
    std::sort(out.begin(), out.end());
    return out;
}

TEST(CourseOracles, Squirrels) {
    FORAY_NEED_ORACLES();
    int checked = 0;
    for (const fs::path& one : cases_in("squirrels")) {
        SCOPED_TRACE(one.string());
        const auto input = parse_squirrels(test::read_all(one / "input.txt"));
        ASSERT_TRUE(input) << input.error().message();
        std::string log;
        const SquirrelsAnswer answer = answer_squirrels(*input, [&](const std::string& text) { log += text; });
        const auto compare = [&](const char* file, const std::string& text) {
            if (!fs::exists(one / file)) return;
            EXPECT_EQ(text, normal(test::read_all(one / file))) << file;
        };
        compare("next_state.txt", answer.next_state.value_or(""));
        compare("trace_state.txt", answer.trace_state.value_or(""));
        compare("traverse_log.txt", log);
        EXPECT_EQ(log.empty(), !has_traverse_log(*input));
        ++checked;
    }
    EXPECT_GE(checked, 57);
}

TEST(CourseOracles, StakeAndRaid) {
    FORAY_NEED_ORACLES();
    int checked = 0;
    for (const char* folder : {"stakeraid", "stakeraid_ties"}) {
        for (const fs::path& one : cases_in(folder)) {
            SCOPED_TRACE(one.string());
            const auto input = parse_stakeraid(test::read_all(one / "input.txt"));
            ASSERT_TRUE(input) << input.error().message();
            const auto answer = answer_stakeraid(*input);
            ASSERT_TRUE(answer);
            EXPECT_EQ(*answer, normal(test::read_all(one / "output.txt")));
            ++checked;
        }
    }
    EXPECT_GE(checked, 61);
}

const std::string kValues = "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 24 25\n";
const std::string kBoard = "X****\n*****\n*****\n*****\n****O\n";

TEST(SquirrelsFile, ReadsAndPrints) {
    for (const std::string& text : {"2\nX\n3\n" + kValues + kBoard, "4\nO\n2\n3\nX\n1\n1\n" + kValues + kBoard}) {
        const auto input = parse_squirrels(text);
        ASSERT_TRUE(input) << input.error().message();
        EXPECT_EQ(print_squirrels(*input), text);
        std::string crlf;
        for (const char c : text) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
        EXPECT_EQ(*parse_squirrels(crlf), *input);
        EXPECT_EQ(*parse_squirrels(text.substr(0, text.size() - 1)), *input);
    }
    EXPECT_TRUE(parse_squirrels("2\nO\n3\n" + kValues + kBoard)->position.second_to_move);
}

TEST(SquirrelsFile, RefusesWithLineAndColumn) {
    const auto said = [](const std::string& text) { return complaint(parse_squirrels(text)); };
    EXPECT_EQ(said(""), "line:1:1: the file ends here; expected the task");
    EXPECT_EQ(said("5\n"), "line:1:1: expected the task (1 to 4), found '5'");
    EXPECT_EQ(said("2\nx\n"), "line:2:1: expected the player, X or O, found 'x'");
    EXPECT_EQ(said("2\nX\n0\n"), "line:3:1: expected the depth (1 to 999), found '0'");
    EXPECT_EQ(said("2\nX 3\n"), "line:2:3: expected the player, X or O alone on this line");
    EXPECT_EQ(said("4\nX\n4\n"), "line:3:1: expected the player's algorithm (1 to 3), found '4'");
    EXPECT_EQ(said("4\nX\n1\n1\nX\n1\n1\n" + kValues + kBoard), "line:5:1: both players have the same colour");
    EXPECT_EQ(said("2\nX\n3\n1 2 3 4\n"), "line:4:1: expected row 1 of the values, 5 numbers, found 4");
    EXPECT_EQ(said("2\nX\n3\n1 2 3 4 256\n"), "line:4:9: expected a value from 0 to 255, found '256'");
    EXPECT_EQ(said("2\nX\n3\n" + kValues + "X***?\n"), "line:9:5: expected X, O or *, found '?'");
    EXPECT_EQ(said("2\nX\n3\n" + kValues + "X***\n"), "line:9:5: this row has only 4 of 5 squares");
    EXPECT_EQ(said("2\nX\n3\n" + kValues + "X*****\n"), "line:9:6: this row has more than 5 squares");
    EXPECT_EQ(said("2\nX\n3\n" + kValues + kBoard + "X\n"), "line:14:1: unexpected line after the board");
    EXPECT_EQ(said("2\nX\n3\n" + kValues), "line:9:1: the file ends here; expected row 1 of the board, 5 squares");
}

TEST(StakeraidFile, ReadsPrintsAndRefuses) {
    for (const std::string& text : {std::string("2\nMINIMAX\nX\n2\n1 2\n3 4\nX.\n.O\n"), std::string("1\nALPHABETA\nO\n1\n7\n.\n"),
                                    std::string("2\nCOMPETITION\nO\n12.5\n1 2\n3 4\nX.\n.O\n")}) {
        const auto input = parse_stakeraid(text);
        ASSERT_TRUE(input) << input.error().message();
        EXPECT_EQ(print_stakeraid(*input), text);
    }
    const auto said = [](const std::string& text) { return complaint(parse_stakeraid(text)); };
    EXPECT_EQ(said("27\n"), "line:1:1: expected the board's size (1 to 26), found '27'");
    EXPECT_EQ(said("2\nNEGAMAX\n"), "line:2:1: expected MINIMAX, ALPHABETA or COMPETITION, found 'NEGAMAX'");
    EXPECT_EQ(said("2\nCOMPETITION\nX\nnan\n"), "line:4:1: expected the seconds left, a number, found 'nan'");
    EXPECT_EQ(said("2\nCOMPETITION\nX\n-1\n"), "line:4:1: expected the seconds left, a number, found '-1'");
    EXPECT_EQ(said("2\nMINIMAX\nX\n1.5\n"), "line:4:1: expected the depth (1 to 999), found '1.5'");
    EXPECT_EQ(said("1\nMINIMAX\nX\n1\n7\n*\n"), "line:6:1: expected X, O or ., found '*'");
}

TEST(StakeraidFile, AFullBoardHasNoAnswer) { EXPECT_FALSE(answer_stakeraid(*parse_stakeraid("1\nMINIMAX\nX\n1\n7\nX\n"))); }

TEST(SquirrelsFile, AFullBoardStaysAsItIs) {
    const std::string full = "XXXXX\nXXXXX\nOOOOO\nOOOOO\nOOOOO\n";
    std::string log;
    const auto answer = answer_squirrels(*parse_squirrels("2\nX\n3\n" + kValues + full), [&](const std::string& text) { log += text; });
    EXPECT_EQ(*answer.next_state, full);
    EXPECT_EQ(log, "Node,Depth,Value\nroot,0,-215\n");
    const auto battle = answer_squirrels(*parse_squirrels("4\nO\n2\n3\nX\n1\n1\n" + kValues + full), [](const std::string&) {});
    EXPECT_EQ(*battle.trace_state, "");
}

TEST(Rubrics, HaveAMebibyteAtMost) {
    std::string rubric = "total = 50\n#";
    rubric.resize(std::size_t{1} << 20, 'x');
    EXPECT_EQ(test::complaint(parse_rubric(rubric, Assignment::kSquirrels)), "accepted");
    EXPECT_EQ(test::complaint(parse_rubric(rubric + "x", Assignment::kSquirrels)), "too long for a rubric, which has 1 MiB at most");
}

}  // namespace
}  // namespace foray
