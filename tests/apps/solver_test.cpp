// foray solve, foray prove and foray show --settled through the real binary.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/process.h"

namespace foray {
namespace {

using test::RunResult;
using Arguments = std::vector<std::string>;

RunResult foray(const Arguments& arguments) { return test::run_program(FORAY_BINARY, arguments, ""); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(SolverCli, SolveTellsValueBestAndLine) {
    const RunResult result = foray({"solve", "--size", "3"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(has(result.out, "value +3 for Blue: Blue wins by 3\n")) << result.out;
    EXPECT_TRUE(has(result.out, "the centre strategy gives a bound at once\n"));
    EXPECT_TRUE(has(result.out, "best "));
    EXPECT_TRUE(has(result.out, "line "));
    EXPECT_TRUE(has(result.out, " nodes in "));
}

TEST(SolverCli, SolveJson) {
    const RunResult result = foray({"solve", "--game", "stakeraid", "--size", "2", "--position", "xo/2 o", "--json", "--each"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    for (const char* part :
         {"\"value\":0", "\"result\":\"draw\"", "\"best\":[", "\"line\":[", "\"nodes\":", "\"ms\":", "\"moves\":[{\"move\":\"a2\""}) {
        EXPECT_TRUE(has(result.out, part)) << part << " in " << result.out;
    }
}

TEST(SolverCli, AFinishedGameHasItsScore) {
    const RunResult result = foray({"solve", "--size", "1x3", "--position", "xxo x"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(has(result.out, "value +1 for Blue: Blue wins by 1")) << result.out;
}

TEST(SolverCli, ProveDecidesOneBound) {
    EXPECT_EQ(foray({"prove", "--size", "4", "--value", ">=0"}).exit_code, 0);
    const RunResult refuted = foray({"prove", "--size", "4", "--value", ">0"});
    EXPECT_EQ(refuted.exit_code, 1);
    EXPECT_TRUE(has(refuted.out, "value >0: refuted\n"));
    EXPECT_TRUE(has(refuted.out, "(the mirror strategy)")) << refuted.out;
    EXPECT_EQ(foray({"prove", "--size", "3", "--value", "<= 3"}).exit_code, 0);
    EXPECT_EQ(foray({"prove", "--size", "3", "--value", "<3"}).exit_code, 1);
    EXPECT_TRUE(has(foray({"prove", "--size", "3", "--value", ">=3", "--json"}).out, "\"holds\":true"));
    for (const char* wrong : {"0", ">=", ">= x", "=3", ">=99999999999"}) {
        EXPECT_EQ(foray({"prove", "--size", "3", "--value", wrong}).exit_code, 2) << wrong;
    }
}

TEST(SolverCli, RefusesInOneLine) {
    const auto refusal = [](const Arguments& arguments) {
        const RunResult result = foray(arguments);
        EXPECT_EQ(result.exit_code, 2) << result.out;
        EXPECT_EQ(result.out, "");
        return result.err;
    };
    EXPECT_EQ(refusal({"solve", "--game", "ataxx"}),
              "foray: the solver knows the raid family only (wargame, squirrels, stakeraid), not Ataxx\n");
    EXPECT_EQ(refusal({"solve", "--size", "9"}), "foray: the solver takes boards of up to 64 squares, not 9x9\n");
    EXPECT_TRUE(has(refusal({"solve", "--board", "Smolensk", "--hash", "1"}), "too small"));
    EXPECT_TRUE(has(refusal({"solve", "--size", "3", "--hash", "16000000"}), "does not fit"));
    EXPECT_TRUE(has(refusal({"solve", "--size", "3", "--without", "magic"}), "nothing called 'magic' can be turned off"));
    EXPECT_TRUE(has(refusal({"solve", "--size", "3", "--off", "history+magic"}), "nothing called 'magic' can be turned off"));
    EXPECT_TRUE(has(refusal({"show", "--game", "ataxx", "--settled"}), "--settled"));
}

TEST(SolverCli, ALimitLeavesBounds) {
    const RunResult result = foray({"solve", "--board", "Smolensk", "--hash", "128", "--time", "0.2"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_TRUE(has(result.out, "not finished")) << result.out;
}

TEST(SolverCli, SaveAndResume) {
    const std::string file = test::scratch_folder() + "/run";
    const Arguments solve = {"solve", "--board", "random:3:4x4", "--json", "--save", file};
    const RunResult first = foray(solve);
    EXPECT_EQ(first.exit_code, 0) << first.err;
    ASSERT_TRUE(std::filesystem::exists(file));
    Arguments again = solve;
    again.emplace_back("--resume");
    const RunResult second = foray(again);
    EXPECT_EQ(second.exit_code, 0) << second.err;
    const auto value = [](const std::string& json) { return json.substr(0, json.find(',')); };
    EXPECT_EQ(value(first.out), value(second.out));
    EXPECT_EQ(foray({"solve", "--board", "random:4:4x4", "--save", file, "--resume"}).exit_code, 2);
    // A table that is torn is left out and said to be; a beginning that is damaged is refused.
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    const RunResult torn = foray(again);
    EXPECT_EQ(torn.exit_code, 0) << torn.err;
    EXPECT_TRUE(has(torn.err, "damaged or missing")) << torn.err;
    EXPECT_EQ(value(first.out), value(torn.out));
    std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(111).put('?');
    const RunResult damaged = foray(again);
    EXPECT_EQ(damaged.exit_code, 2);
    EXPECT_TRUE(has(damaged.err, "the saved run is damaged")) << damaged.err;
    std::ofstream(file) << "something else";
    EXPECT_EQ(foray(again).exit_code, 2);
}

TEST(SolverCli, SaveAsksBeforeTheWork) {
    for (const std::string where : {"/dev/full", "/no/such/folder/run", "/tmp"}) {
        const RunResult result = foray({"solve", "--size", "3", "--save", where});
        EXPECT_EQ(result.exit_code, 2) << where;
        EXPECT_EQ(result.out, "") << where;
    }
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST(SolverCli, AFailedSaveStillTellsTheValue) {
    const std::string file = test::scratch_folder() + "/run";
    const std::string limited = "trap '' XFSZ; ulimit -f 8; exec \"$0\" solve --size 3 --save \"$1\"";
    const RunResult result = test::run_program("/bin/bash", {"-c", limited, FORAY_BINARY, file}, "");
    EXPECT_EQ(result.exit_code, 1) << result.err;
    EXPECT_TRUE(has(result.out, "value +3 for Blue")) << result.out;
    EXPECT_TRUE(has(result.err, "not saved")) << result.err;
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(SolverCli, SignalsEndARunWithBoundsAndATable) {
    for (const std::string signal : {"INT", "TERM", "HUP"}) {
        const std::string file = test::scratch_folder() + "/run" + signal;
        const std::string killed =
            "\"$0\" prove --board Smolensk --value '>=0' --hash 128 --save \"$1\" & sleep 0.7; kill -" + signal + " $!; wait $!";
        const RunResult result = test::run_program("/bin/bash", {"-c", killed, FORAY_BINARY, file}, "");
        EXPECT_EQ(result.exit_code, 1) << signal << result.err;
        EXPECT_TRUE(has(result.out, "not decided")) << result.out;
        EXPECT_TRUE(std::filesystem::exists(file)) << signal;
    }
}

TEST(SolverCli, ShowMarksSettledSquares) {
    const RunResult result = foray({"show", "--size", "3", "--position", "xx1/x2/3 o", "--settled"});
    EXPECT_TRUE(has(result.out, "=x 1=")) << result.out;
    EXPECT_TRUE(has(foray({"show", "--size", "3", "--position", "xx1/x2/3 o", "--settled", "--json"}).out, "\"settled\":[0]"));
}

}  // namespace
}  // namespace foray
