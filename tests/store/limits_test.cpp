// Settings, books and boards of tournaments that are far too long, or begin with a byte order mark.
#include <gtest/gtest.h>

#include <fstream>

#include "foray/store/settings.h"
#include "support/complaint.h"
#include "support/process.h"

namespace foray {
namespace {

using test::complaint;

const std::string kMark = "\xEF\xBB\xBF";

TEST(Limits, SettingsHaveFourMebibytes) {
    constexpr std::size_t kMost = std::size_t{4} << 20;
    std::string settings = "game = \"ataxx\"\n#";
    settings.resize(kMost, 'x');
    EXPECT_EQ(complaint(json_of_toml(settings)), "accepted");
    EXPECT_EQ(complaint(json_of_toml(settings + "x")), "too long for settings, which have 4 MiB at most");
    EXPECT_EQ(*json_of_toml(kMark + "a = 1\n"), "{\"a\":1}");
}

TEST(Limits, LinesOfBooksHave64KiB) {
    const std::string folder = test::scratch_folder();
    const auto read = [&](const char* use, const std::string& text) {
        std::ofstream(folder + "/file", std::ios::binary) << text;
        return complaint(put_files_in(use, folder));
    };
    const char* const book = R"({"openings": {"book": "file"}})";
    const std::string comment = "x5o/7/7/7/7/7/o5x x 0 1\n#" + std::string(65535, 'x');
    EXPECT_EQ(read(book, comment), "accepted");
    EXPECT_EQ(read(book, comment + "x"), folder + "/file:2:1: this line is too long for a position");
    const char* const board = R"({"boards": ["file"]})";
    EXPECT_EQ(read(board, kMark + "1 2\n3 4\n"), "accepted");
    EXPECT_EQ(read(board, "1 2\n3 4\n" + std::string(65536, '\n')), folder + "/file: too long for a board");
}

}  // namespace
}  // namespace foray
