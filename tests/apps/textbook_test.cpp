// The commands for students, instructors and contests, through the real binary.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "foray/notation/board_text.h"
#include "support/cli.h"
#include "support/oracles.h"
#include "support/paths.h"
#include "support/process.h"

namespace foray {
namespace {

namespace fs = std::filesystem;
using test::Arguments;
using test::file_with;
using test::output;
using test::refusal;
using test::run_foray;
using test::RunResult;

const std::string kValues = "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 24 25\n";
const std::string kNearlyFull = "XXXXX\nXXXXX\nXXXXX\nOOOOO\nOOO**\n";

TEST(CliCourse, SquirrelsWritesTheFilesOfTheTask) {
    const std::string folder = test::scratch_folder() + "/deep/er";
    EXPECT_EQ(output({"squirrels", "-i", file_with("3\nX\n2\n" + kValues + kNearlyFull), "--out", folder}), "");
    // X holds 120 points, O 156. Whichever of D5 (24) and E5 (25) X drops on, O raids the other and takes it: 120 - 205. The first is
    // played.
    EXPECT_EQ(test::read_all(folder + "/next_state.txt"), "XXXXX\nXXXXX\nXXXXX\nOOOOO\nOOOX*\n");
    EXPECT_EQ(test::read_all(folder + "/traverse_log.txt"),
              "Node,Depth,Value,Alpha,Beta\n"
              "root,0,-Infinity,-Infinity,Infinity\n"
              "D5,1,Infinity,-Infinity,Infinity\n"
              "E5,2,-85,-Infinity,Infinity\n"
              "D5,1,-85,-Infinity,-85\n"
              "root,0,-85,-85,Infinity\n"
              "E5,1,Infinity,-85,Infinity\n"
              "D5,2,-85,-85,Infinity\n"
              "E5,1,-85,-85,Infinity\n"
              "root,0,-85,-85,Infinity\n");
    EXPECT_FALSE(fs::exists(folder + "/trace_state.txt"));
    output({"squirrels", "-i", file_with("4\nX\n1\n1\nO\n2\n2\n" + kValues + kNearlyFull), "--out", folder});
    EXPECT_EQ(test::read_all(folder + "/trace_state.txt").size(), 2U * 30);
}

TEST(CliCourse, ALogHasALimitAndIsWholeOrNotThere) {
    const std::string folder = test::scratch_folder();
    const std::string empty = "*****\n*****\n*****\n*****\n*****\n";
    const std::string deep = file_with("2\nX\n99\n" + kValues + empty);
    EXPECT_EQ(refusal({"squirrels", "-i", deep, "--out", folder, "--log-limit", "1"}),
              "foray: " + folder +
                  "/traverse_log.txt would be larger than 1 MB, so it was not written: ask for a smaller depth, or raise "
                  "--log-limit\n");
    EXPECT_TRUE(fs::is_empty(folder));
    // A byte order mark is no part of the task.
    output({"squirrels", "-i",
            file_with("\xEF\xBB\xBF"
                      "2\nX\n1\n" +
                      kValues + kNearlyFull),
            "--out", folder, "--log-limit", "1"});
    EXPECT_TRUE(fs::exists(folder + "/traverse_log.txt"));
}

TEST(CliCourse, StakeraidWritesItsAnswer) {
    const std::string folder = test::scratch_folder();
    const std::string input = file_with("2\nMINIMAX\nX\n1\n1 2\n3 4\nX.\n.O\n");
    EXPECT_EQ(output({"stakeraid", "-i", input, "-o", folder + "/output.txt"}), "");
    EXPECT_EQ(test::read_all(folder + "/output.txt"), "A2 Raid\nX.\nXX\n");
}

TEST(CliCourse, CompetitionStaysWithinItsTime) {
    const std::string folder = test::scratch_folder();
    std::string board = "12\nCOMPETITION\nO\n4.5\n";
    for (int row = 0; row < 12; ++row) {
        for (int col = 0; col < 12; ++col) board += std::to_string(1 + (row * 7 + col * 13) % 99) + " ";
        board += "\n";
    }
    for (int row = 0; row < 12; ++row) board += "............\n";
    const auto begin = std::chrono::steady_clock::now();
    output({"stakeraid", "-i", file_with(board), "-o", folder + "/output.txt"});
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    EXPECT_LT(seconds, 4.5);
    EXPECT_NE(test::read_all(folder + "/output.txt").find(" Stake\n"), std::string::npos);
}

TEST(CliCourse, BadFilesAreRefusedWithLineAndColumn) {
    const std::string bad = file_with("2\nX\n3\n" + kValues + "XX?XX\n");
    EXPECT_EQ(refusal({"squirrels", "-i", bad}), "foray: " + bad + ":9:3: expected X, O or *, found '?'\n");
    const std::string empty = file_with("");
    EXPECT_EQ(refusal({"stakeraid", "-i", empty}), "foray: " + empty + ":1:1: the file ends here; expected the board's size\n");
    const std::string full = file_with("1\nMINIMAX\nX\n1\n7\nX\n");
    EXPECT_EQ(refusal({"stakeraid", "-i", full}), "foray: " + full + ": the board is full, there is no move\n");
    EXPECT_EQ(refusal({"squirrels", "-i", "/nowhere"}), "foray: /nowhere: No such file or directory\n");
}

TEST(CliCourse, PublishedCasesByteForByte) {
    FORAY_NEED_ORACLES();
    const std::string squirrels = *test::oracle_folder() + "/squirrels/sample_lf_1";
    const std::string folder = test::scratch_folder();
    output({"squirrels", "-i", squirrels + "/input.txt", "--out", folder});
    EXPECT_EQ(test::read_all(folder + "/next_state.txt"), test::read_all(squirrels + "/next_state.txt") + "\n");
    const std::string stakeraid = *test::oracle_folder() + "/stakeraid/example_2";
    output({"stakeraid", "-i", stakeraid + "/input.txt", "-o", folder + "/output.txt"});
    EXPECT_EQ(test::read_all(folder + "/output.txt").substr(0, 9), "B3 Stake\n");
}

TEST(CliSearch, Best) {
    EXPECT_EQ(output({"best", "--agent", "greedy", "--position", "xo/2 x", "--game", "stakeraid"}).substr(0, 35),
              "a2  Stake, value +1 for X, 4 nodes,");
    const std::string json = output({"best", "--agent", "alphabeta:3", "--board", "Smolensk", "--json"});
    EXPECT_EQ(json.find("{\"move\":\"a5\",\"value\":"), 0U) << json;
    EXPECT_NE(json.find("\"player\":\"alphabeta:3\""), std::string::npos);
    EXPECT_EQ(
        refusal({"best", "--agent", "hal"}),
        "foray: --agent: unknown player 'hal'; the players are engine, random, mirror, greedy, minimax, alphabeta, report-mm, report-ab, "
        "toaster\n");
    const RunResult over = run_foray({"best", "--agent", "greedy", "--position", "xo x"});
    EXPECT_EQ(over.exit_code, 1);
    EXPECT_EQ(over.err, "foray: the game is over: there is no move\n");
}

TEST(CliSearch, TraceAsCsvAndJson) {
    EXPECT_EQ(output({"trace", "--algorithm", "minimax", "--depth", "2", "--size", "1x2"}),
              "event,id,parent,ply,node,value,alpha,beta\n"
              "enter,0,,0,root,-Infinity,-Infinity,Infinity\n"
              "enter,1,0,1,A1,Infinity,-Infinity,Infinity\n"
              "leaf,2,1,2,B1,0,-Infinity,Infinity\n"
              "update,1,0,1,A1,0,-Infinity,Infinity\n"
              "update,0,,0,root,0,-Infinity,Infinity\n"
              "enter,3,0,1,B1,Infinity,-Infinity,Infinity\n"
              "leaf,4,3,2,A1,0,-Infinity,Infinity\n"
              "update,3,0,1,B1,0,-Infinity,Infinity\n"
              "update,0,,0,root,0,-Infinity,Infinity\n");
    const std::string json = output({"trace", "--depth", "1", "--game", "ataxx", "--size", "3", "--format", "json"});
    EXPECT_EQ(json.find("{\"game\":\"ataxx\",\"position\":\"x1o/3/o1x x 0 "
                        "1\",\"algorithm\":\"alphabeta\",\"depth\":1,\"eval\":\"score\",\"order\":\"positional\",\"events\":[\n"),
              0U)
        << json;
    EXPECT_NE(json.find("\"nodes\":10}"), std::string::npos) << json;
    EXPECT_NE(refusal({"trace", "--depth", "2", "--algorithm", "magic"}).find("--algorithm"), std::string::npos);
}

TEST(CliSearch, TraceTakesEvaluationAndOrder) {
    const Arguments plain = {"trace", "--depth", "2", "--size", "2", "--position", "xo/2 x"};
    const auto with = [&](const Arguments& more) {
        Arguments all = plain;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    EXPECT_EQ(output(with({"--eval", "score", "--order", "positional"})), output(plain));
    EXPECT_EQ(output(with({"--order", "static"})), output(with({"--ordered"})));
    EXPECT_NE(output({"trace", "--depth", "1", "--size", "2", "--position", "xo/2 x", "--eval", "vulnerable-sum"}),
              output({"trace", "--depth", "1", "--size", "2", "--position", "xo/2 x"}));
    EXPECT_NE(refusal(with({"--eval", "magic"})).find("unknown evaluation 'magic'"), std::string::npos);
}

TEST(CliSearch, EvaluationsOfTextbookPlayersTermByTerm) {
    // x in two corners, and beside one of them: 3 + 3 + 2 and twice one neighbour; o has two corners.
    const std::string json =
        output({"eval", "--game", "reloaded", "--position", "xx4o/7/7/7/7/7/o5x x 0 1", "--agent", "toaster", "--json"});
    EXPECT_EQ(json,
              "{\"value\":4,\"player\":\"toaster\",\"terms\":{\"corners, 3 each\":{\"own\":6,\"other\":6,\"value\":0},"
              "\"edges, 2 each\":{\"own\":2,\"other\":0,\"value\":2},\"inside, 1 each\":{\"own\":0,\"other\":0,\"value\":0},"
              "\"friendly neighbours\":{\"own\":2,\"other\":0,\"value\":2}}}\n");
    const std::string report = output({"eval", "--size", "1x4", "--position", "x1o1 x", "--agent", "minimax:1,eval=vulnerable-report"});
    EXPECT_NE(report.find("vulnerable points         -1       0      -1\n"), std::string::npos) << report;
    EXPECT_NE(refusal({"eval", "--agent", "mirror"}).find("has no evaluation to show"), std::string::npos);
}

TEST(CliSearch, TheReportsProgramSaysWhenRaidsAreMandatory) {
    const RunResult told = run_foray({"best", "--agent", "report-mm:1", "--size", "2"});
    EXPECT_EQ(told.exit_code, 0);
    EXPECT_EQ(told.err,
              "foray: note: report-mm:1 plays raid=mandatory, as this game does; the program of the report has --rule raid=optional\n");
    EXPECT_EQ(run_foray({"best", "--agent", "report-mm:1", "--size", "2", "--rule", "raid=optional"}).err, "");
}

TEST(CliSearch, Contest) {
    EXPECT_EQ(output({"contest"}, "identify\n"), "Foray toaster\n");
    const std::string request = "move\n1\n4\n1:0:0:2:\n0:0:0:0:\n0:0:0:0:\n2:0:0:1:\n";
    const std::string move = output({"contest", "--agent", "alphabeta:3"}, request);
    EXPECT_EQ(std::count(move.begin(), move.end(), ':'), 4) << move;
    EXPECT_EQ(output({"contest", "--faithful"}, "move\n1\n2\n1:2:\n2:1:\n"), "pass\n");
    EXPECT_EQ(refusal({"contest"}, "move\n1\n2\n1:9:\n"), "foray: stdin:4:3: expected 0, 1 or 2, found '9'\n");
    EXPECT_EQ(refusal({"contest", "--agent", "greedy", "--faithful"}, "identify\n"),
              "foray: --faithful: only toaster has an original to be faithful to\n");
}

TEST(CliReport, TablesFilesAndErrata) {
    const std::string folder = test::scratch_folder();
    const std::string text =
        output({"report", "--sets", "3-3", "--boards", "Narvik,keren", "--searches", "original,correct,vulnerable-sum", "--csv-moves",
                folder + "/moves.csv", "--csv", folder + "/games.csv", "--markdown", folder + "/report.md"});
    EXPECT_NE(text.find("[1] printed in the report as 5,782"), std::string::npos) << text;
    EXPECT_NE(text.find("104,074 [1]"), std::string::npos);
    EXPECT_NE(text.find("vulnerable-sum against plain score difference"), std::string::npos);
    const std::string csv = test::read_all(folder + "/games.csv");
    // Two boards: four match-ups of three searches, and two challenges of one.
    constexpr int kGames = 2 * (4 * 3 + 2);
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + kGames);
    EXPECT_NE(csv.find(",correct:vulnerable-sum,"), std::string::npos) << csv;
    const std::string markdown = test::read_all(folder + "/report.md");
    EXPECT_NE(markdown.find("| Keren"), std::string::npos);
    EXPECT_NE(markdown.find(" heuristic "), std::string::npos);
    const std::string moves = test::read_all(folder + "/moves.csv");
    EXPECT_EQ(std::count(moves.begin(), moves.end(), '\n'), 1 + 36 * kGames);
    // Both tables number the games alike, so that they can be joined.
    EXPECT_NE(csv.find("\n28,3-3,Keren,AB,AB,"), std::string::npos) << csv;
    EXPECT_NE(moves.find("\n28,3-3,Keren,correct,AB,AB,1,"), std::string::npos) << moves;
    EXPECT_EQ(refusal({"report", "--sets", "3-x"}),
              "foray: --sets: '3-x' is not a set of depths such as 4-5 (minimax 1 to 9, alpha-beta 1 to 9)\n");
    std::string boards;
    for (const NamedBoard& board : named_boards()) boards += (boards.empty() ? "" : ", ") + std::string(board.name);
    EXPECT_EQ(refusal({"report", "--boards", "Nowhere"}),
              "foray: --boards: no such file, and no board is called 'Nowhere' (the boards are " + boards + ")\n");
    EXPECT_NE(refusal({"report", "--boards", "Smolenk"}).find("; did you mean Smolensk? (the boards are "), std::string::npos);
    EXPECT_NE(refusal({"show", "--board", "keren.txt"}).find("did you mean Keren?"), std::string::npos);
}

TEST(CliReport, BoardsWithTheSameNameAreNotTheSame) {
    const std::string folder = test::scratch_folder();
    for (const std::string name : {"a", "b"}) {
        std::filesystem::create_directories(folder + "/" + name);
        std::ofstream(folder + "/" + name + "/own.txt") << (name == "a" ? "1 1\n1 1\n" : "7 1\n1 1\n");
    }
    std::ofstream(folder + "/Narvik.txt") << "3 1\n1 1\n";
    const std::string second = folder + "/b/own.txt";
    const std::string third = folder + "/Narvik.txt";
    const std::string text = output({"report", "--sets", "3-3", "--searches", "original", "--boards", folder + "/a/own.txt", second, third,
                                     "--csv", folder + "/g.csv", "--animate", folder + "/gifs"});
    EXPECT_EQ(text.find("printed in the report"), std::string::npos) << text;
    // The sums of the scores are those of the boards: 4, 10 and 6.
    std::map<std::string, std::set<int>> sums;
    for (const std::string& line : test::split(test::read_all(folder + "/g.csv"), '\n')) {
        const auto fields = test::split(line, ',');
        if (fields.size() < 9 || fields[0] == "game") continue;
        sums[fields[2]].insert(std::stoi(fields[7]) + std::stoi(fields[8]));
    }
    EXPECT_EQ(sums, (std::map<std::string, std::set<int>>{{"own", {4}}, {second, {10}}, {third, {6}}}));
}

TEST(CliReport, ExperimentsAsTables) {
    const std::string file = test::scratch_folder() + "/t.csv";
    (void)output({"report", "--experiment", "heuristics", "--boards", "random:1:3", "--depth", "1", "--csv", file});
    std::string csv = test::read_all(file);
    EXPECT_EQ(csv.find("heuristic,plies,boards,won,tied,lost,score,score_error,margin,margin_error,p\noriginal-vulnerable,1,3,"), 0U)
        << csv;
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 4);
    (void)output({"report", "--experiment", "repeats", "--boards", "random:3:3x3", "--depth", "2", "--csv", file});
    csv = test::read_all(file);
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 2) << csv;
    EXPECT_NE(csv.find("\nrandom:3:3x3,alpha-beta,2,"), std::string::npos) << csv;
    (void)output({"report", "--experiment", "depth", "--boards", "random:3:2x2", "--time-limit", "5", "--csv", file});
    EXPECT_NE(test::read_all(file).find("\nrandom:3:2x2,\"alpha-beta, ordered\",4,"), std::string::npos) << test::read_all(file);
    EXPECT_EQ(refusal({"report", "--experiment", "horizon", "--csv", file}),
              "foray: --csv: the horizon experiment shows positions and has no table\n");
    // What would be left unheard is refused.
    EXPECT_NE(refusal({"report", "--experiment", "repeats", "--markdown", file}).find("cannot be given together"), std::string::npos);
    EXPECT_NE(refusal({"report", "--depth", "2"}).find("--depth can only be given together with --experiment"), std::string::npos);
}

