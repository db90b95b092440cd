// Where bubblewrap is missing, commands that take other people's programs say so and start none of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support/paths.h"
#include "support/process.h"

namespace foray {
namespace {

namespace fs = std::filesystem;
using test::RunResult;
using Arguments = std::vector<std::string>;

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

/// Every command that takes other people's programs says the same sentence, does nothing else, and goes on when it is told to.
TEST(Sandbox, WithoutBubblewrapProgramsAreRefused) {
    const std::string folder = test::scratch_folder();
    write(folder + "/small/input.txt", "2\nMINIMAX\nX\n1\n1 2\n3 4\nX.\n..\n");
    const std::string answer = "printf 'B2 Stake\\nX.\\n.X\\n' > output.txt";
    write(folder + "/answer.sh", answer + "\n");
    const std::string player = "stakeraid:/bin/sh " + folder + "/answer.sh";
    const std::string file = folder + "/t.foray";
    const std::vector<std::pair<Arguments, int>> commands = {
        {{"grade", "stakeraid", "--program", answer, "--cases", folder}, 0},
        {{"grade", "stakeraid", "--program", answer, "--cases", folder, "--json"}, 0},
        {{"grade", "stakeraid", "--class", folder, "--run", answer, "--generate", "9999"}, -1},
        {{"contest-host", "--players", "echo 0:0:0:1:", "echo nonsense", "--size", "4", "--moves", "1"}, 0},
        {{"best", "--agent", player, "--game", "stakeraid", "--size", "2", "--position", "x1/2 x"}, 0},
        {{"duel", player, "greedy", "--game", "stakeraid", "--size", "2", "--games", "2"}, 0},
        {{"check-player", player, "--game", "stakeraid", "--size", "2", "--positions", "1"}, 0},
        {{"play", "--against", player, "--game", "stakeraid", "--size", "2"}, 0},
        {{"tournament", "run", file, "--game", "stakeraid", "--size", "2", "--players", player + "; greedy"}, 0},
    };
    for (const auto& [arguments, free_code] : commands) {
        SCOPED_TRACE(arguments[0] + " " + arguments[1]);
        const RunResult refused = test::run_program(test::kForay, arguments, "", {"PATH=/nowhere"});
        EXPECT_EQ(refused.exit_code, 2) << refused.out;
        EXPECT_EQ(refused.out, "");
        EXPECT_TRUE(refused.err.starts_with("foray: ")) << refused.err;
        EXPECT_TRUE(
            refused.err.ends_with("programs cannot be contained on this machine: bubblewrap (bwrap) is not installed (--no-sandbox "
                                  "runs them without)\n"))
            << refused.err;
        EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
        if (free_code < 0) continue;
        Arguments allowed = arguments;
        allowed.insert(allowed.begin() + (arguments[0] == "tournament" ? 2 : 1), "--no-sandbox");
        fs::remove(file);
        const RunResult free = test::run_program(test::kForay, allowed, "quit\n", {"PATH=/nowhere"});
        EXPECT_EQ(free.exit_code, free_code) << free.out << free.err;
        EXPECT_EQ(free.err, "");
    }
}

}  // namespace
}  // namespace foray
