// foray solve, foray prove and foray show --settled through the real binary.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/paths.h"
#include "support/process.h"

namespace foray {
namespace {

using test::RunResult;
using Arguments = std::vector<std::string>;

RunResult foray(const Arguments& arguments) { return test::run_program(test::kForay, arguments, ""); }

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
    for (const char* part : {"\"value\":0", "\"exact\":true", "\"outcome\":\"draw\"", "\"best\":[", "\"line\":[",
                             "\"nodes\":", "\"ms\":", "\"moves\":[{\"move\":\"a2\""}) {
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
    EXPECT_TRUE(has(refusal({"solve", "--size", "3", "--hash", "16000000"}), "MB are free"));
    EXPECT_TRUE(has(refusal({"solve", "--size", "3", "--without", "magic"}), "nothing called 'magic' can be turned off"));
    EXPECT_TRUE(has(refusal({"solve", "--size", "3", "--off", "answers+magic"}), "nothing called 'magic' can be turned off"));
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
    const RunResult result = test::run_program("/bin/bash", {"-c", limited, test::kForay, file}, "");
    EXPECT_EQ(result.exit_code, 1) << result.err;
    EXPECT_TRUE(has(result.out, "value +3 for Blue")) << result.out;
    EXPECT_TRUE(has(result.err, "not saved")) << result.err;
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(SolverCli, SignalsEndARunWithBoundsAndATable) {
    for (const std::string signal : {"INT", "TERM", "HUP"}) {
        const std::string file = test::scratch_folder() + "/run" + signal;
        // The signal is sent as soon as the program has said that it hears all three of them.
        const std::string killed =
            "\"$0\" prove --board Smolensk --value '>=0' --hash 128 --save \"$1\" & "
            "until [ \"$(readlink /proc/$!/exe)\" = \"$0\" ] && "
            "(( (0x$(awk '/^SigCgt/ {print $2}' /proc/$!/status) & 0x4003) == 0x4003 )); do sleep 0.01; done; kill -" +
            signal + " $!; wait $!";
        const RunResult result = test::run_program("/bin/bash", {"-c", killed, std::filesystem::canonical(test::kForay), file}, "");
        EXPECT_EQ(result.exit_code, 1) << signal << result.err;
        EXPECT_TRUE(has(result.out, "not decided")) << result.out;
        EXPECT_TRUE(std::filesystem::exists(file)) << signal;
        EXPECT_TRUE(std::filesystem::exists(file + ".tree")) << signal;
    }
}

/// A proof that goes on from its tree knows what was searched; one that only had the table would ask for leaves again.
TEST(SolverCli, ProveGoesOnFromItsTree) {
    const std::string file = test::scratch_folder() + "/run";
    const auto prove = [&](const Arguments& more) {
        Arguments arguments{"prove", "--board", "random:7:4x4", "--best-first", "--save", file};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return foray(arguments);
    };
    const auto top_line = [](const RunResult& result) {
        const std::size_t at = result.out.find("best-first: ");
        return at == std::string::npos ? "" : result.out.substr(at, result.out.find('\n', at) - at);
    };
    const RunResult first = prove({"--value", ">=112"});
    EXPECT_EQ(first.exit_code, 0) << first.err;
    EXPECT_FALSE(top_line(first).empty());
    EXPECT_FALSE(has(first.out, "best-first: 1 leaves")) << first.out;
    const RunResult again = prove({"--value", ">=112", "--resume"});
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_EQ(again.err, "");
    EXPECT_EQ(top_line(again), top_line(first));
    std::ifstream in(file + ".tree", std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    in.close();
    text[text.size() / 2] ^= 1;
    std::ofstream(file + ".tree", std::ios::binary) << text;
    const RunResult damaged = prove({"--value", ">=112", "--resume"});
    EXPECT_EQ(damaged.exit_code, 0) << damaged.err;
    EXPECT_TRUE(has(damaged.err, "run.tree: ") && has(damaged.err, "grows again from the table")) << damaged.err;
    const RunResult other = prove({"--value", ">=113", "--resume"});
    EXPECT_EQ(other.exit_code, 1);
    EXPECT_TRUE(has(other.err, "a proof of another claim")) << other.err;
    EXPECT_EQ(prove({"--value", ">=112", "--depth-first"}).exit_code, 2);
}

TEST(SolverCli, ShowMarksSettledSquares) {
    const RunResult result = foray({"show", "--size", "3", "--position", "xx1/x2/3 o", "--settled"});
    EXPECT_TRUE(has(result.out, "=x 1=")) << result.out;
    EXPECT_TRUE(has(foray({"show", "--size", "3", "--position", "xx1/x2/3 o", "--settled", "--json"}).out, "\"settled\":[0]"));
}

}  // namespace
}  // namespace foray
