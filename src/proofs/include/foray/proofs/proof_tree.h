// The top of a large proof, searched best-first: is the value of a position at least `target`? A tree of such questions, from the claim
// down to leaves that a solver can decide within a budget of nodes. No threads, no files, no clock: whoever drives it asks for leaves, has
// them searched, here or on other machines, and hands the answers back.
//
//   ProofTree tree = ProofTree::make(claim, options).value();
//   while (tree.status().state == ProofState::kOpen) {
//       for (const LeafJob& job : tree.next_leaves(4)) (void)tree.answer(job, work_on(solver, job));
//   }
//
// A position's value is at least t if some move leaves the enemy less than 1 - t, and less than t if every move leaves him that much: with
// every node the question "at least t?", a node is true if one child is false, and false if all are true. Every node has two numbers, what
// it may still cost to show it true and to show it false, in solver nodes; those of a leaf are an estimate from its empties and a shallow
// search, those of an inner node come from its children (proof-number search, with costs instead of counts). The next leaf is the one
// below the cheapest refutation of the cheapest proof and so on: where a choice near the root turns out dear, another is tried.
//
// A leaf that is expected to cost more than a leaf may, or that its budget did not decide, is taken apart into its children, or gets a
// larger budget where few empties are left. Positions are kept up to symmetry and without regard to who owns settled squares, so a node may
// have several parents.
//
// Jobs and answers are named by position and question, not by place in the tree: an answer may come late, twice, or to a tree that was
// written down and read again.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "foray/board/result.h"
#include "foray/rules/game.h"
#include "foray/solver/solver.h"

namespace foray::proofs {

/// The value of `root` for its side to move is at least `target`.
struct ProofClaim {
    GameSpec spec;
    WidePosition root;
    int target = 0;
};

struct ProofOptions {
    bool symmetry = true;                  ///< symmetric images are one node; as the idea of that name of the solvers that work on it
    int fewest_empties = 20;               ///< a leaf with so few empties is not taken apart but gets larger budgets
    std::uint64_t leaf_nodes = 1'000'000;  ///< the largest first budget of a leaf
};

/// A question for a solver: is the value of the position, for its side to move, at least `target`? Give up after so many nodes.
struct LeafJob {
    WidePosition position;
    int target = 0;
    std::uint64_t nodes = 0;
};

/// What a solver found: bounds of the position's value in points, and what they cost.
struct LeafAnswer {
    int lower = 0;
    int upper = 0;
    std::uint64_t nodes = 0;
};

/// The work itself, on a solver that was made for the claim's root.
[[nodiscard]] LeafAnswer work_on(solver::Solver& solver, const LeafJob& job, SearchRequest request = {});

enum class ProofState : std::uint8_t { kOpen, kProved, kRefuted };

struct ProofStatus {
    ProofState state = ProofState::kOpen;
    std::uint64_t nodes = 0;    ///< solver nodes spent
    std::uint64_t answers = 0;  ///< answers taken
    std::size_t positions = 0;  ///< in the tree
    std::size_t given_out = 0;  ///< leaves that somebody works on
    double to_prove = 0;        ///< what it may still cost to show the claim, in solver nodes; 0 if it is shown
    double to_refute = 0;
};

/// How large the decided subtrees were, by their empties: what the rest of a proof will cost can be judged from it.
struct SubtreeSizes {
    int empties = 0;
    std::uint64_t won = 0;        ///< subtrees in which the side to move reached its target
    std::uint64_t won_nodes = 0;  ///< solver nodes of all of them
    std::uint64_t lost = 0;
    std::uint64_t lost_nodes = 0;
};

class ProofTree {
public:
    /// Refuses what the solver refuses.
    static Result<ProofTree> make(const ProofClaim& claim, const ProofOptions& options = {});
    ProofTree(ProofTree&&) noexcept;
    ProofTree& operator=(ProofTree&&) noexcept;
    ~ProofTree();

    /// Up to `most` leaves that are worth searching now, none of them given out already. They count as given out until they are answered or
    /// given back. Empty if the proof is finished or all that matters is given out.
    [[nodiscard]] std::vector<LeafJob> next_leaves(int most);
    /// Takes an answer; false if the tree has no use for it any more. An answer that no position can have, or that contradicts what is
    /// known, is an error and changes nothing.
    [[nodiscard]] Result<bool> answer(const LeafJob& job, const LeafAnswer& answer);
    /// Nobody works on it any more.
    void give_back(const LeafJob& job);

    [[nodiscard]] ProofStatus status() const;
    /// Fewest empties first.
    [[nodiscard]] std::vector<SubtreeSizes> subtree_sizes() const;
    /// The moves of the root, cheapest to prove first: what each may still cost, 0 for one that is shown to reach the target.
    struct RootMove {
        Move move;
        double to_prove = 0;
    };
    [[nodiscard]] std::vector<RootMove> root_moves() const;

    /// The questions that were taken apart, searched before or not; what is decided among them follows from their children.
    [[nodiscard]] std::vector<LeafJob> inner_questions() const;

    [[nodiscard]] const ProofClaim& claim() const;
    [[nodiscard]] const ProofOptions& options() const;

    /// The whole tree as text: lines, with a checksum at the end. Leaves given out are written as not given out.
    [[nodiscard]] std::string print() const;
    static Result<ProofTree> parse(std::string_view text);

private:
    class Nodes;
    explicit ProofTree(std::unique_ptr<Nodes> nodes);
    std::unique_ptr<Nodes> nodes_;
};

// Jobs and answers as one line each, for stores and wires. The game is known from the claim.
//
//   at-least 3 nodes 300000 position x1o/3/3 x 0 1
//   lower -3 upper 5 nodes 1234
[[nodiscard]] std::string print_leaf_job(const GameSpec& spec, const LeafJob& job);
[[nodiscard]] Result<LeafJob> parse_leaf_job(const GameSpec& spec, std::string_view text);
[[nodiscard]] std::string print_leaf_answer(const LeafAnswer& answer);
[[nodiscard]] Result<LeafAnswer> parse_leaf_answer(std::string_view text);

}  // namespace foray::proofs