/// On a full disk the tables, which took long, are printed all the same, and the files that fit are written.
TEST(CliReport, AFailedSaveLosesNoResult) {
    const std::string folder = test::scratch_folder();
    const std::string limited =
        "trap '' XFSZ; ulimit -f 1; exec \"$0\" report --sets 1-1 --boards Keren --searches correct --csv-moves \"$1\"/m "
        "--markdown \"$1\"/r";
    const RunResult result = test::run_program("/bin/sh", {"-c", limited, test::kForay, folder});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.err, "foray: " + folder + "/m: File too large\n");
    EXPECT_NE(result.out.find("Keren"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder + "/m"));
}

TEST(CliReport, Experiments) {
    const std::string heuristics = output({"report", "--experiment", "heuristics", "--boards", "random:1:4", "--depth", "1"});
    for (const char* name : {"original-vulnerable", "vulnerable-report", "vulnerable-sum", "vulnerable-best"}) {
        EXPECT_NE(heuristics.find(std::string("\n") + name + " "), std::string::npos) << heuristics;
    }
    EXPECT_NE(heuristics.find("4 pairs: "), std::string::npos);
    const std::string repeats = output({"report", "--experiment", "repeats", "--boards", "random:3:4x4", "--depth", "3"});
    EXPECT_EQ(std::count(repeats.begin(), repeats.end(), '\n'), 2 + 1 + 2 + 2) << repeats;
    EXPECT_NE(output({"report", "--experiment", "depth", "--boards", "Keren", "--time-limit", "2"}).find("minimax"), std::string::npos);
    const std::string horizon = output({"report", "--experiment", "horizon", "--boards", "Smolensk", "--depth", "1"});
    EXPECT_NE(horizon.find(": the horizon costs "), std::string::npos) << horizon;
    EXPECT_NE(refusal({"report", "--experiment", "luck"}).find("the experiments are heuristics"), std::string::npos);
}

