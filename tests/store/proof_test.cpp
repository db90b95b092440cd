// Proofs in a store: driven by one process, searched by others that are killed on the way, checked from the answers.
#include "foray/store/proofs.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "foray/notation/board_text.h"
#include "support/process.h"

namespace foray {
namespace {

using solver::ProofState;

constexpr solver::ProofOptions kSmallLeaves{.fewest_empties = 8, .leaf_nodes = 2000};

struct Small {
    GameSpec spec = [] {
        GameSpec out = default_spec(Variant::kWargame, 4, 4);
        out.values = random_board(5, {4, 4}).values;
        return out;
    }();
    Game game{spec};
    int value = std::move(solver::Solver::make(spec, game.start(), {})).value()->solve(game.start()).lower;
};

pid_t start_worker(const std::string& location) {
    const pid_t child = fork();
    if (child == 0) {
        if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(126);
        execl(FORAY_BINARY, FORAY_BINARY, "work", "--store", location.c_str(), "--jobs", "prove", "--lease", "1", nullptr);
        _exit(127);
    }
    return child;
}

void end_worker(pid_t child, int signal) {
    kill(child, signal);
    int status = 0;
    waitpid(child, &status, 0);
}

TEST(Proof, ReachesTheSolversValueThoughItsWorkersAreKilled) {
    const std::string location = "sqlite:" + test::scratch_folder() + "/proofs.foray";
    const Small small;
    for (const int more : {0, 1}) {
        const std::string name = more == 0 ? "holds" : "fails";
        {
            Store store = std::move(Store::open(location, Store::Open::kCreate)).value();
            ASSERT_TRUE(make_proof(store, name, {small.spec, small.game.start(), small.value + more}, kSmallLeaves));
        }
        std::vector<pid_t> workers = {start_worker(location), start_worker(location)};
        std::uint64_t answers = 0;
        ProofRun run;
        run.location = location;
        run.name = name;
        run.leaves = 4;
        // Of the first proof two workers die at whatever they are doing, and others come.
        const int to_kill = more == 0 ? 2 : 0;
        int killed = 0;
        run.on_progress = [&](const solver::ProofStatus& status, const JobCounts&) {
            if (killed == to_kill || status.answers < answers + 3) return;
            answers = status.answers;
            ++killed;
            end_worker(workers.front(), SIGKILL);
            workers.erase(workers.begin());
            workers.push_back(start_worker(location));
        };
        const auto status = run_proof(run);
        for (const pid_t worker : workers) end_worker(worker, SIGTERM);
        ASSERT_TRUE(status) << status.error().message();
        EXPECT_EQ(status->state, more == 0 ? ProofState::kProved : ProofState::kRefuted);
        EXPECT_EQ(killed, to_kill);
    }
    Store store = std::move(Store::open(location, Store::Open::kExisting)).value();
    EXPECT_FALSE(make_proof(store, "holds", {small.spec, small.game.start(), small.value - 1}, kSmallLeaves))
        << "a name stands for one claim";
    const auto good = test::run_program(FORAY_BINARY, {"verify", "--store", location, "--name", "holds", "--sample", "1000"});
    EXPECT_EQ(good.exit_code, 0) << good.out << good.err;
    const auto check = verify_proof(store, "fails", 1000, 1);
    ASSERT_TRUE(check) << check.error().message();
    EXPECT_EQ(check->wrong, "");
    EXPECT_EQ(check->state, ProofState::kRefuted);
    EXPECT_GT(check->confirmed, 0U);

    // An answer that says the opposite of the truth.
    const auto answers = store.answers("prove", "holds");
    const auto decided = std::find_if(answers.begin(), answers.end(), [&](const Store::Answer& a) {
        return solver::parse_leaf_answer(a.output)->lower >= solver::parse_leaf_job(small.spec, a.input)->target;
    });
    ASSERT_NE(decided, answers.end());
    const int target = solver::parse_leaf_job(small.spec, decided->input)->target;
    store.keep("wrong", "claim", *store.kept("holds", "claim"));
    store.add_jobs("prove", "wrong", {{decided->label, decided->input, {}}});
    const Worker liar{"liar"};
    const auto job = store.claim(liar, "prove", "wrong");
    ASSERT_TRUE(job);
    store.submit(*job, liar, solver::print_leaf_answer({.lower = target - 2, .upper = target - 1, .nodes = 1}));
    const auto caught = verify_proof(store, "wrong", 10, 1);
    ASSERT_TRUE(caught);
    EXPECT_NE(caught->wrong, "");
}

TEST(Proof, GoesOnWithTheAnswersAfterItsDriverWasKilled) {
    const std::string location = test::scratch_folder() + "/proofs.foray";
    const Small small;
    Store store = std::move(Store::open(location, Store::Open::kCreate)).value();
    ASSERT_TRUE(make_proof(store, "one", {small.spec, small.game.start(), small.value}, kSmallLeaves));
    std::atomic<bool> stop = false;
    ProofRun run;
    run.location = location;
    run.name = "one";
    run.stop = &stop;
    std::atomic<bool> enough = false;
    WorkOptions work;
    work.location = location;
    work.kinds = {"prove"};
    work.text_jobs["prove"] = proof_worker(location);
    work.stop = &enough;
    std::thread worker([&] { run_worker(work); });
    run.on_progress = [&](const solver::ProofStatus& status, const JobCounts&) { stop = status.answers >= 5; };
    const auto first = run_proof(run);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->state, ProofState::kOpen);
    // As after a kill: what the driver knew is gone, but for the answers.
    store.keep("one", "tree", "torn");
    stop = false;
    run.on_progress = {};
    const auto rest = run_proof(run);
    enough = true;
    worker.join();
    ASSERT_TRUE(rest) << rest.error().message();
    EXPECT_EQ(rest->state, ProofState::kProved);
}

}  // namespace
}  // namespace foray
