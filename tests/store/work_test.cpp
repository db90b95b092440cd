// Workers on one PostgreSQL server: killed, frozen, and with the server stopped and started under them.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "foray/board/random.h"
#include "foray/store/work.h"
#include "store/runs.h"
#include "support/paths.h"
#include "support/postgres.h"

namespace foray {
namespace {

using namespace test;
using std::chrono::milliseconds;

/// Ended whatever becomes of the test, so that none is left to wait for work.
struct Workers {
    std::vector<pid_t> ids{};
    Workers() = default;
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers() {
        for (const pid_t id : ids) {
            kill(id, SIGKILL);
            wait_for(id);
        }
    }
};

/// A tournament of so many rounds, played by eight workers with everything that may happen to them; then compared with a run that had
/// peace. False if its games were over before the last accident of the server, so that little was tried.
bool through_every_accident(test::Postgres& server, int rounds) {
    const std::string store = server.new_database();
    const Arguments settings = {
        "--players", "greedy; random; minimax:2; alphabeta:3", "--size", "5", "--rounds", std::to_string(rounds), "--seed", "5"};
    const std::string file = scratch_folder() + "/alone.foray";
    EXPECT_EQ(run_program(test::kForay, with({"tournament", "run", file, "--quiet"}, settings)).exit_code, 0);
    EXPECT_EQ(run_program(test::kForay, with({"tournament", "new", "--store", store, "--name", "many"}, settings)).exit_code, 0);

    // Longer than the server is away, so that only the killed and the frozen count as attempts.
    const Arguments work = {"work", "--store", store, "--lease", "4"};
    Workers workers;
    for (int i = 0; i < 8; ++i) workers.ids.push_back(start_and_hear(work));
    Workers schedule;
    // A server that is not there when a command begins is an error: the accidents come after it has said that it has one.
    schedule.ids.push_back(start_and_hear({"tournament", "run", "--store", store, "--name", "many", "--schedule-only"}));
    std::uint64_t state = 3;
    const pid_t frozen = workers.ids[0];
    std::this_thread::sleep_for(milliseconds(100));
    kill(frozen, SIGSTOP);
    bool in_time = true;
    for (int accident = 0; accident < 12; ++accident) {
        std::this_thread::sleep_for(milliseconds(60 + splitmix64(state) % 100));
        pid_t& victim = workers.ids[1 + splitmix64(state) % 7];
        kill(victim, SIGKILL);
        wait_for(victim);
        victim = start_and_hear(work);
        if (accident == 0 || accident == 3) {
            server.stop();
            in_time = in_time && runs(schedule.ids[0]);
            std::this_thread::sleep_for(milliseconds(300));
            server.start();
        }
    }
    kill(frozen, SIGCONT);
    EXPECT_EQ(wait_for(schedule.ids[0]), 0);
    schedule.ids.clear();
    for (const pid_t worker : workers.ids) kill(worker, SIGTERM);
    for (const pid_t worker : workers.ids) EXPECT_EQ(wait_for(worker), 0) << "drains and ends well";
    workers.ids.clear();
    const auto alone = games_of({file});
    EXPECT_EQ(alone.size(), 6U * 2 * static_cast<unsigned>(rounds));
    EXPECT_EQ(games_of({"--store", store, "--name", "many"}), alone);
    return in_time;
}

TEST(Work, EightWorkersThroughEveryAccident) {
    test::Postgres* server = test::Postgres::shared();
    if (server == nullptr) GTEST_SKIP() << "no PostgreSQL here";
    // How long the games last depends on the machine: more of them until they last long enough.
    int rounds = 80;
    while (!through_every_accident(*server, rounds) && !HasFailure()) {
        ASSERT_LT(rounds, 2000) << "the games were over before the accidents";
        rounds *= 3;
    }
}

/// Trivial jobs per second with so many threads, each with a connection of its own.
double jobs_per_second(const std::string& location, int jobs, int threads) {
    {
        Store store = std::move(Store::open(location, Store::Open::kCreate)).value();
        std::vector<NewJob> all;
        for (int i = 0; i < jobs; ++i) all.push_back({std::to_string(threads) + "/" + std::to_string(i), "in"});
        store.add_jobs("trivial", std::to_string(threads), all);
    }
    WorkOptions options;
    options.location = location;
    options.kinds = {"trivial"};
    options.text_jobs["trivial"] = [](const Job& job, const std::atomic<bool>&) -> Result<std::optional<std::string>> {
        return std::optional<std::string>(job.input + job.label);
    };
    options.threads = threads;
    options.until_idle = true;
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(run_worker(options), jobs);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    Store store = std::move(Store::open(location, Store::Open::kExisting)).value();
    const auto answers = store.answers("trivial", std::to_string(threads));
    EXPECT_EQ(answers.size(), static_cast<std::size_t>(jobs));
    for (const auto& answer : answers) EXPECT_EQ(answer.output, "in" + answer.label);
    EXPECT_EQ(store.late_answers(), 0);
    return jobs / seconds;
}

TEST(Work, TrivialJobsASecond) {
    const char* wanted = std::getenv("FORAY_TRIVIAL_JOBS");  // 10000 was measured
    const int jobs = wanted == nullptr ? 400 : std::atoi(wanted);
    for (const bool server : {false, true}) {
        if (server && test::Postgres::shared() == nullptr) continue;
        const std::string location = server ? test::Postgres::shared()->new_database() : test::scratch_folder() + "/jobs.foray";
        for (const int threads : {1, 2, 4}) {
            std::printf("%s, %d threads: %.0f jobs/s\n", server ? "PostgreSQL" : "SQLite", threads,
                        jobs_per_second(location, jobs, threads));
        }
    }
}

TEST(Work, WhatIsDroppedOrTakenOverIsNotDoneToItsEnd) {
    const std::string location = test::scratch_folder() + "/dropped.foray";
    Store store = std::move(Store::open(location, Store::Open::kCreate)).value();
    store.add_jobs("endless", "dropped", {{"a", ""}, {"b", ""}});
    std::atomic<int> begun = 0;
    std::atomic<int> stopped = 0;
    WorkOptions options;
    options.location = location;
    options.kinds = {"endless"};
    options.threads = 2;
    options.until_idle = true;
    options.text_jobs["endless"] = [&](const Job&, const std::atomic<bool>& stop) -> Result<std::optional<std::string>> {
        if (++begun == 2) store.drop_unfinished_jobs("endless", "dropped");
        while (!stop) std::this_thread::sleep_for(milliseconds(1));  // nothing else ends it
        ++stopped;
        return std::optional<std::string>();
    };
    EXPECT_EQ(run_worker(options), 0);
    EXPECT_EQ(begun, 2);
    EXPECT_EQ(stopped, 2);
}

TEST(Work, AWorkerOutlivesTheServerAndHandsInWhatItHas) {
    test::Postgres* server = test::Postgres::shared();
    if (server == nullptr) GTEST_SKIP() << "no PostgreSQL here";
    const std::string location = server->new_database();
    {
        Store store = std::move(Store::open(location, Store::Open::kCreate)).value();
        store.add_jobs("slow", "s", {{"1", ""}, {"2", ""}});
    }
    std::atomic<int> asked = 0;
    WorkOptions options;
    options.location = location;
    options.kinds = {"slow"};
    options.text_jobs["slow"] = [&](const Job& job, const std::atomic<bool>&) -> Result<std::optional<std::string>> {
        ++asked;
        if (job.label == "1") {  // the server goes and comes back while the answer is being found
            server->stop();
            server->start();
        }
        return std::optional<std::string>("answer");
    };
    options.until_idle = true;
    EXPECT_EQ(run_worker(options), 2);
    EXPECT_EQ(asked, 2) << "nothing was done twice";
}

}  // namespace
}  // namespace foray
