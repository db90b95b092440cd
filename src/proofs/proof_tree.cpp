#include "foray/proofs/proof_tree.h"

#include <algorithm>
#include <utility>

#include "foray/notation/spec_text.h"
#include "proof_nodes.h"

namespace foray::proofs {

LeafAnswer work_on(solver::Solver& solver, const LeafJob& job, SearchRequest request) {
    const std::uint64_t before = solver.counters().nodes;
    request.budget.nodes = job.nodes;
    const solver::Answer found = solver.prove(job.position, job.target, request);
    return {found.lower, found.upper, solver.counters().nodes - before};
}

ProofTree::ProofTree(std::unique_ptr<Nodes> nodes) : nodes_(std::move(nodes)) {}
ProofTree::ProofTree(ProofTree&&) noexcept = default;
ProofTree& ProofTree::operator=(ProofTree&&) noexcept = default;
ProofTree::~ProofTree() = default;

Result<ProofTree> ProofTree::make(const ProofClaim& claim, const ProofOptions& options) {
    if (claim.spec.family() != Family::kRaid || claim.spec.squares() > solver::Solver::kMostSquares) {
        return Error{"a proof needs a raid game on at most 64 squares, not " + describe(claim.spec)};
    }
    return ProofTree(std::make_unique<Nodes>(claim, options));
}

std::vector<LeafJob> ProofTree::next_leaves(int most) {
    std::vector<LeafJob> jobs;
    while (static_cast<int>(jobs.size()) < most) {
        const Nodes::Node* const leaf = nodes_->take_leaf();
        if (leaf == nullptr) break;
        jobs.push_back({nodes_->position_of(leaf->question), leaf->question.target, nodes_->budget(*leaf)});
    }
    return jobs;
}

Result<bool> ProofTree::answer(const LeafJob& job, const LeafAnswer& answer) {
    const int total = nodes_->total();
    if (answer.lower > answer.upper || answer.lower < -total || answer.upper > total) {
        return Error{"no position is worth between " + std::to_string(answer.lower) + " and " + std::to_string(answer.upper)};
    }
    const Question asked = nodes_->question_of(job.position.own.resized<1>(), job.position.opp.resized<1>(), job.target);
    const Nodes::Id* const id = nodes_->find(asked);
    if (id == nullptr) return false;
    const bool yes = answer.lower >= job.target;
    const bool no = answer.upper < job.target;
    const Nodes::Node& node = nodes_->node(*id);
    if (node.decided() && ((yes && node.to_true != 0) || (no && node.to_false != 0))) {
        return Error{"an answer contradicts what is proved already"};
    }
    nodes_->learn(*id, yes, no, answer.nodes);
    return true;
}

void ProofTree::give_back(const LeafJob& job) {
    const Question asked = nodes_->question_of(job.position.own.resized<1>(), job.position.opp.resized<1>(), job.target);
    if (const Nodes::Id* const id = nodes_->find(asked)) nodes_->give_back(*id);
}

ProofStatus ProofTree::status() const {
    const Nodes::Node& root = nodes_->node(Nodes::kRoot);
    ProofStatus status;
    if (root.decided()) status.state = root.to_true == 0 ? ProofState::kProved : ProofState::kRefuted;
    status.nodes = nodes_->spent;
    status.answers = nodes_->answers;
    status.positions = nodes_->size();
    status.given_out = nodes_->given_out;
    // The numbers in the tree are there to be compared with each other; how many nodes they stand for, the answers tell.
    const double scale = nodes_->foreseen > 0 ? static_cast<double>(nodes_->spent) / nodes_->foreseen : 1;
    status.to_prove = root.to_true * scale;
    status.to_refute = root.to_false * scale;
    return status;
}

std::vector<SubtreeSizes> ProofTree::subtree_sizes() const {
    std::vector<SubtreeSizes> found;
    for (const SubtreeSizes& one : nodes_->sizes) {
        if (one.won + one.lost != 0) found.push_back(one);
    }
    return found;
}

std::vector<ProofTree::RootMove> ProofTree::root_moves() const {
    std::vector<RootMove> found;
    const Game game(nodes_->claim().spec);
    const WidePosition& root = nodes_->claim().root;
    for (const Move move : game.legal_moves(root)) {
        const WidePosition after = game.after(root, move);
        const Nodes::Id* const id =
            nodes_->find(nodes_->question_of(after.own.resized<1>(), after.opp.resized<1>(), 1 - nodes_->claim().target));
        if (id != nullptr) found.push_back({move, nodes_->node(*id).to_false});
    }
    std::stable_sort(found.begin(), found.end(), [](const RootMove& a, const RootMove& b) { return a.to_prove < b.to_prove; });
    return found;
}

std::vector<LeafJob> ProofTree::inner_questions() const {
    std::vector<LeafJob> found;
    for (std::size_t i = 0; i < nodes_->size(); ++i) {
        const Nodes::Node& node = nodes_->node(static_cast<Nodes::Id>(i));
        if (node.apart) found.push_back({nodes_->position_of(node.question), node.question.target, 0});
    }
    return found;
}

const ProofClaim& ProofTree::claim() const { return nodes_->claim(); }
const ProofOptions& ProofTree::options() const { return nodes_->options(); }

}  // namespace foray::proofs
