// A crew runs every number of a job exactly once, job after job, also with fewer hands than it has.
#include "foray/board/crew.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>
#include <utility>

namespace foray {
namespace {

TEST(Crew, EveryNumberWorksOnceInEveryJob) {
    auto crew = Crew::make(4);
    ASSERT_TRUE(crew);
    Crew hands = std::move(crew).value();
    ASSERT_EQ(hands.threads(), 4);
    for (int job = 0; job < 2000; ++job) {
        const int count = 1 + job % 4;
        std::array<std::atomic<int>, 4> calls{};
        hands.run(count, [&](int number) { calls[static_cast<std::size_t>(number)]++; });
        for (int i = 0; i < 4; ++i) ASSERT_EQ(calls[static_cast<std::size_t>(i)], i < count ? 1 : 0) << "job " << job;
    }
}

TEST(Crew, WorksAtTheSameTimeAndOnOtherThreads) {
    auto crew = Crew::make(2);
    ASSERT_TRUE(crew);
    Crew hands = std::move(crew).value();
    std::atomic<bool> other_is_there{false};
    std::thread::id first;
    std::thread::id second;
    // The first waits for the second: one after the other would never end.
    hands.run(2, [&](int number) {
        (number == 0 ? first : second) = std::this_thread::get_id();
        if (number == 1) other_is_there = true;
        while (!other_is_there) std::this_thread::yield();
    });
    EXPECT_EQ(first, std::this_thread::get_id());
    EXPECT_NE(first, second);
}

TEST(Crew, OneIsTheCallerAlone) {
    auto crew = Crew::make(1);
    ASSERT_TRUE(crew);
    Crew hands = std::move(crew).value();
    int calls = 0;
    hands.run(1, [&](int number) { calls += number == 0 ? 1 : 100; });
    EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace foray
