// Jobs and answers of somebody who may write into a store and is not to be trusted: what a worker starts is decided on the worker's own
// machine, and what a worker answers is looked at again before it is called a proof.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "foray/notation/board_text.h"
#include "foray/solver/solver.h"
#include "foray/store/proofs.h"
#include "foray/store/runner.h"
#include "store/runs.h"

namespace foray {
namespace {

/// Without the row that says what its players need, any worker claims the job.
TEST(HostileJob, StartsNothingThatTheWorkerDoesNotHave) {
    const std::string folder = test::scratch_folder();
    const std::string touched = folder + "/touched";
    const std::string config = folder + "/worker.toml";
    std::ofstream(config) << "[programs]\nmine = \"uai:/nowhere/at/all\"\n";
    const std::string location = "sqlite:" + folder + "/jobs.foray";
    const std::string settings = R"({"players": ["uai:/bin/sh -c 'touch )" + touched +
                                 R"('", "program:yours", "human", "greedy"], "size": "3x3", "rounds": 1, "sandbox": false})";
    {
        auto store = Store::open(location, Store::Open::kCreate);
        ASSERT_TRUE(store) << store.error().message();
        const auto cup = make_tournament(*store, "cup", settings);
        ASSERT_TRUE(cup) << cup.error().message();
        for (const int player : {0, 1, 2}) {
            const Pairing pairing{.round = 0, .first = player, .second = 3, .pair = 0};
            store->add_jobs("tournament", "cup", {{job_label(pairing), job_input(pairing), {}}});
        }
    }
    const auto run = test::run_program(test::kForay, {"work", "--store", location, "--until-idle", "--config", config});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_FALSE(std::filesystem::exists(touched));
    EXPECT_NE(run.out.find("this worker starts its own programs alone (--config), not 'uai:/bin/sh -c "), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("this worker has no program 'yours'"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("this worker starts its own programs alone (--config), not 'human'"), std::string::npos) << run.out;
    auto store = Store::open(location, Store::Open::kExisting);
    ASSERT_TRUE(store);
    EXPECT_TRUE(store->games(store->tournaments().at(0).id, Store::Records::kWithout).empty()) << "nobody loses a game that was not played";
    EXPECT_EQ(store->count_jobs("tournament", "cup").poison, 3);
}

/// The root itself is answered by a liar, in words that fit: the verdict waits until it was proved again, and nothing of his is left.
TEST(HostileAnswer, IsFoundBeforeTheVerdictAndAskedAgain) {
    const std::string location = "sqlite:" + test::scratch_folder() + "/proofs.foray";
    GameSpec spec = default_spec(Variant::kWargame, 4, 4);
    spec.values = random_board(5, {4, 4}).values;
    const Game game(spec);
    auto solver = solver::Solver::make(spec, game.start(), {});
    ASSERT_TRUE(solver);
    const int value = (*solver)->solve(game.start()).lower;
    proofs::ProofOptions options;
    options.leaf_nodes = 2000;
    const std::string claim = ">=" + std::to_string(value + 2);
    const test::Arguments prove = {"prove",  "--board", "random:5:4x4", "--value",      claim, "--store",
                                   location, "--name",  "lie",          "--leaf-nodes", "2000"};
    for (const bool looks : {false, true}) {
        std::filesystem::remove(location.substr(7));
        {
            Store store = std::move(Store::open(location, Store::Open::kCreate)).value();
            ASSERT_TRUE(make_proof(store, "lie", {spec, game.start(), value + 2}, options));
            const proofs::LeafJob root{game.start(), value + 2, 2000};
            const std::string text = proofs::print_leaf_job(spec, root);
            store.add_jobs("prove", "lie", {{text, text, {}}});
            const Worker liar{"liar"};
            store.submit(*store.claim(liar, "prove", "lie"), liar,
                         proofs::print_leaf_answer({.lower = value + 2, .upper = value + 4, .nodes = 9}));
        }
        // Somebody honest does what is asked again, for as long as it takes.
        const pid_t honest = test::start_and_hear({"work", "--store", location});
        auto arguments = prove;
        if (!looks) arguments.insert(arguments.end(), {"--recheck", "0"});
        const auto run = test::run_program(test::kForay, arguments);
        kill(honest, SIGTERM);
        EXPECT_EQ(test::wait_for(honest), 0);
        if (!looks) {
            EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
            EXPECT_NE(run.out.find("value " + claim + ": proved; no leaf was proved again here\n"), std::string::npos) << run.out;
            continue;
        }
        EXPECT_EQ(run.exit_code, 1) << run.out << run.err;
        EXPECT_NE(run.out.find("all 1 answers of worker 'liar' are asked for again"), std::string::npos) << run.out;
        EXPECT_NE(run.out.find("value " + claim + ": refuted; "), std::string::npos) << run.out;
        EXPECT_EQ(test::run_program(test::kForay, {"verify", "--store", location, "--name", "lie"}).exit_code, 0);
    }
}

}  // namespace
}  // namespace foray
