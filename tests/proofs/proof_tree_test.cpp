// The best-first top of a proof: every node that it decides agrees with brute force, whatever the leaves' searches manage to say.
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "foray/board/random.h"
#include "foray/proofs/proof_tree.h"
#include "support/oracles.h"
#include "support/raid_boards.h"
#include "support/random_play.h"
#include "support/retrograde.h"

namespace foray::test {
namespace {

using proofs::LeafAnswer;
using proofs::LeafJob;
using proofs::ProofState;
using proofs::ProofTree;

/// An answer that is true; with luck it decides the question, else its bounds lie around the target.
LeafAnswer honest(const Retrograde& truth, const LeafJob& job, bool lucky) {
    const int value =
        truth.value(static_cast<std::uint32_t>(job.position.own.words[0]), static_cast<std::uint32_t>(job.position.opp.words[0]));
    const int all = truth.points(truth.board());
    if (!lucky) return {-all, all, job.nodes};
    return value >= job.target ? LeafAnswer{value, all, job.nodes / 2} : LeafAnswer{-all, value, job.nodes / 2};
}

/// Every node that the tree has decided, by the text it is written down as: what it says is so. Returns how many were inner nodes.
int check_decided_nodes(const ProofTree& tree, const Retrograde& truth) {
    int inner = 0;
    std::istringstream in(tree.print());
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string name;
        std::string state;
        std::uint32_t own = 0;
        std::uint32_t opp = 0;
        int target = 0;
        if (!(words >> name) || name != "node") continue;
        words >> std::hex >> own >> opp >> std::dec >> target >> state;
        EXPECT_FALSE(words.fail()) << line;
        if (state == "leaf" || state == "apart") continue;
        EXPECT_EQ(truth.value(own, opp) >= target, state == "yes" || state == "yes-apart") << line;
        if (state.ends_with("-apart")) ++inner;
    }
    return inner;
}

/// Runs a proof to its end with leaves that fail at random, several of them given out at a time.
ProofState run(ProofTree& tree, const Retrograde& truth, std::uint64_t& seed, int at_a_time, int& inner) {
    std::vector<LeafJob> open;
    for (int round = 0; round < 100'000 && tree.status().state == ProofState::kOpen; ++round) {
        for (const LeafJob& job : tree.next_leaves(at_a_time - static_cast<int>(open.size()))) open.push_back(job);
        if (open.empty()) {
            ADD_FAILURE() << "nothing left to ask";
            break;
        }
        EXPECT_EQ(tree.status().given_out, open.size());
        const std::size_t which = splitmix64(seed) % open.size();
        const LeafJob job = open[which];
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(which));
        if (splitmix64(seed) % 8 == 0) {
            tree.give_back(job);
        } else {
            EXPECT_TRUE(tree.answer(job, honest(truth, job, splitmix64(seed) % 3 == 0)).has_value());
        }
        // Below a decided node nothing is written, so each is looked at while its parents are open.
        if (round % 4 == 0) inner += check_decided_nodes(tree, truth);
    }
    inner += check_decided_nodes(tree, truth);
    return tree.status().state;
}

TEST(SolverProofTree, AgreesWithBruteForce) {
    std::uint64_t seed = 61;
    int inner = 0;
    for (const auto& [rows, cols, most] : {std::tuple{3, 3, 9}, {3, 4, 1}, {3, 4, 9}, {2, 6, 2}}) {
        const GameSpec spec = board_of(rows, cols, most, 62);
        const Retrograde truth(spec);
        const Game game(spec);
        for (int round = 0; round < 20; ++round) {
            const WidePosition root = random_walk(seed, game, static_cast<int>(splitmix64(seed) % 5));
            const int value = truth.value(static_cast<std::uint32_t>(root.own.words[0]), static_cast<std::uint32_t>(root.opp.words[0]));
            for (const int target : {value - 2, value, value + 1, value + 3}) {
                proofs::ProofOptions options;
                options.symmetry = round % 2 == 0;
                options.fewest_empties = static_cast<int>(splitmix64(seed) % 6);
                options.leaf_nodes = 2000;
                ProofTree tree = ProofTree::make({spec, root, target}, options).value();
                const ProofState state = run(tree, truth, seed, 1 + round % 4, inner);
                ASSERT_EQ(state, value >= target ? ProofState::kProved : ProofState::kRefuted) << rows << "x" << cols << " " << target;
            }
        }
    }
    EXPECT_GT(inner, 1000);
}

