// Files that are no store of Foray's, given to every command that opens one: a line that says so, exit code 2, and the file as it was.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "support/cli.h"

namespace foray {
namespace {

using test::Arguments;

std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Every command that opens a store, with this one.
std::vector<Arguments> commands(const std::string& store) {
    const std::string games = test::scratch_folder() + "/games";
    return {
        {"work", "--store", store, "--until-idle"},
        {"work", "--store", "sqlite:" + store, "--until-idle"},
        {"tournament", "new", store, "--players", "greedy; random"},
        {"tournament", "run", store, "--players", "greedy; random"},
        {"tournament", "resume", store},
        {"tournament", "status", store},
        {"tournament", "status", "--store", "sqlite:" + store},
        {"tournament", "export", store, "--pgn"},
        {"tournament", "add-player", store, "--player", "greedy"},
        {"tournament", "withdraw", store, "--player", "greedy"},
        {"prove", "--size", "2", "--value", ">=0", "--store", store},
        {"proof", "status", "--store", store},
        {"verify", "--store", store},
        {"selfplay", games, "--game", "ataxx", "--games", "1", "--store", store},
        {"serve", "--port", "0", "--store", store},
        {"serve", "--port", "0", "--tournaments", store},
    };
}

void expect_refused(const std::string& text, const std::string& why) {
    const std::string file = test::file_with(text, "some.foray");
    for (const Arguments& command : commands(file)) {
        const std::string said = test::refusal(command);
        EXPECT_NE(said.find(file + ": " + why), std::string::npos) << command[0] << " " << command[1] << ": " << said;
        EXPECT_EQ(contents(file), text) << command[0] << " " << command[1];
    }
}

TEST(StoreInput, OneByteIsNoDatabase) { expect_refused("x", "is not a file of Foray's: no database"); }
TEST(StoreInput, TextIsNoDatabase) { expect_refused(std::string(5000, 'x'), "is not a file of Foray's: no database"); }

TEST(StoreInput, ACutDatabaseIsDamaged) {
    const std::string whole = test::scratch_folder() + "/whole.foray";
    (void)test::output({"tournament", "new", whole, "--players", "greedy; random", "--game", "ataxx", "--size", "5"});
    expect_refused(contents(whole).substr(0, 3000), "the file is damaged");
}

}  // namespace
}  // namespace foray
