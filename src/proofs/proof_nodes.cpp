#include "proof_nodes.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "foray/rules/raid_points.h"

namespace foray::proofs {
namespace {

/// Two plies deeper a proof is this many times as large (2.2 with every empty), although a node has far more children: most fall to the
/// table and to components. The sum over children is scaled accordingly, or a node would look the dearer for having been taken apart.
constexpr double kTwoPlies = 2.2 * 2.2;

/// A bound is cheaper than a value: this much of what expected_nodes says.
constexpr double kBoundShare = 0.4;

/// A leaf gets this many times what it is expected to cost: a search that is broken off just before its end is the dearest kind.
constexpr double kRoom = 4;

/// A leaf that is expected to cost more than this share of the largest budget is taken apart without a search: on 4x6 two thirds of all
/// nodes went into searches that could not end.
constexpr double kWorthTrying = 0.5;

/// While somebody works on a leaf, the others look elsewhere unless it is this many times better than what else there is.
constexpr double kGivenOut = 4;

}  // namespace

ProofTree::Nodes::Nodes(const ProofClaim& claim, const ProofOptions& options)
    : claim_(claim), options_(options), rules_(claim.spec), glance_(claim.spec) {
    for (const Symmetry symmetry : symmetries_of(claim.spec.rows, claim.spec.cols)) {
        if (!options.symmetry || symmetry == Symmetry::kIdentity) continue;
        SquareMap image(claim.spec.rows, claim.spec.cols, symmetry);
        if (keeps_values(image, claim.spec.values)) images_.push_back(std::move(image));
    }
    (void)add(question_of(claim.root.own.resized<1>(), claim.root.opp.resized<1>(), claim.target));
    if (nodes_[kRoot].decided()) count_decided(kRoot);
}

// ---- questions

Question ProofTree::Nodes::question_of(Set own, Set opp, int target) const {
    const Set empty = rules_.geometry().board() - own - opp;
    // Settled squares of the enemy become own ones: twice their points more for the mover.
    const Set settled = opp & settled_squares(rules_.geometry(), empty);
    own = own | settled;
    opp = opp - settled;
    target += 2 * rules_.values().sum(settled);
    Question best{own, opp, target};
    std::uint64_t least = empty.words[0];
    for (const SquareMap& image : images_) {
        const std::uint64_t there = image(empty).words[0];
        if (there > least) continue;
        const Set mine = image(own);
        if (there == least && mine.words[0] >= best.own.words[0]) continue;
        least = there;
        best.own = mine;
        best.opp = image(opp);
    }
    return best;
}

Question ProofTree::Nodes::question_after(const Question& question, int square) const {
    const Set near = rules_.neighbours(square);
    const Set captured = (near & question.own).any() ? near & question.opp : Set{};
    return question_of(question.opp - captured, question.own | captured | Set::single(square), 1 - question.target);
}

/// A question as a position: the mover is the first player, and as many plies were played as there are pieces.
WidePosition ProofTree::Nodes::position_of(const Question& question) const {
    WidePosition position;
    position.own = question.own.resized<kMaxWords>();
    position.opp = question.opp.resized<kMaxWords>();
    position.empty = empty_of(question).resized<kMaxWords>();
    position.plies = static_cast<decltype(position.plies)>(position.own.count() + position.opp.count());
    return position;
}

const ProofTree::Nodes::Id* ProofTree::Nodes::find(const Question& question) const {
    const auto at = index_.find(question);
    return at == index_.end() ? nullptr : &at->second;
}

// ---- nodes

ProofTree::Nodes::Id ProofTree::Nodes::add(const Question& question) {
    const auto [at, fresh] = index_.try_emplace(question, static_cast<Id>(nodes_.size()));
    if (fresh) {
        Node node{question, kNever, kNever};
        estimate(node);
        nodes_.push_back(std::move(node));
    }
    return at->second;
}

/// The numbers of a leaf: decided where the points or a strategy decide it, else a guess.
void ProofTree::Nodes::estimate(Node& node) const {
    const int target = node.question.target;
    const WidePosition position = position_of(node.question);
    const solver::Answer known = glance_.bounds(position);
    if (target <= known.lower || target > known.upper) {
        node.to_true = target <= known.lower ? 0 : kNever;
        node.to_false = target <= known.lower ? kNever : 0;
        return;
    }
    // A yes needs one move and then all answers, a no all moves: a yes is one ply cheaper. The further ahead, the cheaper still.
    const double cost = kBoundShare * solver::expected_nodes(empties(node));
    const double mean = static_cast<double>(total()) / rules_.geometry().squares();
    const double ahead = (glance_.guess(position) - target) / (2 * mean);
    const double tilt = std::exp(std::clamp(ahead, -3.0, 3.0));
    node.to_true = cost / 2.2 / tilt;
    node.to_false = cost * tilt;
}

std::uint64_t ProofTree::Nodes::budget(const Node& node) const {
    if (node.tried != 0) return 4 * node.tried;
    const double wanted = kRoom * kBoundShare * solver::expected_nodes(empties(node));
    return static_cast<std::uint64_t>(std::min(std::max(wanted, 1000.0), static_cast<double>(options_.leaf_nodes)));
}

bool ProofTree::Nodes::fits(const Node& node) const {
    return kBoundShare * solver::expected_nodes(empties(node)) <= kWorthTrying * static_cast<double>(options_.leaf_nodes);
}

bool ProofTree::Nodes::too_large(const Node& node) const {
    return node.tried == 0 && empties(node) > options_.fewest_empties && !fits(node);
}

/// Of moves that promise the same, those near the centre of the board have the smaller proofs.
std::vector<int> ProofTree::Nodes::nearest_to_centre(const Set& squares) const {
    const auto distance = [&](int square) {
        const int down = 2 * (square / rules_.geometry().cols()) - (rules_.geometry().rows() - 1);
        const int right = 2 * (square % rules_.geometry().cols()) - (rules_.geometry().cols() - 1);
        return down * down + right * right;
    };
    std::vector<int> out;
    squares.for_each([&](int square) { out.push_back(square); });
    std::stable_sort(out.begin(), out.end(), [&](int a, int b) { return distance(a) < distance(b); });
    return out;
}

void ProofTree::Nodes::take_apart(Id id) {
    nodes_[id].apart = true;
    const Question question = nodes_[id].question;
    std::vector<Id> children;
    for (const int square : nearest_to_centre(empty_of(question))) {
        const Id child = add(question_after(question, square));
        if (std::find(children.begin(), children.end(), child) == children.end()) children.push_back(child);
    }
    for (const Id child : children) nodes_[child].parents.push_back(id);
    nodes_[id].children = std::move(children);
}

bool ProofTree::Nodes::refresh(Node& node) {
    double least = kNever;
    double sum = 0;
    double largest = 0;
    for (const Id id : node.children) {
        const Node& child = nodes_[id];
        // Of those that would do, the others take another one; where all are needed, nobody's work is in vain.
        least = std::min(least, (child.given ? kGivenOut : 1) * child.to_false);
        sum += child.to_true;
        largest = std::max(largest, child.to_true);
    }
    const double scale = std::min(1.0, kTwoPlies / static_cast<double>(node.children.size()));
    double to_true = least;
    double to_false = std::max(largest, scale * sum);
    if (sum == 0) to_true = kNever;
    if (least == 0) to_false = kNever;
    const bool changed = to_true != node.to_true || to_false != node.to_false;
    node.to_true = to_true;
    node.to_false = to_false;
    return changed;
}

/// Brings the numbers above a node up to date. A position has more empties than what follows it, so this ends.
void ProofTree::Nodes::spread_from(Id id) {
    std::vector<Id> changed{id};
    while (!changed.empty()) {
        const Id at = changed.back();
        changed.pop_back();
        for (const Id parent : nodes_[at].parents) {
            Node& node = nodes_[parent];
            if (node.decided() || !refresh(node)) continue;
            if (node.decided()) count_decided(parent);
            changed.push_back(parent);
        }
    }
}

void ProofTree::Nodes::settle(Id id) {
    Node& node = nodes_[id];
    if (!node.decided() && node.apart && refresh(node) && node.decided()) count_decided(id);
    spread_from(id);
}

void ProofTree::Nodes::decide(Id id, bool yes, bool was_apart) {
    Node& node = nodes_[id];
    node.to_true = yes ? 0 : kNever;
    node.to_false = yes ? kNever : 0;
    node.apart = was_apart;
}

// ---- the search

const ProofTree::Nodes::Node* ProofTree::Nodes::take_leaf() {
    std::optional<Id> found = leaf_below(kRoot);
    while (found && too_large(nodes_[*found])) {
        take_apart(*found);
        settle(*found);
        found = leaf_below(kRoot);
    }
    if (!found) return nullptr;
    nodes_[*found].given = true;
    ++given_out;
    spread_from(*found);
    return &nodes_[*found];
}

/// Follows the child that is cheapest to refute, and the next one where all below that is given out.
std::optional<ProofTree::Nodes::Id> ProofTree::Nodes::leaf_below(Id id) const {
    const Node& node = nodes_[id];
    if (node.decided() || node.given) return std::nullopt;
    if (!node.apart) return id;
    std::vector<Id> open;
    for (const Id child : node.children) {
        if (!nodes_[child].decided() && !nodes_[child].given) open.push_back(child);
    }
    std::stable_sort(open.begin(), open.end(), [&](Id a, Id b) { return nodes_[a].to_false < nodes_[b].to_false; });
    for (const Id child : open) {
        if (const std::optional<Id> found = leaf_below(child)) return found;
    }
    return std::nullopt;
}

void ProofTree::Nodes::give_back(Id id) {
    if (!nodes_[id].given) return;
    nodes_[id].given = false;
    --given_out;
    spread_from(id);
}

void ProofTree::Nodes::learn(Id id, bool yes, bool no, std::uint64_t nodes) {
    give_back(id);
    ++answers;
    spent += nodes;
    nodes_[id].spent += nodes;
    if (nodes_[id].decided()) return;
    foreseen += yes ? nodes_[id].to_true : no ? nodes_[id].to_false : std::min(nodes_[id].to_true, nodes_[id].to_false);
    if (yes || no) {
        decide(id, yes, nodes_[id].apart);
        count_decided(id);
        spread_from(id);
        return;
    }
    if (nodes_[id].apart) return;
    Node& leaf = nodes_[id];
    leaf.tried = std::max(leaf.tried, budget(leaf));
    // Just too large for its budget: its children would cost far more than another try, which whoever tried it begins with a full table.
    const bool once_more = fits(leaf) && leaf.tried <= options_.leaf_nodes;
    if (empties(leaf) <= options_.fewest_empties || once_more) {
        // It was dearer than expected, and will be again.
        leaf.to_true = std::max(leaf.to_true, static_cast<double>(leaf.tried));
        leaf.to_false = std::max(leaf.to_false, static_cast<double>(leaf.tried));
        spread_from(id);
        return;
    }
    take_apart(id);
    settle(id);
}

// ---- sizes

std::uint64_t ProofTree::Nodes::size_below(Id id) const {
    std::unordered_set<Id> seen{id};
    std::vector<Id> open{id};
    std::uint64_t sum = 0;
    while (!open.empty()) {
        const Node& node = nodes_[open.back()];
        open.pop_back();
        sum += node.spent;
        for (const Id child : node.children) {
            if (seen.insert(child).second) open.push_back(child);
        }
    }
    return sum;
}

void ProofTree::Nodes::count_decided(Id id) {
    const Node& node = nodes_[id];
    const std::uint64_t size = size_below(id);
    if (size == 0) return;  // it cost nothing: the points or a strategy decided it
    SubtreeSizes& here = sizes[static_cast<std::size_t>(empties(node))];
    here.empties = empties(node);
    (node.to_true == 0 ? here.won : here.lost) += 1;
    (node.to_true == 0 ? here.won_nodes : here.lost_nodes) += size;
}

}  // namespace foray::proofs