// Positions that are too large for any leaf are taken apart on the way to the next one. What is left of them may be known already, and then
// the claim is decided without another leaf.
TEST(SolverProofTree, TakingApartMayDecideTheClaim) {
    std::uint64_t seed = 71;
    int without_a_leaf = 0;
    for (const auto& [rows, cols, most] : {std::tuple{3, 3, 9}, {3, 4, 1}, {2, 5, 2}}) {
        const GameSpec spec = board_of(rows, cols, most, 72);
        const Retrograde truth(spec);
        const Game game(spec);
        for (int round = 0; round < 100; ++round) {
            const WidePosition root = random_walk(seed, game, static_cast<int>(splitmix64(seed) % 4));
            const int value = truth.value(static_cast<std::uint32_t>(root.own.words[0]), static_cast<std::uint32_t>(root.opp.words[0]));
            const int target = value + static_cast<int>(splitmix64(seed) % 5) - 2;
            const int fewest = static_cast<int>(splitmix64(seed) % 5);
            ProofTree tree = ProofTree::make({spec, root, target}, {.fewest_empties = fewest, .leaf_nodes = 1}).value();
            while (tree.status().state == ProofState::kOpen) {
                const std::vector<LeafJob> jobs = tree.next_leaves(1);
                if (jobs.empty()) {
                    ASSERT_NE(tree.status().state, ProofState::kOpen) << "nothing left to ask, and nothing known";
                    ++without_a_leaf;
                    break;
                }
                ASSERT_TRUE(tree.answer(jobs.front(), honest(truth, jobs.front(), true)).has_value());
            }
            EXPECT_EQ(tree.status().state, value >= target ? ProofState::kProved : ProofState::kRefuted);
        }
    }
    EXPECT_GT(without_a_leaf, 0);
}

/// With a solver that has next to no nodes the tree has to do most of the work itself.
TEST(SolverProofTree, ASolverWithASmallBudgetIsEnough) {
    for (const auto& [rows, cols, value] : {std::tuple{3, 3, 3}, {3, 4, 0}, {3, 5, 3}, {4, 4, 0}}) {
        if (kSlowBuild && rows * cols > 12) continue;
        const GameSpec spec = board_of(rows, cols, 1, 0);
        const Game game(spec);
        const auto solver = std::move(solver::Solver::make(spec, game.start(), {})).value();
        for (const int target : {value, value + 1}) {
            ProofTree tree = ProofTree::make({spec, game.start(), target}, {.fewest_empties = 6, .leaf_nodes = 1000}).value();
            while (tree.status().state == ProofState::kOpen) {
                const std::vector<LeafJob> jobs = tree.next_leaves(1);
                ASSERT_EQ(jobs.size(), 1U);
                ASSERT_TRUE(tree.answer(jobs.front(), work_on(*solver, jobs.front())).has_value());
            }
            EXPECT_EQ(tree.status().state, target == value ? ProofState::kProved : ProofState::kRefuted) << rows << "x" << cols;
            if (target == value && !tree.root_moves().empty()) {
                EXPECT_EQ(tree.root_moves().front().to_prove, 0);
            }
        }
    }
}

