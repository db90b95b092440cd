// Proofs in a store: driven by one process, searched by others that are killed on the way, checked from the answers.
#include "foray/store/proofs.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <thread>

#include "foray/notation/board_text.h"
#include "proof_bounds.h"
#include "support/paths.h"
#include "support/process.h"

namespace foray {
namespace {

using proofs::ProofState;

constexpr proofs::ProofOptions kSmallLeaves{.fewest_empties = 8, .leaf_nodes = 2000};

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
        execl(test::kForay, test::kForay, "work", "--store", location.c_str(), "--jobs", "prove", "--lease", "1", nullptr);
        _exit(127);
    }
    return child;
}

void end_worker(pid_t child, int signal) {
    kill(child, signal);
    int status = 0;
    waitpid(child, &status, 0);
}

/// A finished proof with its answers, to be spoilt.
struct Copy {
    std::vector<BoundNode> nodes;
    std::vector<Store::Answer> answers;
};

using Spoil = std::function<void(Copy&)>;

void keep_copy(Store& store, const std::string& from, const std::string& to, const Copy& copy) {
    store.keep(to, "claim", *store.kept(from, "claim"));
    store.keep(to, "bounds", print_bounds(copy.nodes));
    std::vector<NewJob> jobs;
    for (const Store::Answer& one : copy.answers) jobs.push_back({one.label, one.input, {}});
    store.add_jobs("prove", to, jobs);
    const Worker liar{"liar of " + to};
    for (const Store::Answer& one : copy.answers) store.submit(*store.claim(liar, "prove", to), liar, one.output);
}

/// The first inner node that says no and has children that are inner nodes or rest on answers.
BoundNode& all_moves_node(Copy& copy) {
    return *std::find_if(copy.nodes.begin(), copy.nodes.end(),
                         [](const BoundNode& n) { return !n.yes && n.reason == BoundReason::kMoves && n.edges.size() > 1; });
}

std::vector<std::pair<std::string, Spoil>> corruptions() {
    return {
        {"a bound that is not true",
         [](Copy& copy) {
             // All decided answers say the opposite; the nodes follow them where they can.
             for (Store::Answer& one : copy.answers) {
                 auto answer = proofs::parse_leaf_answer(one.output).value();
                 const int lower = answer.lower;
                 answer.lower = -answer.upper - 1;
                 answer.upper = -lower - 1;
                 one.output = proofs::print_leaf_answer(answer);
             }
         }},
        {"one leaf turned round with its answer",
         [](Copy& copy) {
             for (BoundNode& node : copy.nodes) {
                 if (node.reason != BoundReason::kAnswer) continue;
                 node.yes = !node.yes;
                 return;
             }
         }},
        {"a missing child", [](Copy& copy) { all_moves_node(copy).edges.pop_back(); }},
        {"an edge to a wrong position",
         [](Copy& copy) { std::swap(all_moves_node(copy).edges[0].child, all_moves_node(copy).edges[1].child); }},
        {"an edge to nowhere", [](Copy& copy) { all_moves_node(copy).edges[0].child = copy.nodes.size(); }},
        {"a move on a taken square", [](Copy& copy) { all_moves_node(copy).edges[0].square = 16; }},
        {"another target", [](Copy& copy) { copy.nodes[copy.nodes.size() / 2].question.target -= 2; }},
        {"another position", [](Copy& copy) { std::swap(copy.nodes.back().question.own, copy.nodes.back().question.opp); }},
        {"an answer that is gone", [](Copy& copy) { copy.answers.erase(copy.answers.begin(), copy.answers.end() - 1); }},
        {"a claim that the points should decide",
         [](Copy& copy) {
             for (BoundNode& node : copy.nodes) {
                 if (node.reason == BoundReason::kAnswer) node.reason = BoundReason::kPoints;
             }
         }},
        {"no nodes", [](Copy& copy) { copy.nodes.clear(); }},
        {"the root turned round", [](Copy& copy) { copy.nodes[0].yes = !copy.nodes[0].yes; }},
    };
}