TEST(CliContest, TheHostLetsProgramsPlay) {
    FORAY_NEED_SMALL_PROGRAM();
    const std::string folder = test::scratch_folder();
    const std::string own = std::string(test::kForay) + " contest --agent greedy";
    const std::string text =
        output({"contest-host", "--players", own, "echo nonsense", "--size", "7", "--moves", "3", "--record", folder + "/g.json"});
    EXPECT_NE(text.find("round 1: nonsense forfeits the turn: expected x1:y1:x2:y2: on this board or pass, found 'nonsense'\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("nonsense: "), std::string::npos);
    EXPECT_NE(text.find(" 3 turns forfeited"), std::string::npos) << text;
    EXPECT_NE(text.find("Foray greedy wins "), std::string::npos) << text;
    const std::string record = test::read_all(folder + "/g.json");
    for (const char* part : {"\"forfeited\": 3", "\"program\": \"foray ", "\"turns\": 3", "\"time_limit_s\": 5", "\"finished\": true"}) {
        EXPECT_NE(record.find(part), std::string::npos) << part << record;
    }
    // A name is printed, not obeyed.
    EXPECT_NE(output({"contest-host", "--players", own, "printf '\\033[2Jx\\n'", "--size", "4", "--moves", "1"}).find("\n\\x1b[2Jx: "),
              std::string::npos);
    // A program that is not there is said once, before the game.
    EXPECT_EQ(refusal({"contest-host", "--players", own, "./no-such-program"}),
              "foray: --players: './no-such-program' cannot be run: it ended with exit code 127\n");
    EXPECT_EQ(output({"contest", "--as", "toaster", "--faithful"}, "identify\n"), "Frakking Toaster\n");
}

}  // namespace
}  // namespace foray
