// Files that are no store of Foray's, given to every command that opens one: a line that says so, exit code 2, and the file as it was.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

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

TEST(StoreInput, ALinkIsNotFollowedToMakeOne) {
    const std::string folder = test::scratch_folder();
    std::filesystem::create_symlink("elsewhere.foray", folder + "/link.foray");
    for (const char* verb : {"new", "run"}) {
        EXPECT_EQ(test::refusal({"tournament", verb, folder + "/link.foray", "--players", "greedy; random"}),
                  "foray: " + folder + "/link.foray: is a symbolic link\n");
    }
    EXPECT_FALSE(std::filesystem::exists(folder + "/elsewhere.foray"));
}

// --- files that grow or are replaced

TEST(ForeignFiles, NoDuelAddsItsGamesToThem) {
    const std::string folder = test::scratch_folder();
    const std::string store = folder + "/a.foray";
    (void)test::output({"tournament", "new", store, "--players", "greedy; random", "--game", "ataxx", "--size", "5"});
    (void)test::output({"solve", "--size", "3", "--save", folder + "/run"});
    const Arguments duel = {"duel", "greedy", "random", "--games", "2", "--size", "3", "--records"};
    const std::string pgn = folder + "/games.pgn";
    Arguments to_pgn = duel;
    to_pgn.push_back(pgn);
    (void)test::output(to_pgn);
    const struct {
        const char* name;
        std::string text;
    } files[] = {{"text", "dear diary\n"},           {"one-word", "dear"},        {"a.foray", contents(store)},
                 {"run", contents(folder + "/run")}, {"pgn", contents(pgn)},      {"json", "{\"foray\":\"is what I call my cat\"}\n"},
                 {"b.pgn", "dear diary\n"},          {"c.pgn", "[dear diary]\n"}, {"b.csv", "a,b\n1,2\n"}};
    for (const auto& [name, text] : files) {
        const std::string file = folder + "/" + name;
        std::ofstream(file, std::ios::binary) << text;
        Arguments command = duel;
        command.push_back(file);
        EXPECT_NE(test::refusal(command).find(file + ": "), std::string::npos) << name;
        EXPECT_EQ(contents(file), text) << name;
    }
    // Its own files go on, also those whose writer was killed before the first line ended.
    for (const auto& [name, begin] : {std::pair<const char*, const char*>{"torn.jsonl", "{\"for"}, {"torn.csv", "pair,ga"}, {"new", ""}}) {
        const std::string file = folder + "/" + name;
        std::ofstream(file, std::ios::binary) << begin;
        Arguments command = duel;
        command.push_back(file);
        for (int i = 0; i < 2; ++i) EXPECT_EQ(test::run_program(test::kForay, command).exit_code, 0) << name;
    }
}

TEST(ForeignFiles, NoSolverRunReplacesThem) {
    const std::string text = "dear diary\n";
    const std::string file = test::file_with(text, "diary");
    for (const char* command : {"solve", "prove"}) {
        Arguments words = {command, "--size", "3", "--save", file};
        if (std::string_view(command) == "prove") words.insert(words.end(), {"--value", ">=0"});
        EXPECT_EQ(test::refusal(words), "foray: " + file + ": there is a file that is no saved solver run: it is left as it is\n");
        EXPECT_EQ(contents(file), text);
    }
}

TEST(ForeignFiles, AnEmptyNameIsNoName) {
    EXPECT_EQ(test::refusal({"solve", "--size", "3", "--save", ""}), "foray: --save: expected something, found nothing\n");
    EXPECT_EQ(test::refusal({"duel", "greedy", "random", "--size", "3", "--records", ""}),
              "foray: --records: expected something, found nothing\n");
    EXPECT_EQ(test::refusal({"tournament", "status", ""}), "foray: FILE: expected something, found nothing\n");
    EXPECT_NE(test::output({"show", "--size", "3", "--moves", ""}).find("3x3"), std::string::npos);
}

}  // namespace
}  // namespace foray
