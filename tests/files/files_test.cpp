// Files are replaced whole or not at all, and nothing but plain files is replaced.
#include "foray/files/files.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

namespace foray::files {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
protected:
    void SetUp() override {
        std::string pattern = (fs::temp_directory_path() / "foray-files-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
    }
    void TearDown() override { fs::remove_all(folder_); }

    [[nodiscard]] std::string at(const std::string& name) const { return (folder_ / name).string(); }
    static std::string contents(const std::string& path) {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    static void put(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }
    /// Everything in the folder, so that a test sees what was left behind.
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> out;
        for (const auto& entry : fs::directory_iterator(folder_)) out.push_back(entry.path().filename().string());
        std::sort(out.begin(), out.end());
        return out;
    }
    using Names = std::vector<std::string>;

    fs::path folder_;
};

TEST_F(Files, AreWrittenAndReadWhole) {
    const std::string bytes("one\0two\n", 8);
    ASSERT_TRUE(write_whole(at("a"), bytes));
    EXPECT_EQ(contents(at("a")), bytes);
    ASSERT_TRUE(write_whole(at("a"), "next"));
    const auto read = read_whole(at("a"));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, "next");
    EXPECT_EQ(names(), Names{"a"});
}

TEST_F(Files, ReadingSaysWhatIsWrong) {
    EXPECT_EQ(read_whole(at("none")).error().message(), at("none") + ": No such file or directory");
    EXPECT_EQ(read_whole(folder_.string()).error().message(), folder_.string() + ": is a directory");
    put(at("long"), std::string(1001, 'x'));
    EXPECT_FALSE(read_whole(at("long"), 1000));
    EXPECT_TRUE(read_whole(at("long"), 1001));
    EXPECT_FALSE(read_whole("/dev/zero", 100'000));
    // The largest file that anybody reads whole: a hole of that length is read, a byte more is refused.
    std::filesystem::resize_file(at("long"), kLargestWhole + 1);
    EXPECT_EQ(read_whole(at("long")).error().message(), at("long") + ": larger than 64 MiB");
    std::filesystem::resize_file(at("long"), kLargestWhole);
    EXPECT_TRUE(read_whole(at("long")));
}

TEST_F(Files, ModeIsKept) {
    put(at("private"), "old");
    ASSERT_EQ(::chmod(at("private").c_str(), 0640), 0);
    ASSERT_TRUE(write_whole(at("private"), "new"));
    struct stat found{};
    ASSERT_EQ(::stat(at("private").c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 07777, 0640U);
    if (::geteuid() != 0) return;
    ASSERT_EQ(::chown(at("private").c_str(), 1234, 4321), 0);
    ASSERT_TRUE(write_whole(at("private"), "newer"));
    ASSERT_EQ(::stat(at("private").c_str(), &found), 0);
    EXPECT_EQ(found.st_uid, 1234U);
    EXPECT_EQ(found.st_gid, 4321U);
}

TEST_F(Files, OnlyPlainFilesAreReplaced) {
    put(at("file"), "kept");
    fs::create_symlink("file", at("link"));
    fs::create_symlink("nowhere", at("dangling"));
    ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
    fs::create_directory(at("folder"));
    for (const std::string name : {"link", "dangling", "pipe", "folder", "folder/", "missing/file", "file/below"}) {
        const auto refused = write_whole(at(name), "new");
        ASSERT_FALSE(refused) << name;
        EXPECT_NE(refused.error().message().find(at(name)), std::string::npos) << refused.error().message();
        EXPECT_FALSE(check_target(at(name))) << name;
    }
    EXPECT_FALSE(write_whole("/dev/null", "x"));
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    EXPECT_TRUE(fs::is_symlink(at("link")));
    EXPECT_TRUE(fs::is_fifo(at("pipe")));
    EXPECT_EQ(contents(at("file")), "kept");
    EXPECT_EQ(names(), (Names{"dangling", "file", "folder", "link", "pipe"}));
}

TEST_F(Files, OneWriterAtATime) {
    auto claim = Claim::take(at("a"));
    ASSERT_TRUE(claim);
    EXPECT_NE(write_whole(at("a"), "x").error().message().find("another process"), std::string::npos);
    EXPECT_TRUE(write_whole(at("b"), "x"));
    {
        const Claim released = std::move(claim).value();
    }
    EXPECT_TRUE(write_whole(at("a"), "x"));
    EXPECT_EQ(names(), (Names{"a", "b"}));
}

/// A process that is killed in the middle leaves the old file, and its rubbish is no obstacle.
TEST_F(Files, WhatIsHiddenGoesWithItsOwnerAlsoWhenNothingIsDestroyed) {
    {
        auto claim = Claim::take(at("a"));
        auto other = Claim::take(at("b"));
        ASSERT_TRUE(claim && other);
        auto part = Replacement::begin(at("a"));
        ASSERT_TRUE(part);
        const Replacement moved = std::move(part).value();
        EXPECT_EQ(names(), (Names{".a.lock", ".a.part", ".b.lock"}));
        Claim first = std::move(claim).value();
        first = std::move(other).value();  // gives the first one back
        EXPECT_EQ(names(), (Names{".a.part", ".b.lock"}));
        EXPECT_TRUE(Claim::take(at("a")));
        EXPECT_FALSE(Claim::take(at("b")));
        remove_hidden();
        EXPECT_EQ(names(), Names{});
    }
    EXPECT_TRUE(write_whole(at("a"), "x"));
    EXPECT_EQ(names(), Names{"a"});
}

TEST_F(Files, AKilledWriterLosesNothing) {
    put(at("a"), "old");
    const pid_t child = ::fork();
    if (child == 0) {
        auto claim = Claim::take(at("a"));
        auto next = Replacement::begin(at("a"));
        if (next) {
            Replacement replacement = std::move(next).value();
            (void)replacement.write("half", 4);
            ::kill(::getpid(), SIGKILL);
        }
        ::_exit(3);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(contents(at("a")), "old");
    ASSERT_TRUE(write_whole(at("a"), "new"));
    EXPECT_EQ(contents(at("a")), "new");
    EXPECT_EQ(names(), Names{"a"});
}

/// Runs `work` in a child whose files may have 1,000 bytes at most, as on a full disk. True if it returned true.
template <class Work>
bool on_a_full_disk(Work work) {
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{1000, 1000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        ::_exit(work() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(Files, AFullDiskLosesNothing) {
    put(at("a"), "old");
    EXPECT_TRUE(on_a_full_disk([&] { return !write_whole(at("a"), std::string(1001, 'x')); }));
    EXPECT_EQ(contents(at("a")), "old");
    EXPECT_EQ(names(), Names{"a"});
    EXPECT_TRUE(on_a_full_disk([&] { return write_whole(at("a"), std::string(1000, 'x')).has_value(); }));
    EXPECT_TRUE(on_a_full_disk([&] {
        auto opened = Appender::open(at("lines"));
        if (!opened) return false;
        Appender lines = std::move(opened).value();
        return lines.append(std::string(600, 'a') + "\n") && !lines.append(std::string(600, 'b') + "\n") &&
               lines.append(std::string(300, 'c') + "\n");
    }));
    EXPECT_EQ(contents(at("lines")), std::string(600, 'a') + "\n" + std::string(300, 'c') + "\n");
}

TEST_F(Files, AppendersGoOnWhereTheLastLineEnded) {
    {
        auto opened = Appender::open(at("games"));
        ASSERT_TRUE(opened);
        Appender games = std::move(opened).value();
        EXPECT_TRUE(games.append("one\n"));
        EXPECT_TRUE(games.append("two\n"));
        EXPECT_FALSE(Appender::open(at("games"))) << "two writers";
    }
    for (const std::size_t torn : {1U, 4095U, 4096U, 4097U, 10'000U}) {
        put(at("games"), "one\ntwo\n" + std::string(torn, 'x'));
        auto opened = Appender::open(at("games"));
        ASSERT_TRUE(opened);
        Appender games = std::move(opened).value();
        EXPECT_EQ(games.size(), 8U);
        EXPECT_TRUE(games.append("three\n"));
        EXPECT_EQ(contents(at("games")), "one\ntwo\nthree\n") << torn;
    }
    put(at("games"), std::string(9000, 'x'));
    EXPECT_TRUE(Appender::open(at("games")));
    EXPECT_EQ(contents(at("games")), "");
}

TEST_F(Files, AppendersCutWhatTheirReaderCallsTorn) {
    put(at("blocks"), "whole torn");
    auto opened = Appender::open(at("blocks"), Appender::Holds::kBytes);
    ASSERT_TRUE(opened);
    Appender blocks = std::move(opened).value();
    EXPECT_EQ(blocks.size(), 10U);
    ASSERT_TRUE(blocks.cut(6));
    EXPECT_EQ(blocks.size(), 6U);
    EXPECT_TRUE(blocks.append("next"));
    EXPECT_EQ(contents(at("blocks")), "whole next");
}

}  // namespace
}  // namespace foray::files