/// A leaf that says something false, with an answer that agrees: only proving it again shows it.
TEST(Proof, AFalseAnswerThatFitsIsFoundByProvingItAgain) {
    const std::string location = "sqlite:" + test::scratch_folder() + "/proofs.foray";
    const Small small;
    Store store = std::move(Store::open(location, Store::Open::kCreate)).value();
    ASSERT_TRUE(make_proof(store, "lie", {small.spec, small.game.start(), small.value + 2}, kSmallLeaves));
    const proofs::LeafJob root{small.game.start(), small.value + 2, 2000};
    const std::string text = proofs::print_leaf_job(small.spec, root);
    store.add_jobs("prove", "lie", {{text, text, {}}});
    const Worker liar{"liar"};
    store.submit(*store.claim(liar, "prove", "lie"), liar,
                 proofs::print_leaf_answer({.lower = small.value + 2, .upper = small.value + 4, .nodes = 9}));
    ProofRun run;
    run.location = location;
    run.name = "lie";
    const auto believed = run_proof(run);
    ASSERT_TRUE(believed) << believed.error().message();
    EXPECT_EQ(believed->state, ProofState::kProved);
    EXPECT_EQ(verify_proof(store, "lie", {.least = 0})->wrong, "");
    EXPECT_NE(verify_proof(store, "lie", {.least = 1})->wrong, "");
}

/// The check knows the same strategies as the search, from other code.
TEST(Proof, StrategiesAreCheckedByTheRules) {
    for (const auto& [rows, cols] : {std::pair{4, 3}, std::pair{3, 3}}) {
        const GameSpec spec = default_spec(Variant::kWargame, rows, cols);
        const BoundJudge judge(spec);
        const int value = std::move(solver::Solver::make(spec, Game(spec).start(), {})).value()->solve(Game(spec).start()).lower;
        for (int target = -14; target <= 14; ++target) {
            const auto said = judge.by_strategy({0, 0, target});
            EXPECT_EQ(said.value_or(value >= target), value >= target) << rows << "x" << cols << " " << target;
        }
        EXPECT_EQ(judge.by_strategy({0, 0, 1}), rows % 2 == 1);
    }
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
        run.on_progress = [&](const proofs::ProofStatus& status, const JobCounts&) {
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
    const auto good = test::run_program(test::kForay, {"verify", "--store", location, "--name", "holds", "--sample", "1000"});
    EXPECT_EQ(good.exit_code, 0) << good.out << good.err;
    const auto check = verify_proof(store, "fails", {.least = 1000});
    ASSERT_TRUE(check) << check.error().message();
    EXPECT_EQ(check->wrong, "");
    EXPECT_EQ(check->state, ProofState::kRefuted);
    EXPECT_GT(check->confirmed, 0U);

    const std::string bounds = *store.kept("holds", "bounds");
    const auto stored = store.answers("prove", "holds");
    for (const auto& [what, spoil] : corruptions()) {
        SCOPED_TRACE(what);
        Copy copy{parse_bounds(bounds).value(), stored};
        spoil(copy);
        std::string name = "holds";
        store.keep(name, "bounds", print_bounds(copy.nodes));
        if (copy.answers.size() != stored.size() || copy.answers.front().output != stored.front().output) {
            name = "bad " + what;  // answers cannot be changed: another proof that has the changed ones
            keep_copy(store, "holds", name, copy);
        }
        const auto caught = verify_proof(store, name, {.least = 1000});
        ASSERT_TRUE(caught) << caught.error().message();
        EXPECT_NE(caught->wrong, "");
    }
    EXPECT_EQ(test::run_program(test::kForay, {"verify", "--store", location, "--name", "holds"}).exit_code, 1);
    store.keep("holds", "bounds", bounds);
    EXPECT_EQ(verify_proof(store, "holds", {.least = 0})->wrong, "");
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
    run.on_progress = [&](const proofs::ProofStatus& status, const JobCounts&) { stop = status.answers >= 5; };
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