TEST(SolverProofTree, GoesOnFromItsText) {
    const GameSpec spec = board_of(3, 4, 9, 63);
    const Retrograde truth(spec);
    const Game game(spec);
    const int value = truth.value(0, 0);
    std::uint64_t seed = 64;
    for (const int target : {value, value + 1}) {
        ProofTree tree = ProofTree::make({spec, game.start(), target}, {.fewest_empties = 4, .leaf_nodes = 1000}).value();
        for (int step = 0; tree.status().state == ProofState::kOpen; ++step) {
            for (const LeafJob& job : tree.next_leaves(2))
                ASSERT_TRUE(tree.answer(job, honest(truth, job, splitmix64(seed) % 2 == 0)).has_value());
            if (step % 7 != 0) continue;
            const std::string text = tree.print();
            auto again = ProofTree::parse(text);
            ASSERT_TRUE(again.has_value()) << again.error().message();
            ASSERT_EQ(again->print(), text);
            ASSERT_EQ(again->status().state, tree.status().state);
            ASSERT_EQ(again->status().nodes, tree.status().nodes);
            tree = std::move(again).value();
        }
        EXPECT_EQ(tree.status().state, target == value ? ProofState::kProved : ProofState::kRefuted);
        EXPECT_EQ(ProofTree::parse(tree.print())->status().state, tree.status().state);
    }
}

TEST(SolverProofTree, WhatTheRestMayCostFollowsWhatAnswersDidCost) {
    const GameSpec spec = board_of(3, 4, 9, 63);
    const Retrograde truth(spec);
    const auto rest_after = [&](std::uint64_t nodes) {
        ProofTree tree = ProofTree::make({spec, Game(spec).start(), truth.value(0, 0)}, {.fewest_empties = 4, .leaf_nodes = 1000}).value();
        for (int lucky = 0; lucky < 2;) {  // after the root was taken apart
            for (const LeafJob& job : tree.next_leaves(1)) {
                lucky += tree.status().positions > 1 ? 1 : 0;
                LeafAnswer answer = honest(truth, job, lucky > 0);
                answer.nodes = nodes;
                EXPECT_TRUE(tree.answer(job, answer).has_value());
            }
        }
        EXPECT_EQ(tree.status().state, ProofState::kOpen);
        const double rest = tree.status().to_prove;
        EXPECT_NEAR(ProofTree::parse(tree.print())->status().to_prove / rest, 1, 0.05) << "whoever reads the tree knows it too";
        return rest;
    };
    const double rest = rest_after(500);
    EXPECT_GT(rest, 0);
    EXPECT_NEAR(rest_after(5000) / rest, 10, 0.001);
}

TEST(SolverProofTree, DamagedTextIsRefused) {
    const GameSpec spec = board_of(3, 3, 9, 65);
    const Retrograde truth(spec);
    ProofTree tree = ProofTree::make({spec, Game(spec).start(), 1}, {.fewest_empties = 3, .leaf_nodes = 1000}).value();
    std::uint64_t seed = 66;
    for (int i = 0; i < 10; ++i) {
        for (const LeafJob& job : tree.next_leaves(1)) ASSERT_TRUE(tree.answer(job, honest(truth, job, i % 2 == 0)).has_value());
    }
    const std::string text = tree.print();
    for (int i = 0; i < 2000; ++i) {
        std::string damaged = text;
        damaged[splitmix64(seed) % text.size()] ^= static_cast<char>(1 << (splitmix64(seed) % 8));
        ASSERT_FALSE(ProofTree::parse(damaged).has_value());
    }
    for (std::size_t size = 0; size < text.size(); size += 13) ASSERT_FALSE(ProofTree::parse(text.substr(0, size)).has_value());
}

