// SIGINT, SIGTERM and SIGHUP of every command that has something to lose: it ends with what there is.
#include <gtest/gtest.h>

#include <filesystem>

#include "support/cli.h"
#include "support/oracles.h"
#include "support/paths.h"

namespace foray {
namespace {

namespace fs = std::filesystem;
using test::Arguments;
using test::output;
using test::read_all;
using test::RunResult;

/// Runs a command until `ready` (a condition of the shell, which may ask for the file $out that it prints to) and until it listens to all
/// three signals; then it gets one, twice, as from `timeout`. It reads a pipe that stays open, with `typed` in it.
RunResult interrupted(const std::string& signal, const std::string& command, const std::string& ready, const std::string& typed = "") {
    const std::string folder = test::scratch_folder();
    const std::string script = "cd " + folder + "; out=out; mkfifo typed; exec 3<>typed; printf '" + typed + "' >&3; \"$0\" " + command +
                               " <&3 >$out & until [ \"$(readlink /proc/$!/exe)\" = \"$0\" ] && "
                               "(( (0x$(awk '/^SigCgt/ {print $2}' /proc/$!/status) & 0x4003) == 0x4003 )) && " +
                               ready + "; do kill -0 $! || break; sleep 0.01; done; kill -" + signal + " $!; kill -" + signal +
                               " $! 2>/dev/null; wait $!";
    RunResult result = test::run_program("/bin/bash", {"-c", script, fs::canonical(test::kForay).string()}, "");
    result.out = read_all(folder + "/out");
    return result;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class Signals : public testing::TestWithParam<const char*> {};

TEST_P(Signals, AGameIsSaved) {
    const std::string file = test::scratch_folder() + "/game.json";
    for (const std::string players : {"", "--against engine:ms=3600000"}) {
        const RunResult ended =
            interrupted(GetParam(), "play --size 8 --save " + file + " " + players, "grep -q 'played a1' $out", "a1\\n");
        EXPECT_EQ(ended.exit_code, 1);
        EXPECT_EQ(ended.err, "foray: interrupted; the game so far is in " + file + "\n");
        EXPECT_TRUE(has(read_all(file), "\"moves\":[\"a1\"]") || has(read_all(file), "\"moves\": [\"a1\"]")) << read_all(file);
        fs::remove(file);
    }
}

TEST_P(Signals, TheReportsGamesAreKept) {
    const std::string folder = test::scratch_folder();
    const RunResult ended = interrupted(
        GetParam(),
        "report --sets 3-3 --boards random:1:900 --searches correct --csv " + folder + "/games.csv --markdown " + folder + "/r.md",
        "sleep 0.2");
    EXPECT_EQ(ended.exit_code, 1);
    ASSERT_EQ(ended.err.find("foray: interrupted after "), 0U) << ended.err;
    const int games = std::stoi(ended.err.substr(25));
    const std::string rows = read_all(folder + "/games.csv");
    EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), games + 1);
    EXPECT_FALSE(has(ended.out, "Conclusion"));
    EXPECT_TRUE(fs::exists(folder + "/r.md"));
}

TEST_P(Signals, AContestsRecordIsKept) {
    const std::string folder = test::scratch_folder();
    const std::string own = std::string(test::kForay) + " contest --agent greedy";
    // The second program never answers.
    const RunResult ended = interrupted(GetParam(),
                                        "contest-host --no-sandbox --size 4 --time-limit 600 --record " + folder + "/g.json --players '" +
                                            own + "' 'read word; test $word = identify && exit 0; touch " + folder + "/asked; sleep 1000'",
                                        "test -e " + folder + "/asked");
    EXPECT_EQ(ended.exit_code, 1);
    EXPECT_EQ(ended.err, "foray: interrupted after 1 moves\n");
    const std::string record = read_all(folder + "/g.json");
    EXPECT_TRUE(has(record, "\"finished\": false") && has(record, "\"round\": 1")) << record;
}

TEST_P(Signals, TuningTellsWhatItHas) {
    const RunResult ended = interrupted(GetParam(), "tune --games 1000000 --nodes 10", "true");
    EXPECT_EQ(ended.exit_code, 1);
    EXPECT_EQ(ended.err.find("foray: interrupted after "), 0U) << ended.err;
    EXPECT_TRUE(has(ended.out, "early {")) << ended.out;
}

TEST_P(Signals, SelfPlayKeepsItsGames) {
    const std::string file = test::scratch_folder() + "/games.sp";
    const RunResult ended = interrupted(
        GetParam(), "selfplay " + file + " --game ataxx --size 4 --player random --random-plies 2-3 --balance 100000", "test -s " + file);
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_TRUE(has(ended.out, " games, ")) << ended.out;
}

TEST_P(Signals, ATournamentCanGoOn) {
    const std::string file = test::scratch_folder() + "/t.foray";
    const RunResult ended =
        interrupted(GetParam(), "tournament run " + file + " --players 'greedy; random' --size 3 --rounds 100000 --quiet --threads 1",
                    "test -s " + file);
    EXPECT_EQ(ended.exit_code, 1) << ended.err;
    EXPECT_TRUE(has(ended.out, "`foray tournament resume` goes on")) << ended.out;
    const RunResult worker = interrupted(GetParam(), "work --store sqlite:" + file, "true");
    EXPECT_EQ(worker.exit_code, 0) << worker.err;
    EXPECT_TRUE(has(worker.out, "jobs done")) << worker.out;
}

TEST_P(Signals, GradesAreTold) {
    const std::string folder = test::scratch_folder();
    // The first case is answered (wrongly), the second never ends.
    const std::string program = "--no-sandbox --generate 3 --program 'test -e " + folder + "/2 && sleep 1000; test -e " + folder +
                                "/1 && touch " + folder + "/2 && sleep 1000; touch " + folder + "/1'";
    RunResult ended = interrupted(GetParam(), "grade stakeraid " + program, "test -e " + folder + "/2");
    EXPECT_EQ(ended.exit_code, 1);
    EXPECT_EQ(ended.err, "foray: interrupted after 1 of 3 cases\n");
    EXPECT_TRUE(has(ended.out, "0 passed, 1 failed")) << ended.out;
    fs::create_directories(folder + "/class/ann");
    fs::create_directories(folder + "/class/bob");
    ended = interrupted(GetParam(),
                        "grade stakeraid --class " + folder + "/class --jobs 1 --no-sandbox --generate 1 --csv " + folder +
                            "/grades.csv --run 'case {student} in *bob) touch " + folder + "/begun; sleep 1000;; esac'",
                        "test -e " + folder + "/begun");
    EXPECT_EQ(ended.exit_code, 1);
    EXPECT_EQ(ended.err, "foray: interrupted after 1 of 2 students\n");
    EXPECT_TRUE(has(read_all(folder + "/grades.csv"), "\nann,")) << ended.out;
}

TEST_P(Signals, TrainingGoesOnAfterItsLastEpoch) {
    const std::string folder = test::scratch_folder();
    output({"selfplay", folder + "/games.sp", "--game", "ataxx", "--size", "7", "--games", "4", "--player", "engine:nodes=10,hash=1",
            "--random-plies", "2-3", "--balance", "100000"});
    const RunResult ended = interrupted(GetParam(), "train " + folder + "/a.net " + folder + "/games.sp --epochs 10000 --hidden 16",
                                        "test -s " + folder + "/a.net.state");
    EXPECT_EQ(ended.exit_code, 1) << ended.err;
    EXPECT_TRUE(has(ended.out, "stopped; the same command goes on after epoch ")) << ended.out;
}

INSTANTIATE_TEST_SUITE_P(Kinds, Signals, testing::Values("INT", "TERM", "HUP"), [](const auto& one) { return std::string(one.param); });

/// Somebody who leaves while a long proof goes on.
TEST(SignalsNohup, AClosedTerminalEndsNothing) {
    const std::string out = test::scratch_folder() + "/out";
    const std::string script =
        "trap '' HUP; \"$0\" solve --size 5 --time 100 >" + out +
        " & until [ \"$(readlink /proc/$!/exe)\" = \"$0\" ] && "
        "(( (0x$(awk '/^SigCgt/ {print $2}' /proc/$!/status) & 0x4002) == 0x4002 )); do sleep 0.01; done; sleep 0.1; "
        "(( 0x$(awk '/^SigIgn/ {print $2}' /proc/$!/status) & 1 )) && echo deaf; kill -HUP $!; kill -TERM $!; wait $!";
    const RunResult result = test::run_program("/bin/bash", {"-c", script, fs::canonical(test::kForay).string()}, "");
    EXPECT_EQ(result.out, "deaf\n") << result.err;
    EXPECT_TRUE(has(read_all(out), "not finished")) << read_all(out);
}

/// A laptop that is closed during a match, or a machine that has no time for anybody.
TEST(SignalsStop, WhoStoodStillWithTheRefereeWasNotSilent) {
    const std::string script =
        "tree() { for k in $(cat /proc/$1/task/*/children 2>/dev/null); do echo $k; tree $k; done; }; engine=\"uai[ms=700]:$0 uai\"; "
        "\"$0\" duel \"$engine\" \"$engine\" --game ataxx --games 2 --opening-plies 2 --max-plies 4 & "
        "until [ -n \"$(tree $!)\" ]; do kill -0 $! || break; sleep 0.01; done; sleep 0.5; all=$(tree $!); "
        "kill -STOP $all $! 2>/dev/null; sleep 2.2; kill -CONT $!; sleep 0.2; kill -CONT $all 2>/dev/null; wait $!";
    const RunResult result = test::run_program("/bin/bash", {"-c", script, fs::canonical(test::kForay).string()}, "");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(has(result.out, "2 games in pairs")) << result.out << result.err;
    EXPECT_FALSE(has(result.out + result.err, "no answer")) << result.out << result.err;
}

}  // namespace
}  // namespace foray
