// What the system has open is closed once, by whoever holds it last.
#include "foray/board/descriptor.h"

#include <fcntl.h>
#include <gtest/gtest.h>

namespace foray {
namespace {

bool system_has(int number) { return fcntl(number, F_GETFD) >= 0; }
int opened() { return open("/dev/null", O_RDONLY | O_CLOEXEC); }

TEST(Descriptor, IsClosedByItsLastHolder) {
    const int number = opened();
    ASSERT_GE(number, 0);
    {
        Descriptor first(number);
        const Descriptor second(std::move(first));
        EXPECT_FALSE(first.is_open());  // NOLINT(bugprone-use-after-move): what is left of it is the question
        EXPECT_EQ(second.number(), number);
        EXPECT_TRUE(system_has(number));
    }
    EXPECT_FALSE(system_has(number));
}

TEST(Descriptor, ClosesWhatItHeldWhenItIsGivenAnother) {
    const int old_number = opened();
    const int new_number = opened();
    Descriptor held(old_number);
    held = Descriptor(new_number);
    EXPECT_FALSE(system_has(old_number));
    EXPECT_TRUE(system_has(new_number));
    EXPECT_EQ(held.close(), 0);
    EXPECT_FALSE(system_has(new_number));
    EXPECT_EQ(held.close(), 0) << "there is nothing to close any more";
}

TEST(Descriptor, SaysWhyItCouldNotBeClosed) {
    const int number = opened();
    Descriptor held(number);
    ::close(number);
    EXPECT_EQ(held.close(), EBADF);
    EXPECT_FALSE(held.is_open());
}

}  // namespace
}  // namespace foray
