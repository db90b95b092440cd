// foray table as a person meets it: build, probe, verify, info; a build that is killed; the engine's use of it.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/cli.h"

namespace foray {
namespace {

using Json = nlohmann::json;
using test::Arguments;
using test::output;
using test::refusal;

TEST(Table, IsBuiltProbedVerifiedAndPlayedBy) {
    const std::string folder = test::scratch_folder();
    const Arguments board{"--game", "ataxx", "--size", "3x4", "--table", folder};
    const auto with = [&](Arguments words) {
        words.insert(words.end(), board.begin(), board.end());
        return words;
    };
    EXPECT_NE(output(with({"table", "build", "--threads", "2"})).find("ataxx-3x4: 531,441 states"), std::string::npos);
    EXPECT_NE(output(with({"table", "build"})).find("(was there)"), std::string::npos);
    EXPECT_EQ(output(with({"table", "probe"})).substr(0, 9), "win in 3\n");
    const Json probe = Json::parse(output(with({"table", "probe", "--json"})));
    EXPECT_EQ(probe["result"], "win");
    EXPECT_EQ(probe["plies"], 3);
    EXPECT_EQ(probe["moves"][0]["plies"], 3);
    EXPECT_NE(output(with({"table", "verify", "--sample", "1000"})).find("values and distances of all 531,441 states"), std::string::npos);
    const Json info = Json::parse(output(with({"table", "info", "--json"})));
    EXPECT_EQ(info["won"].get<int>() + info["lost"].get<int>() + info["drawn"].get<int>(), 531441);
    const Json best = Json::parse(output(with({"best", "--agent", "engine:nodes=1000", "--json"})));
    EXPECT_EQ(best["nodes"], 0);
    EXPECT_EQ(best["line"].size(), 3U);
    EXPECT_EQ(best["move"], probe["moves"][0]["move"]);
    // Damage is told, and the engine goes by itself.
    std::filesystem::resize_file(folder + "/ataxx-3x4/layer-06", 1000);
    EXPECT_NE(refusal(with({"table", "probe"})).find("layer-06: the file has 1000 bytes"), std::string::npos);
    EXPECT_NE(Json::parse(output(with({"best", "--agent", "engine:nodes=1000", "--json"})))["nodes"], 0);
}

TEST(Table, RefusesWhatHasNone) {
    const std::string folder = test::scratch_folder();
    EXPECT_NE(refusal({"table", "build", "--game", "ataxx", "--size", "5", "--table", folder}).find("at most 20 squares"),
              std::string::npos);
    EXPECT_NE(refusal({"table", "build", "--size", "3", "--table", folder}).find("Ataxx family"), std::string::npos);
    EXPECT_NE(refusal({"table", "probe", "--game", "ataxx", "--size", "3", "--table", folder}).find("layer-00"), std::string::npos);
    EXPECT_NE(refusal({"best", "--agent", "engine:nodes=10", "--table", folder + "/none"}).find("is no folder"), std::string::npos);
}

}  // namespace
}  // namespace foray
