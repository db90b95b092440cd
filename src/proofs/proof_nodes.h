// The nodes of a proof tree: questions about positions, their costs, and how an answer to one changes the others. See proof_tree.h.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "foray/board/symmetry.h"
#include "foray/proofs/proof_tree.h"
#include "foray/rules/raid_rules.h"

namespace foray::proofs {

using Set = Bits<1>;

/// A question: is the value of this position, for the owner of `own`, who is to move, at least `target`? Settled squares are all called
/// own, which the target makes up for; of symmetric images the least is kept.
struct Question {
    Set own;
    Set opp;
    int target;
    friend bool operator==(const Question&, const Question&) = default;
};

class ProofTree::Nodes {
public:
    using Id = std::uint32_t;
    static constexpr double kNever = std::numeric_limits<double>::infinity();

    Nodes(const ProofClaim& claim, const ProofOptions& options);

    struct Node {
        Question question;
        double to_true;           ///< what it may cost to show that the answer is yes; 0 if it is shown
        double to_false;          ///< the same for no
        std::uint64_t tried = 0;  ///< the largest budget that did not decide it
        std::uint64_t spent = 0;  ///< solver nodes spent on itself
        bool apart = false;       ///< taken apart: has children, or had them until it was decided
        bool given = false;
        std::vector<Id> children{};
        std::vector<Id> parents{};
        [[nodiscard]] bool decided() const { return to_true == 0 || to_false == 0; }
    };

    [[nodiscard]] const ProofClaim& claim() const { return claim_; }
    [[nodiscard]] const ProofOptions& options() const { return options_; }
    /// What all squares are worth: no value is larger.
    [[nodiscard]] int total() const { return rules_.values().sum(rules_.geometry().board()); }
    [[nodiscard]] const Node& node(Id id) const { return nodes_[id]; }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    static constexpr Id kRoot = 0;

    [[nodiscard]] Question question_of(Set own, Set opp, int target) const;
    [[nodiscard]] Question question_after(const Question& question, int square) const;
    [[nodiscard]] const Id* find(const Question& question) const;
    [[nodiscard]] int empties(const Node& node) const { return empty_of(node.question).count(); }
    [[nodiscard]] Set empty_of(const Question& question) const { return rules_.geometry().board() - question.own - question.opp; }
    [[nodiscard]] WidePosition position_of(const Question& question) const;
    [[nodiscard]] std::uint64_t budget(const Node& node) const;
    /// Whether a leaf may be expected to be decided within the largest budget; if not, it is not even tried.
    [[nodiscard]] bool fits(const Node& node) const;
    [[nodiscard]] bool too_large(const Node& node) const;

    /// The leaf to search next, marked as given out; nothing if there is none.
    [[nodiscard]] const Node* take_leaf();
    void give_back(Id id);
    /// What a search of this leaf found. `yes` and `no` say what is decided; with neither, it is taken apart or gets a larger budget.
    void learn(Id id, bool yes, bool no, std::uint64_t nodes);

    // For reading a tree from text.
    void set_facts(Id id, std::uint64_t tried, std::uint64_t spent_on_it) {
        nodes_[id].tried = tried;
        nodes_[id].spent = spent_on_it;
    }
    [[nodiscard]] std::vector<int> nearest_to_centre(const Set& squares) const;
    void take_apart(Id id);
    void decide(Id id, bool yes, bool was_apart);
    void settle(Id id);

    std::uint64_t spent = 0;
    std::uint64_t answers = 0;
    double foreseen = 0;  ///< what these answers were expected to cost
    std::size_t given_out = 0;
    std::array<SubtreeSizes, 65> sizes{};

private:
    struct Hash {
        std::size_t operator()(const Question& q) const {
            std::uint64_t key =
                q.own.words[0] * 0x9E3779B97F4A7C15 ^ (q.opp.words[0] + 1) * 0xC2B2AE3D27D4EB4F ^ static_cast<std::uint64_t>(q.target);
            key *= 0xD6E8FEB86659FD93;
            return static_cast<std::size_t>(key ^ key >> 32);
        }
    };

    [[nodiscard]] Id add(const Question& question);
    void estimate(Node& node) const;
    /// Works the two numbers of an inner node out anew; true if they changed.
    [[nodiscard]] bool refresh(Node& node);
    void spread_from(Id id);
    [[nodiscard]] std::optional<Id> leaf_below(Id id) const;
    void count_decided(Id id);
    [[nodiscard]] std::uint64_t size_below(Id id) const;

    ProofClaim claim_;
    ProofOptions options_;
    RaidRules<1> rules_;
    std::vector<SquareMap> images_;  ///< the symmetries that keep the values, but for the identity
    solver::Glance glance_;
    std::vector<Node> nodes_;
    std::unordered_map<Question, Id, Hash> index_;
};

}  // namespace foray::proofs
