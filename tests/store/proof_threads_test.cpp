// Several threads of one worker at one proof: they share what they prove, and find the value that one solver finds.
#include <gtest/gtest.h>

#include <latch>
#include <thread>
#include <vector>

#include "foray/notation/board_text.h"
#include "foray/store/proofs.h"
#include "support/process.h"

namespace foray {
namespace {

constexpr proofs::ProofOptions kSmallLeaves{.fewest_empties = 8, .leaf_nodes = 2000};

/// A position to prove something about, and its value as one solver finds it.
struct Known {
    GameSpec spec;
    WidePosition root;
    int value;
};

/// Random values, and so many squares taken by moves from all over the list.
Known make_known(int size, int plies) {
    GameSpec spec = default_spec(Variant::kWargame, size, size);
    spec.values = random_board(5, {size, size}).values;
    const Game game(spec);
    WidePosition root = game.start();
    for (int ply = 0; ply < plies; ++ply) {
        const auto moves = game.legal_moves(root);
        root = game.after(root, moves[static_cast<std::size_t>(ply) * 7 % moves.size()]);
    }
    return {spec, root, std::move(solver::Solver::make(spec, root, {})).value()->solve(root).lower};
}

const Known& small() {
    static const Known known = make_known(4, 0);
    return known;
}

void add_proof(const std::string& location, const std::string& name, const Known& known, int target) {
    Store store = std::move(Store::open(location, Store::Open::kCreate)).value();
    ASSERT_TRUE(make_proof(store, name, {known.spec, known.root, target}, kSmallLeaves));
}

std::string new_location() { return "sqlite:" + test::scratch_folder() + "/proofs.foray"; }

Job whole_question(const std::string& topic, const Known& known, int target) {
    Job job;
    job.topic = topic;
    job.input = proofs::print_leaf_job(known.spec, {known.root, target, 10'000'000});
    return job;
}

TEST(ProofThreads, WhatOneThreadProvedTheOthersKnow) {
    const int target = small().value;
    const std::string location = new_location();
    add_proof(location, "one", small(), target);
    const TextJob work = proof_worker(location);
    const Job job = whole_question("one", small(), target);
    const std::atomic<bool> stop = false;
    const auto nodes = [&] {
        const auto out = work(job, stop);
        const auto answer = proofs::parse_leaf_answer(out->value());
        EXPECT_GE(answer->lower, target);
        return answer->nodes;
    };
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    std::latch proved(1);
    std::latch asked(1);
    std::thread one([&] {
        first = nodes();
        proved.count_down();
        asked.wait();  // a thread that is gone might have left its number to the other
    });
    std::thread two([&] {
        proved.wait();
        second = nodes();
        asked.count_down();
    });
    one.join();
    two.join();
    EXPECT_GT(first, 1000U);
    EXPECT_LT(second, first / 10);
}

TEST(ProofThreads, FourThreadsReachTheSolversValue) {
    for (const int more : {0, 1}) {
        const std::string location = new_location();
        add_proof(location, "four", small(), small().value + more);
        std::atomic<bool> enough = false;
        WorkOptions work;
        work.location = location;
        work.kinds = {"prove"};
        work.threads = 4;
        work.text_jobs["prove"] = proof_worker(location);
        work.stop = &enough;
        std::thread worker([&] { run_worker(work); });
        ProofRun run;
        run.location = location;
        run.name = "four";
        run.leaves = 8;
        const auto status = run_proof(run);
        enough = true;
        worker.join();
        ASSERT_TRUE(status) << status.error().message();
        EXPECT_EQ(status->state, more == 0 ? proofs::ProofState::kProved : proofs::ProofState::kRefuted);
        Store store = std::move(Store::open(location, Store::Open::kExisting)).value();
        const auto check = verify_proof(store, "four", {.least = 20});
        ASSERT_TRUE(check) << check.error().message();
        EXPECT_EQ(check->wrong, "");
        EXPECT_GT(check->confirmed, 0U);
    }
}

/// A worker's threads may be at different proofs, and change between them. Boards of more than 36 squares have a table of another kind.
TEST(ProofThreads, ProofsOfDifferentBoardsKeepApart) {
    const std::vector<Known> boards = {make_known(4, 4), make_known(7, 36)};
    const std::string location = new_location();
    for (std::size_t i = 0; i < boards.size(); ++i) add_proof(location, std::to_string(i), boards[i], boards[i].value);
    const TextJob work = proof_worker(location);
    const std::atomic<bool> stop = false;
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < 3; ++thread) {
        threads.emplace_back([&, thread] {
            for (std::size_t turn = 0; turn < 4; ++turn) {
                const std::size_t which = (thread + turn) / 2 % 2;
                const int value = boards[which].value;
                for (const int target : {value, value + 1}) {
                    const auto out = work(whole_question(std::to_string(which), boards[which], target), stop);
                    const auto answer = proofs::parse_leaf_answer(out->value());
                    EXPECT_EQ(answer->lower >= target, target == value);
                    EXPECT_EQ(answer->upper < target, target != value);
                }
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace foray
