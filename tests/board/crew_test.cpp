// A crew runs every number of a job exactly once, job after job, also with fewer hands than it has.
#include "foray/board/crew.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <new>
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

/// Whoever throws, all have returned when the caller hears of it, and the next job is done as ever.
TEST(Crew, WhatOneThrowsIsThrownWhenAllHaveReturned) {
    auto crew = Crew::make(3);
    ASSERT_TRUE(crew);
    Crew hands = std::move(crew).value();
    for (int thrower = 0; thrower < 3; ++thrower) {
        std::atomic<int> returned{0};
        std::atomic<bool> thrown{false};
        const auto work = [&](int number) {
            if (number == thrower) {
                thrown = true;
                throw std::bad_alloc();
            }
            while (!thrown) std::this_thread::yield();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));  // the others take longer: returned without them it would be 0
            ++returned;
        };
        EXPECT_THROW(hands.run(3, work), std::bad_alloc);
        EXPECT_EQ(returned, 2) << thrower;
        returned = 0;
        thrown = false;
        EXPECT_THROW(run_together(3, work), std::bad_alloc);
        EXPECT_EQ(returned, 2) << thrower;
        std::atomic<int> calls{0};
        hands.run(3, [&](int /*number*/) { ++calls; });
        EXPECT_EQ(calls, 3);
    }
}

}  // namespace
}  // namespace foray