TEST(SolverProofTree, AnswersMayComeLateButNotWrong) {
    const GameSpec spec = board_of(3, 3, 1, 0);
    ProofTree tree = ProofTree::make({spec, Game(spec).start(), 3}, {.fewest_empties = 3, .leaf_nodes = 1000}).value();
    const LeafJob root = tree.next_leaves(5).front();
    EXPECT_TRUE(tree.next_leaves(1).empty());  // the root is given out, and there is nothing else yet
    EXPECT_FALSE(tree.answer(root, {5, 3, 1}).has_value());
    EXPECT_FALSE(tree.answer(root, {-10, 9, 1}).has_value());
    ASSERT_TRUE(*tree.answer(root, {-9, 9, 1}));  // undecided: small enough to be tried once more
    const std::vector<LeafJob> again = tree.next_leaves(9);
    ASSERT_EQ(again.size(), 1U);
    EXPECT_EQ(again.front().nodes, 4 * root.nodes);
    ASSERT_TRUE(*tree.answer(again.front(), {-9, 9, 1}));  // still undecided: taken apart
    const std::vector<LeafJob> jobs = tree.next_leaves(9);
    EXPECT_EQ(jobs.size(), 3U);  // corner, side, centre
    std::set<std::uint64_t> different;
    for (const LeafJob& job : jobs) different.insert(job.position.opp.words[0]);
    EXPECT_EQ(different.size(), jobs.size());
    ASSERT_TRUE(*tree.answer(root, {3, 9, 1}));  // somebody searched the whole after all
    EXPECT_EQ(tree.status().state, ProofState::kProved);
    EXPECT_FALSE(tree.answer(root, {-9, 1, 1}).has_value());
    EXPECT_TRUE(tree.next_leaves(1).empty());
    LeafJob elsewhere = root;
    elsewhere.target = 7;
    EXPECT_FALSE(*tree.answer(elsewhere, {-9, 9, 1}));
}

TEST(SolverProofTree, WhatCannotBeDecidedIsNotTriedAndAllThatIsNeededIsBelowOneMove) {
    const GameSpec spec = board_of(4, 6, 1, 0);
    ProofTree tree = ProofTree::make({spec, Game(spec).start(), 0}, {}).value();
    const std::vector<LeafJob> jobs = tree.next_leaves(8);
    ASSERT_EQ(jobs.size(), 8U);
    // A million nodes are for 22 empties: the start and the positions after one move are taken apart unsearched.
    for (const LeafJob& job : jobs) EXPECT_EQ(job.position.empty.count(), 22);
    EXPECT_EQ(tree.status().answers, 0U);
    EXPECT_FALSE(tree.inner_questions().empty());
    // Whatever the enemy answers, the mover reaches it: those who work at the same time follow one first move of six, which has 23 answers.
    std::vector<LeafJob> out = jobs;
    while (!out.empty()) {
        const LeafJob job = out.front();
        out.erase(out.begin());
        ASSERT_TRUE(tree.answer(job, {job.target, 24, 1}).has_value());
        for (const LeafJob& next : tree.next_leaves(1)) out.push_back(next);
        if (tree.status().state != ProofState::kOpen) break;
    }
    EXPECT_EQ(tree.status().state, ProofState::kProved);
    EXPECT_LE(tree.status().answers, 23U + 8U);
}

TEST(SolverProofTree, JobsAndAnswersAsText) {
    const GameSpec spec = board_of(3, 4, 9, 67);
    std::uint64_t seed = 68;
    ProofTree tree = ProofTree::make({spec, random_walk(seed, Game(spec), 3), 2}, {}).value();
    const LeafJob job = tree.next_leaves(1).front();
    const auto again = proofs::parse_leaf_job(spec, print_leaf_job(spec, job));
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(again->position, job.position);
    EXPECT_EQ(again->target, job.target);
    EXPECT_EQ(again->nodes, job.nodes);
    EXPECT_EQ(print_leaf_answer(proofs::parse_leaf_answer("lower -3 upper 5 nodes 1234").value()), "lower -3 upper 5 nodes 1234");
    for (const char* wrong : {"", "lower", "lower 1 upper x nodes 3", "lower 1 upper 2 nodes 3 4", "upper 1 lower 2 nodes 3"}) {
        EXPECT_FALSE(proofs::parse_leaf_answer(wrong).has_value()) << wrong;
    }
    for (const char* wrong : {"", "at-least 3", "at-least x nodes 1 position 4/4/4 x", "at-least 3 nodes 1 position 4/4 x"}) {
        EXPECT_FALSE(proofs::parse_leaf_job(spec, wrong).has_value()) << wrong;
    }
}

}  // namespace
}  // namespace foray::test
