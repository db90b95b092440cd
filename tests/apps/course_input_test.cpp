// Wrong and strange input of the commands for courses and contests: one line that says what and where, never a crash.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/cli.h"
#include "support/oracles.h"

namespace foray {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::Arguments;
using test::refusal;
using test::run_foray;
using test::RunResult;

TEST(GradeInput, AMissingProgramIsSaidOnce) {
    const Arguments arguments = {"grade", "stakeraid", "--program", "./no-such-program", "--generate", "5"};
    const RunResult table = run_foray(arguments);
    EXPECT_EQ(table.exit_code, 1);
    EXPECT_EQ(table.out.find("command was not found"), table.out.rfind("command was not found")) << table.out;
    EXPECT_NE(table.out.find("\n0 passed, 5 failed\nthe program does not run, so 4 of these were not tried\n"), std::string::npos)
        << table.out;
    Arguments json = arguments;
    json.emplace_back("--json");
    const Json all = Json::parse(run_foray(json).out);
    EXPECT_EQ(all["failed"], 5);
    EXPECT_EQ(all["not_run"], 4);
    EXPECT_EQ(all["cases"].size(), 1U);
}

TEST(CourseInput, FilesThatAreSomethingElse) {
    const std::string folder = test::scratch_folder();
    const std::string file = folder + "/input.txt";
    const auto told = [&](const std::string& text) {
        std::ofstream(file, std::ios::binary) << text;
        const std::string squirrels = refusal({"squirrels", "-i", file, "--out", folder});
        const std::string stakeraid = refusal({"stakeraid", "-i", file, "-o", folder + "/output.txt"});
        EXPECT_EQ(squirrels.find("foray: " + file + ":"), 0U) << squirrels;
        EXPECT_EQ(stakeraid.find("foray: " + file + ":"), 0U) << stakeraid;
        return stakeraid.substr(std::min(stakeraid.size(), 8 + file.size()));
    };
    EXPECT_EQ(told(""), "1:1: the file ends here; expected the board's size\n");
    EXPECT_EQ(told(std::string("\x7f"
                               "ELF\0\xff\n",
                               7)),
              "1:1: expected the board's size (1 to 26), found '\\x7fELF\\x00\\xff'\n");
    // One line that would be a million words, and lines that would be millions: neither is taken apart.
    const std::string large = " this file is larger than 1 MiB, which no input of the course is\n";
    std::string words(std::size_t{6} << 20, '1');
    for (std::size_t i = 1; i < words.size(); i += 2) words[i] = ' ';
    EXPECT_EQ(told(words), large);
    const std::string lines(std::size_t{6} << 20, '\n');
    EXPECT_EQ(told(lines), large);
    EXPECT_EQ(refusal({"contest"}, lines), "foray: stdin: this request is larger than 1 MiB\n");
}

TEST(CourseInput, PlacesThatCannotBeWrittenOrAreNotThere) {
    const std::string folder = test::scratch_folder();
    const std::string file = folder + "/input.txt";
    std::ofstream(file) << "2\nMINIMAX\nX\n1\n1 2\n3 4\nX.\n..\n";
    EXPECT_EQ(refusal({"stakeraid", "-i", file, "-o", folder}), "foray: " + folder + ": not written, because it is a folder\n");
    EXPECT_EQ(refusal({"cases", "squirrels", "--out", file}), "foray: --out: " + file + ": Not a directory\n");
    EXPECT_EQ(refusal({"grade", "stakeraid", "--program", "true", "--generate", "1", "--keep", file}),
              "foray: --keep: " + file + ": Not a directory\n");
    EXPECT_EQ(refusal({"grade", "stakeraid", "--program", "true", "--generate", "1", "--visible", "/nowhere"}),
              "foray: --visible: /nowhere: no such file or folder\n");
    EXPECT_EQ(refusal({"report", "--sets", "1-1", "--boards", "Keren", "--searches", "correct", "--animate", file}),
              "foray: --animate: " + file + ": Not a directory\n");
    EXPECT_EQ(refusal({"contest-host", "--players", "true", " "}),
              "foray: --players: expected a command line such as \"python3 mine.py\"\n");
    // Nothing waits for a pipe that nobody writes to.
    const std::string pipe = folder + "/pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(refusal({"grade", "squirrels", "--class", pipe, "--run", "true"}),
              "foray: --class: " + pipe + ": neither a folder nor an archive\n");
}

}  // namespace
}  // namespace foray
