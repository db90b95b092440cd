// Files that are none: what waits for ever is given up, what comes slowly is read.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "foray/files/files.h"
#include "read.h"
#include "support/process.h"

namespace foray::files {
namespace {

using std::chrono::milliseconds;

TEST(ReadPatiently, APipeThatNobodyWritesToIsGivenUp) {
    const std::string pipe = test::scratch_folder() + "/pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const auto nobody = read_patiently(pipe, 100, milliseconds(50));
    ASSERT_FALSE(nobody);
    EXPECT_EQ(nobody.error().message(), pipe + ": said nothing for 0 s");
    // Somebody who has it open and says nothing.
    const int silent = open(pipe.c_str(), O_RDWR | O_CLOEXEC);
    EXPECT_FALSE(read_patiently(pipe, 100, milliseconds(50)));
    close(silent);
}

TEST(ReadPatiently, APipeIsReadToItsEnd) {
    const std::string pipe = test::scratch_folder() + "/pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] {
        const int out = open(pipe.c_str(), O_WRONLY | O_CLOEXEC);
        for (const std::string piece : {"one ", "two ", "three"}) {
            usleep(20'000);
            EXPECT_EQ(write(out, piece.data(), piece.size()), static_cast<ssize_t>(piece.size()));
        }
        close(out);
    });
    const auto text = read_patiently(pipe, 100, milliseconds(60'000));
    writer.join();
    ASSERT_TRUE(text) << text.error().message();
    EXPECT_EQ(*text, "one two three");
}

TEST(ReadPatiently, FilesWithoutASizeAreRead) {
    const auto text = read_whole("/proc/self/status");
    ASSERT_TRUE(text);
    EXPECT_NE(text->find("Pid:"), std::string::npos);
    EXPECT_FALSE(read_whole("/dev/zero", 1U << 20U));
    EXPECT_EQ(read_whole("/dev/null").value(), "");
}

}  // namespace
}  // namespace foray::files
