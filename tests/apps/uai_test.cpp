// The line protocol through the real program, and the commands beside it that ask the engine.
#include <gtest/gtest.h>

#include <chrono>

#include "support/paths.h"
#include "support/process.h"

namespace foray {
namespace {

TEST(UaiCli, TheProgramSpeaksIt) {
    const auto result =
        test::run_program(test::kForay, {"uai"}, "uai\nisready\nuainewgame\nposition startpos\ngo movetime 20\nisready\nnonsense\nquit\n");
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_NE(result.out.find("uaiok\nreadyok\n"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("bestmove "), std::string::npos);
    EXPECT_NE(result.out.find("info string unknown command 'nonsense'"), std::string::npos);
    EXPECT_EQ(result.err, "");
}

TEST(UaiCli, TheEndOfTheInputIsTheEnd) {
    const auto begin = std::chrono::steady_clock::now();
    const auto endless = test::run_program(test::kForay, {"uai"}, "position startpos\ngo infinite\n");
    EXPECT_NE(endless.out.find("bestmove "), std::string::npos);
    EXPECT_EQ(endless.exit_code, 0);
    EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 20);
    const auto limited = test::run_program(test::kForay, {"uai"}, "position startpos\ngo depth 6\n");
    EXPECT_NE(limited.out.find("info depth 6 "), std::string::npos) << limited.out;  // it ends by itself and may
}

TEST(EngineCommands, Work) {
    const auto eval = test::run_program(test::kForay, {"eval", "--game", "ataxx"});
    EXPECT_EQ(eval.exit_code, 0);
    EXPECT_NE(eval.out.find("for the side to move"), std::string::npos);
    const auto analyse = test::run_program(test::kForay, {"analyse", "--board", "Smolensk", "--depth", "4", "--multipv", "2"});
    EXPECT_EQ(analyse.exit_code, 0);
    EXPECT_NE(analyse.out.find("\nbest "), std::string::npos) << analyse.out;
    const auto best = test::run_program(test::kForay, {"best", "--agent", "engine:depth=4", "--board", "Smolensk"});
    EXPECT_EQ(best.exit_code, 0);
    const auto wrong = test::run_program(test::kForay, {"best", "--agent", "engine:level=9"});
    EXPECT_EQ(wrong.exit_code, 2);
}

}  // namespace
}  // namespace foray
