// The command killed at random moments, on a full disk, and twice at the same time: no game is lost, none is played twice.
// FORAY_KILLS=500 makes it as long as it was when it was measured.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "foray/board/random.h"
#include "foray/store/report.h"
#include "store/runs.h"
#include "support/paths.h"
#include "support/postgres.h"

namespace foray {
namespace {

using namespace test;

const std::vector<std::string> kSettings = {"--players", "greedy; random; minimax:2; random:seed=7; alphabeta:3",
                                            "--size",    "5",
                                            "--format",  "round-robin",
                                            "--rounds",  "30",
                                            "--seed",    "3"};
constexpr std::size_t kGames = 10 * 30 * 2;

std::set<std::string> uninterrupted() {
    static const std::set<std::string> games = [] {
        const std::string file = test::scratch_folder() + "/whole.foray";
        const auto run = test::run_program(test::kForay, with(with({"tournament", "run", file, "--quiet"}, kSettings), {}));
        EXPECT_EQ(run.exit_code, 0) << run.err;
        return games_of({file});
    }();
    return games;
}

int kills() {
    const char* wanted = std::getenv("FORAY_KILLS");
    return wanted == nullptr ? 25 : std::atoi(wanted);
}

/// Runs the command again and again, killing it after a random time; in the end it may finish.
void kill_again_and_again(const std::vector<std::string>& place, const std::vector<std::string>& threads) {
    std::uint64_t state = 11;
    ASSERT_EQ(test::run_program(test::kForay, with(with({"tournament", "new"}, place), kSettings)).exit_code, 0);
    int killed = 0;
    for (int i = 0; i < kills(); ++i) {
        const pid_t child = start(with(with({"tournament", "resume"}, place), threads));
        // Early on, while starting, and in the middle of everything.
        const auto us = static_cast<int>(splitmix64(state) % (i % 4 == 0 ? 15'000 : 120'000));
        std::this_thread::sleep_for(std::chrono::microseconds(us));
        kill(child, SIGKILL);
        killed += wait_for(child) == 128 + SIGKILL ? 1 : 0;
    }
    EXPECT_GT(killed, 0);
    const auto run = test::run_program(test::kForay, with(with({"tournament", "resume"}, place), {"--quiet"}));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(uninterrupted().size(), kGames);
    EXPECT_EQ(games_of(place), uninterrupted());
}

TEST(Kill, AKilledTournamentGoesOnWithExactlyWhatIsMissing) {
    kill_again_and_again({test::scratch_folder() + "/killed.foray"}, {"--threads", "2"});
}

TEST(Kill, TheSameOnPostgresql) {
    if (test::Postgres::shared() == nullptr) GTEST_SKIP() << "no PostgreSQL here";
    kill_again_and_again({"--store", test::Postgres::shared()->new_database(), "--name", "killed"}, {"--threads", "2"});
}

TEST(Kill, TwoProcessesOnOneFileShareTheGames) {
    const std::string file = test::scratch_folder() + "/shared.foray";
    ASSERT_EQ(test::run_program(test::kForay, with({"tournament", "new", file}, kSettings)).exit_code, 0);
    const pid_t one = start({"tournament", "resume", file, "--threads", "1"});
    const pid_t two = start({"tournament", "resume", file, "--threads", "2"});
    EXPECT_EQ(wait_for(one), 0);
    EXPECT_EQ(wait_for(two), 0);
    EXPECT_EQ(games_of({file}), uninterrupted());
}

TEST(Kill, AFullDiskStopsWithASentenceAndLosesNothing) {
    const std::string folder = test::scratch_folder();
    // A small file system of our own, where the kernel lets us have one.
    const std::string small = folder + "/small";
    std::filesystem::create_directory(small);
    const std::string file = small + "/full.foray";
    const std::string inner =
        "mount -t tmpfs -o size=600k none " + small + " && " + std::string(test::kForay) + " tournament run " + file +
        " --quiet --players 'greedy; random; minimax:2; random:seed=7; alphabeta:3' --size 5 --rounds 30 --seed 3 2> " + folder +
        "/error; echo $? > " + folder + "/code; cp " + small + "/full.foray* " + folder;
    const auto run = test::run_program("/usr/bin/unshare", {"-rm", "/bin/sh", "-c", inner});
    std::ifstream code_file(folder + "/code");
    int code = -1;
    if (!(code_file >> code)) GTEST_SKIP() << "no file system of our own to be had: " << run.err;
    EXPECT_EQ(code, 1);
    std::ifstream error_file(folder + "/error");
    std::string line;
    std::getline(error_file, line);
    EXPECT_NE(line.find("full"), std::string::npos) << line;
    const auto some = games_of({folder + "/full.foray"});
    EXPECT_GT(some.size(), 0U);
    EXPECT_LT(some.size(), kGames);
    const auto resumed = test::run_program(test::kForay, {"tournament", "resume", folder + "/full.foray", "--quiet"});
    EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
    EXPECT_EQ(games_of({folder + "/full.foray"}), uninterrupted());
}

TEST(Kill, SigtermGivesBackAndSaysHowToGoOn) {
    const std::string file = test::scratch_folder() + "/term.foray";
    ASSERT_EQ(test::run_program(test::kForay, with({"tournament", "new", file}, kSettings)).exit_code, 0);
    const pid_t child = start_and_hear({"tournament", "resume", file});
    kill(child, SIGTERM);
    const int code = wait_for(child);
    EXPECT_TRUE(code == 1 || code == 0) << code;
    const auto status = test::run_program(test::kForay, {"tournament", "status", file});
    EXPECT_NE(status.out.find("being played 0"), std::string::npos) << status.out;
}

}  // namespace
}  // namespace foray
