// What a user allows is what is used: nodes of all threads, memory that is there, threads that start.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "foray/engine/engine.h"
#include "foray/rules/game.h"
#include "support/random_play.h"

namespace foray {
namespace {

TEST(Budget, ALimitOfNodesIsOneOfAllThreads) {
    for (const int threads : {1, 3}) {
        const Game game(default_spec(Variant::kAtaxx));
        Engine engine(game.spec(), {.hash_mb = 4, .threads = threads});
        const SearchResult result = engine.search(game.start(), {{.nodes = 30'000}});
        EXPECT_GE(result.nodes, 30'000U);
        // The others report their nodes every 512: at most so many of each come on top.
        EXPECT_LE(result.nodes, 30'000U + static_cast<unsigned>(threads - 1) * 512) << threads << " threads";
    }
}

TEST(Budget, WhatTheSolverOfEndingsSpendsCounts) {
    std::uint64_t seed = 17;
    const Game game(default_spec(Variant::kWargame));
    for (int round = 0; round < 6; ++round) {
        const WidePosition position = test::random_walk(seed, game, 14 + round);
        Engine engine(game.spec(), {.hash_mb = 16});
        const SearchResult result = engine.search(position, {{.nodes = 40'000}});
        EXPECT_LE(result.nodes, 44'000U) << position.empty.count() << " empties";
    }
}

TEST(Budget, ATableThatDoesNotFitIsAnErrorInWords) {
    const auto engine = Engine::make(default_spec(Variant::kAtaxx), {.hash_mb = std::size_t{1} << 26});
    ASSERT_FALSE(engine);
    EXPECT_NE(engine.error().what.find("67108864 MB"), std::string::npos) << engine.error().what;
    EXPECT_NE(engine.error().what.find("free"), std::string::npos) << engine.error().what;
}

#if !defined(FORAY_SANITIZED)
/// What a child process with a limit of its own makes of an engine: 0 for an error in words, 1 for an engine, 2 for anything else.
int in_a_child(int resource, rlim_t most, const EngineOptions& options) {
    const pid_t child = fork();
    if (child == 0) {
        const rlimit limit{most, most};
        if (setrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) _exit(3);
        const auto engine = Engine::make(default_spec(Variant::kAtaxx), options);
        _exit(engine ? 1 : engine.error().what.empty() ? 2 : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

TEST(Budget, ALimitOfTheProcessIsKept) {
    EXPECT_EQ(in_a_child(RLIMIT_AS, rlim_t{400} << 20, {.hash_mb = 4096}), 0);
    EXPECT_EQ(in_a_child(RLIMIT_AS, rlim_t{4000} << 20, {.hash_mb = 16}), 1);
}

TEST(Budget, ThreadsThatCannotStartAreAnErrorInWords) {
    // A thread's stack is 8 MB of address space or so: sixty-three of them do not fit.
    EXPECT_EQ(in_a_child(RLIMIT_AS, rlim_t{300} << 20, {.hash_mb = 1, .threads = 64}), 0);
}
#endif

}  // namespace
}  // namespace foray
