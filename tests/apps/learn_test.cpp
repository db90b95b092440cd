// foray selfplay, foray train and foray net show through the real binary: a network with windows of 2x3, from games to a move.
#include <gtest/gtest.h>

#include "support/cli.h"

namespace foray {
namespace {

using test::output;
using test::refusal;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string games_on(const std::string& folder, const std::string& side) {
    const std::string file = folder + "/" + side + ".sp";
    const auto played = test::run_foray({"selfplay", file, "--game", "ataxx", "--size", side, "--games", "12", "--player",
                                         "engine:nodes=10,hash=1", "--random-plies", "2-3", "--balance", "100000"});
    EXPECT_EQ(played.exit_code, 0) << played.err;
    return file;
}

TEST(LearnCli, LargerWindowsFromGamesToAMove) {
    const std::string folder = test::scratch_folder();
    const std::string games = games_on(folder, "7");
    const std::string square = folder + "/square.net";
    const std::string oblong = folder + "/oblong.net";
    EXPECT_TRUE(has(output({"train", square, games, "--hidden", "64", "--turned", "--epochs", "1"}), "64 hidden units, 23,"));
    const std::string learnt =
        output({"train", oblong, games, "--hidden", "64", "--turned", "--oblong", "--epochs", "2", "--from", square + ".state"});
    EXPECT_TRUE(has(learnt, "64 hidden units, 105,")) << learnt;
    const std::string shown = output({"net", "show", oblong});
    EXPECT_TRUE(has(shown, "18 windows of 729 states -> 64 hidden units, 8 seen from eight sides, -> 1")) << shown;
    EXPECT_TRUE(has(shown, " of 13122 inputs without weight")) << shown;
    EXPECT_TRUE(has(output({"net", "show", square}), "36 windows of 81 states -> 64 hidden units, 8 seen from eight sides, -> 1"));
    EXPECT_NE(output({"best", "--game", "ataxx", "--agent", "engine:nodes=300,hash=1,net=" + oblong}), "");
    // The same command goes on where it ended; another kind of window does not go on with it.
    EXPECT_TRUE(has(output({"train", oblong, games, "--hidden", "64", "--turned", "--oblong", "--epochs", "2"}), "going on after 2 of 2"));
    const auto other = test::run_foray({"train", oblong, games, "--hidden", "64", "--turned", "--epochs", "2"});
    EXPECT_EQ(other.exit_code, 2);
    EXPECT_TRUE(has(other.err, "was made with other settings")) << other.err;
    const auto smaller =
        test::run_foray({"train", folder + "/no.net", games, "--hidden", "64", "--turned", "--epochs", "1", "--from", oblong + ".state"});
    EXPECT_EQ(smaller.exit_code, 2);
    EXPECT_TRUE(has(smaller.err, "has windows of 2x3 squares (--oblong)")) << smaller.err;
}

TEST(LearnCli, LargerWindowsAreRefusedWhereTheyDoNotFit) {
    const std::string folder = test::scratch_folder();
    EXPECT_TRUE(has(refusal({"train", folder + "/a.net", games_on(folder, "7"), "--oblong"}), "--oblong: works only with --turned"));
    const std::string wide = refusal({"train", folder + "/a.net", games_on(folder, "8"), "--hidden", "64", "--turned", "--oblong"});
    EXPECT_TRUE(has(wide, "--oblong: windows of 2x3 do not cover Ataxx, 8x8; its side must be odd")) << wide;
}

}  // namespace
}  // namespace foray
