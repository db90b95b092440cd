// The grading of course files: every verdict, where it points, and what it says.
#include <gtest/gtest.h>

#include <set>

#include "foray/courses/grading.h"

namespace foray {
namespace {

const std::string kValues = "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 24 25\n";
const std::string kOnes = "1 1 1 1 1\n1 1 1 1 1\n1 1 1 1 1\n1 1 1 1 1\n1 1 1 1 1\n";
const std::string kCorners = "X****\n*****\n*****\n*****\n****O\n";
/// X to move; the best move of depth 1 and 2 alike is D3. The log of alpha-beta, depth 2, is kLog.
const std::string kNearlyFull = "XOXOX\nOXOX*\nXXX*O\n*XOXO\nXOXOO\n";
const std::string kNearlyFullAnswer = "XOXOX\nOXOX*\nXXXXX\n*XOXO\nXOXOO\n";
const std::string kLog =
    "Node,Depth,Value,Alpha,Beta\n"
    "root,0,-Infinity,-Infinity,Infinity\n"
    "E2,1,Infinity,-Infinity,Infinity\n"
    "D3,2,23,-Infinity,Infinity\n"
    "E2,1,23,-Infinity,23\n"
    "A4,2,21,-Infinity,23\n"
    "E2,1,21,-Infinity,21\n"
    "root,0,21,21,Infinity\n"
    "D3,1,Infinity,21,Infinity\n"
    "E2,2,31,21,Infinity\n"
    "D3,1,31,21,31\n"
    "A4,2,25,21,31\n"
    "D3,1,25,21,25\n"
    "root,0,25,25,Infinity\n"
    "A4,1,Infinity,25,Infinity\n"
    "E2,2,-25,25,Infinity\n"
    "A4,1,-25,25,Infinity\n"  // a cut: D3 is not searched
    "root,0,25,25,Infinity\n";

std::string replaced(std::string text, const std::string& old_part, const std::string& new_part) {
    const std::size_t at = text.find(old_part);
    EXPECT_NE(at, std::string::npos) << old_part;
    return text.replace(at, old_part.size(), new_part);
}

std::string with_crlf(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
    return out;
}

CourseInput squirrels(const std::string& text) {
    const auto input = parse_squirrels(text);
    EXPECT_TRUE(input) << input.error().message();
    return *input;
}

CourseInput stakeraid(const std::string& text) {
    const auto input = parse_stakeraid(text);
    EXPECT_TRUE(input) << input.error().message();
    return *input;
}

Grade grade(const CourseInput& input, const CourseFiles& student) { return grade_files(input, reference_files(input), student); }

/// "verdict line N: explanation".
std::string told(const Grade& grade) {
    return std::string(print_mark(grade.mark)) + " line " + std::to_string(grade.line) + ": " + grade.explanation;
}

/// Greedy X on kCorners; the reference plays D5.
std::string greedy(const std::string& next_state, const std::string& values = kValues, const std::string& board = kCorners) {
    return told(grade(squirrels("1\nX\n1\n" + values + board), {{"next_state.txt", next_state}}));
}

TEST(GradeBoard, RightAnswersPass) {
    const std::string right = "X****\n*****\n*****\n*****\n***XO\n";
    for (const std::string& text : {right, with_crlf(right), right.substr(0, right.size() - 1)}) EXPECT_EQ(greedy(text), "passed line 0: ");
}

TEST(GradeBoard, WrongMove) {
    const Grade wrong = grade(squirrels("1\nX\n1\n" + kValues + kCorners), {{"next_state.txt", "X****\nX****\n*****\n*****\n****O\n"}});
    EXPECT_EQ(told(wrong), "wrong move line 2: plays A2 Raid, worth -18 at depth 1; the reference plays D5 Sneak, worth 0");
    EXPECT_EQ(wrong.file, "next_state.txt");
    EXPECT_EQ(wrong.expected, "*****");
    EXPECT_EQ(wrong.found, "X****");
}

TEST(GradeBoard, WrongTieBreak) {
    EXPECT_EQ(
        greedy("X****\n*****\n*****\nX****\n****O\n", kOnes),
        "wrong tie-break line 1: plays A4 Sneak, which is worth 1 at depth 1 like the reference's B1 Raid, but comes later in the order "
        "(A1, B1, ... row by row)");
}

TEST(GradeBoard, IllegalBoards) {
    EXPECT_EQ(greedy(kCorners), "illegal move line 5: the board is the one before the move");
    EXPECT_EQ(greedy("*****\n*****\n*****\n*****\n***XO\n"), "illegal move line 1: a piece has disappeared (A1)");
    EXPECT_EQ(greedy("O****\n*****\n*****\n*****\n***XO\n"), "illegal move line 1: a piece of the mover has become O (A1)");
    EXPECT_EQ(greedy("X****\n*****\n*****\n*****\n***OO\n"), "illegal move line 5: a new O stands at D5, but X moves");
    EXPECT_EQ(greedy("X****\n*****\n*****\n*****\n****X\n"), "illegal move line 5: there is no new X, but E5 turned");
    EXPECT_EQ(greedy("XX***\n*****\n*****\n*****\n***XO\n"), "illegal move line 1: there are 2 new pieces (B1, D5), a move puts one");
    EXPECT_EQ(greedy("X****\n*****\n*****\n*****\n***XX\n"),
              "illegal move line 5: D5 Sneak turns nothing (no own piece is beside it, so it is no raid), but E5 turned");
    EXPECT_EQ(greedy("X*X**\nO****\n*****\n*****\n*****\n", kValues, "X****\nO****\n*****\n*****\n*****\n"),
              "wrong move line 1: plays C1 Sneak, worth -2 at depth 1; the reference plays E5 Sneak, worth 20");
    const std::string beside = "XO***\n*****\n*****\n*****\n****O\n";  // A2 and nothing else can be raided
    EXPECT_EQ(greedy("XX***\nX****\n*****\n*****\n****O\n", kValues, beside),
              "illegal move line 1: A2 Raid may not turn B1, which is not beside it");
    const std::string ripe = "X****\n*O***\n*****\n*****\n****O\n";
    EXPECT_EQ(greedy("XX***\n*O***\n*****\n*****\n****O\n", kValues, ripe), "illegal move line 1: B1 Raid must turn B2");
    const std::string full = "XXXXX\nXXXXX\nOOOOO\nOOOOO\nOOOOO\n";
    EXPECT_FALSE(has_move(squirrels("1\nX\n1\n" + kValues + full)));
    EXPECT_FALSE(has_move(squirrels("4\nX\n1\n1\nO\n2\n2\n" + kValues + full)));
    EXPECT_FALSE(has_move(stakeraid("1\nMINIMAX\nX\n1\n7\nX\n")));
    EXPECT_TRUE(has_move(stakeraid("1\nMINIMAX\nX\n1\n0\n.\n")));
}

TEST(GradeBoard, WrongFormat) {
    const CourseInput input = squirrels("1\nX\n1\n" + kValues + kCorners);
    EXPECT_EQ(told(grade(input, {})), "wrong format line 0: the program did not write next_state.txt");
    EXPECT_EQ(greedy(""), "wrong format line 0: next_state.txt is empty");
    EXPECT_EQ(greedy("X****\n*****\n"), "wrong format line 3: the file ends after 2 rows, expected 5");
    EXPECT_EQ(greedy("X****\n"), "wrong format line 2: the file ends after 1 row, expected 5");
    EXPECT_EQ(greedy("X****\n*****\n*****\n*****\n***XO \n"), "wrong format line 5: trailing spaces after the row");
    EXPECT_EQ(greedy("X * * * *\n*****\n*****\n*****\n***XO\n"), "wrong format line 1: column 2 holds ' ', which is not X, O or *");
    EXPECT_EQ(greedy("X....\n.....\n.....\n.....\n...XO\n"), "wrong format line 1: column 2 holds '.', which is not X, O or *");
    EXPECT_EQ(greedy("X****\n*****\n*****\n*****\n***XO\xff\n"), "wrong format line 5: column 6 holds '\\xff', which is not X, O or *");
    EXPECT_EQ(greedy("X***\n*****\n*****\n*****\n***XO\n"), "wrong format line 1: the row has 4 squares, expected 5");
    EXPECT_EQ(greedy("X****\n\n*****\n*****\n*****\n***XO\n"), "wrong format line 2: an empty line in place of a row");
    EXPECT_EQ(greedy("X****\n*****\n*****\n*****\n***XO\n\n"), "wrong format line 6: an empty line follows the last row");
    EXPECT_EQ(greedy("X****\n*****\n*****\n*****\n***XO\n*****\n"), "wrong format line 6: the file goes on after the last row");
    const Grade cut = grade(input, {{"next_state.txt", std::string(5000, 'z')}});
    EXPECT_EQ(cut.found, std::string(200, 'z'));
}

TEST(GradeBattle, NamesTheMove) {
    const CourseInput input = squirrels("4\nX\n1\n1\nO\n2\n2\n" + kValues + kNearlyFull);
    const std::string right = reference_files(input).at("trace_state.txt");
    const std::string first = kNearlyFullAnswer;
    ASSERT_EQ(right.substr(0, first.size()), first);
    const auto judged = [&](const std::string& text) { return told(grade(input, {{"trace_state.txt", text}})); };
    EXPECT_EQ(judged(right), "passed line 0: ");
    EXPECT_EQ(judged(with_crlf(right)), "passed line 0: ");
    EXPECT_EQ(judged(""), "wrong format line 0: trace_state.txt is empty");
    EXPECT_EQ(judged(first), "wrong format line 6: the file ends after 5 rows, expected 15");
    EXPECT_EQ(judged(right + first), "wrong format line 16: the file goes on after the last row");
    EXPECT_EQ(judged(first + first), "illegal move line 9: move 2, by O: the board is the one before the move");
    EXPECT_EQ(judged(first + "XOXOX\nOXOXO\nXXXXX\n*XOXO\nXOXOO\n"),
              "wrong move line 7: move 2, by O: plays E2 Sneak, worth -47 at depth 2; the reference plays A4 Sneak, worth -35");
}

/// The explanation for a log of alpha-beta on kNearlyFull in which one part is replaced.
std::string log_with(const std::string& old_part, const std::string& new_part) {
    const CourseInput input = squirrels("3\nX\n2\n" + kValues + kNearlyFull);
    const CourseFiles files = {{"next_state.txt", kNearlyFullAnswer}, {"traverse_log.txt", replaced(kLog, old_part, new_part)}};
    return told(grade(input, files));
}

TEST(GradeLog, RightLogsPass) {
    const CourseInput input = squirrels("3\nX\n2\n" + kValues + kNearlyFull);
    ASSERT_EQ(reference_files(input).at("traverse_log.txt"), kLog);
    for (const std::string& text : {kLog, with_crlf(kLog), kLog.substr(0, kLog.size() - 1)}) {
        EXPECT_EQ(told(grade(input, {{"next_state.txt", kNearlyFullAnswer}, {"traverse_log.txt", text}})), "passed line 0: ");
    }
}

TEST(GradeLog, SaysWhatKindOfLineIsWrong) {
    EXPECT_EQ(
        log_with("D3,1,Infinity,21,Infinity", "D3,1,-Infinity,21,Infinity"),
        "wrong log line 9: expected 'D3,1,Infinity,21,Infinity', found 'D3,1,-Infinity,21,Infinity': the value differs; this should be an "
        "enter line of D3, a MIN node at depth 1; on entering, a MAX node has -Infinity and a MIN node Infinity");
    EXPECT_EQ(
        log_with("D3,2,23,", "D3,2,24,"),
        "wrong log line 4: expected 'D3,2,23,-Infinity,Infinity', found 'D3,2,24,-Infinity,Infinity': the value differs; this should be a "
        "leaf line of D3 at depth 2; a leaf's value is the searching player's total minus the other's");
    EXPECT_EQ(
        log_with("E2,1,23,-Infinity,23", "E2,1,23,-Infinity,Infinity"),
        "wrong log line 5: expected 'E2,1,23,-Infinity,23', found 'E2,1,23,-Infinity,Infinity': only beta differs; this should be an "
        "update line of E2, a MIN node at depth 1, after a child returned; alpha (MAX) or beta (MIN) is updated before the line is logged");
    EXPECT_EQ(
        log_with("A4,1,-25,25,Infinity", "A4,1,-25,25,-25"),
        "wrong log line 17: expected 'A4,1,-25,25,Infinity', found 'A4,1,-25,25,-25': only beta differs; this should be a cut line of A4, "
        "a MIN node at depth 1; on a cut alpha and beta are logged as they were before the child");
    EXPECT_EQ(
        log_with("root,0,21,21,Infinity", "root,0,21,-Infinity,21"),
        "wrong log line 8: expected 'root,0,21,21,Infinity', found 'root,0,21,-Infinity,21': only alpha and beta differ; this should be an "
        "update line of root, a MAX node at depth 0, after a child returned; alpha (MAX) or beta (MIN) is updated before the line is "
        "logged");
    EXPECT_NE(log_with("A4,1,Infinity,25,", "A4,1,Infinity,21,").find("only alpha differs; this should be an enter line of A4"),
              std::string::npos);
    EXPECT_NE(log_with("D3,1,31,21,31", "D3,1,30,21,30").find("the value differs, and beta; this should be an update line"),
              std::string::npos);
    EXPECT_NE(log_with("D3,1,31,21,31", "D3,2,31,21,31").find(": the depth differs; this should be an update line"), std::string::npos);
}

TEST(GradeLog, SaysHowTheSearchWentAstray) {
    EXPECT_EQ(log_with("A4,1,-25,25,Infinity\nroot", "A4,1,-25,25,Infinity\nD3,2,-30,25,Infinity\nroot"),
              "wrong log line 18: expected 'root,0,25,25,Infinity', found 'D3,2,-30,25,Infinity': another node is logged; this should be "
              "an update "
              "line of root, a MAX node at depth 0, after a child returned; the reference cuts at A4 and searches no more of its children");
    EXPECT_NE(log_with("D3,2,23,", "A4,2,23,")
                  .find("another node is logged; this should be a leaf line of D3 at depth 2; the children come in "
                        "another order, or one was left out"),
              std::string::npos);
    EXPECT_NE(log_with("A4,2,21,-Infinity,23\n", "root,0,23,23,Infinity\n").find("; the reference goes on below E2, the log goes back up"),
              std::string::npos);
    EXPECT_NE(
        log_with("root,0,21,21,Infinity", "D3,2,21,21,Infinity").find("; the reference has done with this node, the log goes on below it"),
        std::string::npos);
    EXPECT_EQ(log_with("A4,1,-25,25,Infinity\nroot,0,25,25,Infinity\n", ""),
              "wrong log line 17: the log ends early; the reference goes on with 'A4,1,-25,25,Infinity', a cut line of A4, a MIN node at "
              "depth 1");
    EXPECT_EQ(log_with("25,Infinity\nroot,0,25,25,Infinity\n", "25,Infinity\nroot,0,25,25,Infinity\nroot,0,25,25,Infinity\n").substr(0, 12),
              "wrong log li");
}

TEST(GradeLog, WrongFormat) {
    EXPECT_EQ(log_with("Node,Depth,Value,Alpha,Beta", "Node,Depth,Value"),
              "wrong format line 1: expected 'Node,Depth,Value,Alpha,Beta', found 'Node,Depth,Value': wrong header");
    EXPECT_EQ(log_with("D3,2,23,-Infinity,Infinity", "D3,2,23,-inf,inf"),
              "wrong format line 4: expected 'D3,2,23,-Infinity,Infinity', found 'D3,2,23,-inf,inf': '-inf' is neither a whole number nor "
              "Infinity or -Infinity");
    EXPECT_NE(log_with("D3,2,23,", "D3,2,23.0,").find("'23.0' is neither"), std::string::npos);
    EXPECT_NE(log_with("D3,2,23,", "d3,2,23,").find(": capital and small letters differ"), std::string::npos);
    EXPECT_NE(log_with("E2,1,23,-Infinity,23\n", "E2,1,23,-Infinity,23 \n").find(": trailing spaces"), std::string::npos);
    EXPECT_NE(log_with("E2,1,23,-Infinity,23\n", "E2, 1, 23, -Infinity, 23\n").find(": spaces in the line"), std::string::npos);
    EXPECT_NE(log_with("E2,1,23,-Infinity,23\n", "E2,1,23\n").find(": the line has 3 fields, expected 5"), std::string::npos);
    EXPECT_NE(log_with("E2,1,23,-Infinity,23\n", "\nE2,1,23,-Infinity,23\n").find(": an empty line in the log"), std::string::npos);
    EXPECT_EQ(log_with("D3,1,25,21,25\nroot,0,25,25,Infinity\nA4,1,Infinity,25,Infinity\nE2,2,-25,25,Infinity\nA4,1,-25,25,Infinity\nroot,"
                       "0,25,25,Infinity\n",
                       "D3,1,25,21,25\nroot,0,25,25,Infinity\nA4,1,Infinity,25,Infinity\nE2,2,-25,25,Infinity\nA4,1,-25,25,Infinity\nroot,"
                       "0,25,25,Infinity\n\n"),
              "wrong format line 19: an empty line follows the last line");
}

TEST(GradeLog, ComesAfterTheMove) {
    const CourseInput input = squirrels("3\nX\n2\n" + kValues + kNearlyFull);
    EXPECT_EQ(told(grade(input, {{"next_state.txt", kNearlyFullAnswer}})),
              "wrong format line 0: the program did not write traverse_log.txt");
    const Grade both = grade(input, {{"next_state.txt", kNearlyFull}, {"traverse_log.txt", "Node\n"}});
    EXPECT_EQ(told(both),
              "illegal move line 3: the board is the one before the move; traverse_log.txt differs too, from line 1: expected "
              "'Node,Depth,Value,Alpha,Beta', found 'Node': wrong header");
    EXPECT_EQ(both.file, "next_state.txt");
    EXPECT_EQ(told(grade(input, {{"next_state.txt", kNearlyFullAnswer}, {"traverse_log.txt", kLog + "root,0,25,25,Infinity\n"}})),
              "wrong log line 19: the log goes on after the reference's last line with 'root,0,25,25,Infinity'");
}

/// Stake & Raid, 3x3, X to move, depth 1: a Raid on B2 turns B1 and C2.
const std::string kGang = "3\nMINIMAX\nX\n1\n1 9 1\n1 2 8\n1 1 1\n.O.\nX.O\n...\n";

std::string gang(const std::string& output, const std::string& input = kGang) {
    return told(grade(stakeraid(input), {{"output.txt", output}}));
}

TEST(GradeStakeraid, MovesAndBoards) {
    EXPECT_EQ(gang("B2 Raid\n.X.\nXXX\n...\n"), "passed line 0: ");
    EXPECT_EQ(gang(with_crlf("B2 Raid\n.X.\nXXX\n...")), "passed line 0: ");
    EXPECT_EQ(gang("B2 Stake\n.O.\nXXO\n...\n"),
              "wrong move line 1: plays B2 Stake, worth -14 at depth 1; the reference plays B2 Raid, worth 20");
    EXPECT_EQ(gang("B2 Raid\n.O.\nXXO\n...\n"), "illegal move line 2: the board is not the one after B2 Raid: B2 Raid must turn B1, C2");
    EXPECT_EQ(gang("B2 Stake\n.X.\nXXX\n...\n"),
              "illegal move line 1: the board is not the one after B2 Stake: B2 Stake turns nothing, but B1, C2 turned");
    EXPECT_EQ(gang("B2 Raid\n.O.\nX.O\nX..\n"), "illegal move line 2: the board is not the one after B2 Raid: the new X stands at A3");
    EXPECT_EQ(gang("B1 Stake\n.X.\nX.O\n...\n"), "illegal move line 1: B1 is taken by O");
    EXPECT_EQ(gang("C3 Raid\n.O.\nX.O\n..X\n"), "illegal move line 1: C3 cannot be raided: no piece of X is next to it");
    EXPECT_EQ(gang("D3 Stake\n.O.\nX.O\n..X\n"), "illegal move line 1: D3 is not on this 3x3 board");
}

TEST(GradeStakeraid, StakesComeBeforeRaids) {
    const std::string even = "2\nALPHABETA\nX\n1\n1 1\n1 1\nX.\n..\n";
    EXPECT_EQ(gang("B1 Stake\nXX\n..\n", even), "passed line 0: ");
    EXPECT_EQ(
        gang("B1 Raid\nXX\n..\n", even),
        "wrong tie-break line 1: plays B1 Raid, which is worth 2 at depth 1 like the reference's B1 Stake, but comes later in the order "
        "(all Stakes row by row, then all Raids)");
}

TEST(GradeStakeraid, WrongFormat) {
    EXPECT_EQ(told(grade(stakeraid(kGang), {})), "wrong format line 0: the program did not write output.txt");
    EXPECT_EQ(gang("b2 Raid\n.X.\nXXX\n...\n"), "wrong format line 1: expected a move such as 'F6 Stake' or 'F6 Raid', found 'b2 Raid'");
    EXPECT_EQ(gang("B2 RAID\n.X.\nXXX\n...\n").substr(0, 19), "wrong format line 1");
    EXPECT_EQ(gang("B2  Raid\n.X.\nXXX\n...\n").substr(0, 19), "wrong format line 1");
    EXPECT_EQ(gang(".X.\nXXX\n...\n").substr(0, 19), "wrong format line 1");
    EXPECT_EQ(gang("\n.X.\nXXX\n...\n").substr(0, 19), "wrong format line 1");
    EXPECT_EQ(gang("B2 Raid \n.X.\nXXX\n...\n"), "wrong format line 1: trailing spaces after the move");
    EXPECT_EQ(gang("B2 Raid\n.X.\nXXX\n"), "wrong format line 4: the file ends after 2 rows, expected 3");
    EXPECT_EQ(gang("B2 Raid\n*X*\nXXX\n***\n"), "wrong format line 2: column 1 holds '*', which is not X, O or .");
    EXPECT_EQ(gang("A1 Stake\n", "1\nMINIMAX\nX\n1\n7\n.\n"), "wrong format line 2: the file ends after 0 rows, expected 1");
    EXPECT_EQ(gang("A1 Stake\nX\n", "1\nMINIMAX\nX\n1\n7\n.\n"), "passed line 0: ");
}

TEST(GradeStakeraid, InACompetitionEveryLegalMoveWillDo) {
    const std::string input = replaced(kGang, "MINIMAX\nX\n1\n", "COMPETITION\nX\n12.5\n");
    EXPECT_TRUE(reference_files(stakeraid(input)).empty());
    EXPECT_EQ(gang("A1 Stake\nXO.\nX.O\n...\n", input), "passed line 0: ");
    EXPECT_EQ(gang("C3 Raid\n.O.\nX.O\n..X\n", input), "illegal move line 1: C3 cannot be raided: no piece of X is next to it");
    EXPECT_EQ(gang("A1 Raid\nXO.\nX.O\n...\n", input), "illegal move line 2: the board is not the one after A1 Raid: A1 Raid must turn B1");
}

TEST(GradeCase, PublishedAnswersAreCheckedToo) {
    EXPECT_FALSE(disagreement("output.txt", "A1 Stake\r\nX\r\n\r\n", "A1 Stake\nX\n"));
    EXPECT_FALSE(disagreement("output.txt", "A1 Stake\nX", "A1 Stake\nX\n"));
    EXPECT_EQ(*disagreement("output.txt", "A1 Raid\nX\n", "A1 Stake\nX\n"),
              "the case's own output.txt disagrees with the reference in line 1: it has 'A1 Raid', the reference 'A1 Stake'");
    EXPECT_EQ(*disagreement("output.txt", "A1 Stake\n", "A1 Stake\nX\n"),
              "the case's own output.txt disagrees with the reference in line 2: it has the end of the file, the reference 'X'");
}

}  // namespace
}  // namespace foray
