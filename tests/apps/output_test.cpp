// What the command writes where something is odd: names with control characters, lines without end, a disk that is full.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/cli.h"

namespace foray {
namespace {

using test::RunResult;

TEST(Cli, ControlCharactersAreEscaped) {
    const RunResult result = test::run_program(test::kForay, {"show", "--record", "/tmp/\x1b[31mred\n"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.err, "foray: /tmp/\\x1b[31mred\\x0a: No such file or directory\n");
}

TEST(Cli, AQuestionHasALimitAndTheNextOneIsAnswered) {
    constexpr std::size_t kMost = std::size_t{1} << 20;
    const std::string question = R"({"ask": "state", "game": "ataxx"})";
    const std::string longest = question + std::string(kMost - question.size(), ' ');
    const RunResult result = test::run_program(test::kForay, {"questions"}, longest + "\n" + longest + " \n" + question + "\n");
    EXPECT_EQ(result.exit_code, 0);
    const auto first = result.out.find('\n');
    const auto second = result.out.find('\n', first + 1);
    EXPECT_TRUE(result.out.starts_with("{\"ok\":true,")) << result.out.substr(0, 200);
    EXPECT_EQ(result.out.substr(first + 1, second - first - 1), R"({"ok":false,"error":"a question has at most a million characters"})");
    EXPECT_EQ(result.out.substr(second + 1), result.out.substr(0, first + 1));
}

TEST(Cli, AFullDiskIsAFailure) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    for (const std::string words : {"boards", "--help", "--version", "help solve", "duel --help"}) {
        const RunResult result = test::run_program("/bin/sh", {"-c", std::string(test::kForay) + " " + words + " > /dev/full"});
        EXPECT_EQ(result.exit_code, 1) << words;
        EXPECT_EQ(result.err, "foray: the output could not be written\n") << words;
    }
}

TEST(Cli, AReaderThatLeavesEarlyIsNoFailure) {
    const RunResult result = test::run_program("/bin/sh", {"-c", std::string(test::kForay) + " --help | head -n 1"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "");
}

}  // namespace
}  // namespace foray
