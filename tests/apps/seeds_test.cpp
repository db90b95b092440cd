// Every command of docs/seeds.md, in order, in one folder.
#include <gtest/gtest.h>

#include <filesystem>

#include "support/oracles.h"
#include "support/paths.h"
#include "support/process.h"
#include "support/sandbox.h"

namespace foray {
namespace {

namespace fs = std::filesystem;

TEST(Seeds, EveryCommandOfThePageRuns) {
    const fs::path page = fs::path(test::kGoldenFolder) / ".." / ".." / "docs" / "seeds.md";
    const std::string folder = test::scratch_folder();
    const std::string path = "PATH=" + fs::path(test::kForay).parent_path().string() + ":" + std::getenv("PATH");
    int commands = 0;
    for (std::string line : test::split(test::read_all(page.string()), '\n')) {
        const std::size_t begin = line.rfind(" | `");
        if (!line.starts_with("| ") || begin == std::string::npos) continue;
        ASSERT_TRUE(line.ends_with("` |")) << line;
        std::string command = line.substr(begin + 4, line.size() - begin - 7);
        for (std::size_t at = 0; (at = command.find("\\|", at)) != std::string::npos; ++at) command.erase(at, 1);
        command = test::caged_if_possible(command);
        SCOPED_TRACE(command);
        ++commands;
        const auto result = test::run_program("/bin/sh", {"-c", "cd '" + folder + "' && " + command}, "", {path});
        EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
        EXPECT_EQ(result.err, "");
    }
    EXPECT_GE(commands, 50);
}

}  // namespace
}  // namespace foray
