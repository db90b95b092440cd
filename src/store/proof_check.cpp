#include "proof_check.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <utility>

namespace foray {
namespace {

using Set = std::uint64_t;

constexpr Set bit(int square) { return Set{1} << square; }

template <class F>
void each(Set set, F&& f) {
    for (; set != 0; set &= set - 1) f(std::countr_zero(set));
}

}  // namespace

BoundJudge::BoundJudge(const GameSpec& spec)
    : game_(spec), board_(spec.squares() == 64 ? ~Set{0} : bit(spec.squares()) - 1), near_(static_cast<std::size_t>(spec.squares())) {
    for (int square = 0; square < spec.squares(); ++square) {
        Set& near = near_[static_cast<std::size_t>(square)];
        if (square % spec.cols > 0) near |= bit(square - 1);
        if (square % spec.cols < spec.cols - 1) near |= bit(square + 1);
        if (square >= spec.cols) near |= bit(square - spec.cols);
        if (square + spec.cols < spec.squares()) near |= bit(square + spec.cols);
    }
    for (const Symmetry symmetry : symmetries_of(spec.rows, spec.cols)) {
        const SquareMap map(spec.rows, spec.cols, symmetry);
        bool same = true;
        for (int square = 0; square < spec.squares(); ++square) same = same && game_.value(square) == game_.value(map(square));
        if (same) kept_.push_back({symmetry, map});
    }
}

int BoundJudge::points(Set set) const {
    int sum = 0;
    each(set, [&](int square) { sum += game_.value(square); });
    return sum;
}

std::uint64_t BoundJudge::beside(Set set) const {
    Set out = 0;
    each(set, [&](int square) { out |= near_[static_cast<std::size_t>(square)]; });
    return out;
}

std::uint64_t BoundJudge::image(const SquareMap& map, Set set) const {
    Set out = 0;
    each(set, [&](int square) { out |= bit(map(square)); });
    return out;
}

BoundQuestion BoundJudge::normal(BoundQuestion question) const {
    const Set settled = question.opp & ~beside(empty_of(question));
    question.own |= settled;
    question.opp &= ~settled;
    question.target += 2 * points(settled);
    BoundQuestion least = question;
    for (const Kept& kept : kept_) {
        least = std::min(least, BoundQuestion{image(kept.map, question.own), image(kept.map, question.opp), question.target});
    }
    return least;
}

BoundQuestion BoundJudge::after(const BoundQuestion& question, int square) const {
    WidePosition position;
    position.own.words[0] = question.own;
    position.opp.words[0] = question.opp;
    position.empty.words[0] = empty_of(question);
    const Move raid = Move::raid(square);
    const WidePosition next = game_.after(position, game_.is_legal(position, raid) ? raid : Move::place(square));
    return normal({next.own.words[0], next.opp.words[0], 1 - question.target});
}

BoundJudge::Parts BoundJudge::parts(const BoundQuestion& question) const {
    const Set empty = empty_of(question);
    const Set rim = beside(empty) & ~empty;
    const int settled = points(question.own & ~rim) - points(question.opp & ~rim);
    return {question.own & rim, question.opp & rim, empty, question.target - settled, points(empty | rim)};
}

std::optional<bool> BoundJudge::by_points(const BoundQuestion& question) const {
    const Parts part = parts(question);
    if (part.target <= -part.open) return true;
    if (part.target > part.open) return false;
    return std::nullopt;
}

/// A symmetry that keeps the values and the empty squares.
const SquareMap* BoundJudge::keeping(Symmetry symmetry, Set empty) const {
    for (const Kept& kept : kept_) {
        if (kept.symmetry == symmetry && image(kept.map, empty) == empty) return &kept.map;
    }
    return nullptr;
}

std::optional<bool> BoundJudge::by_strategy(const BoundQuestion& question) const {
    const Parts part = parts(question);
    const GameSpec& spec = game_.spec();
    if (part.empty == 0) return std::nullopt;
    // The enemy answers with the mirror image: the mover gets no more than he.
    for (const auto& [symmetry, side] : {std::pair{Symmetry::kFlipRows, spec.rows}, std::pair{Symmetry::kFlipCols, spec.cols}}) {
        const SquareMap* const map = side % 2 == 0 ? keeping(symmetry, part.empty) : nullptr;
        if (map != nullptr && (image(*map, part.own) & ~part.opp) == 0 && part.target > 0) return false;
    }
    if (spec.rows % 2 == 0 || spec.cols % 2 == 0) return std::nullopt;
    const SquareMap* const turn = keeping(Symmetry::kRotateHalf, part.empty);
    if (turn == nullptr) return std::nullopt;
    // Whoever has the centre, or takes it now, answers with the half turn and keeps the centre ahead.
    const Set centre = bit(spec.squares() / 2);
    const int worth = game_.value(spec.squares() / 2);
    if ((part.empty & centre) != 0 && (image(*turn, part.opp) & ~part.own) == 0 && part.target <= worth) return true;
    if ((part.opp & centre) != 0 && (image(*turn, part.own) & ~part.opp) == 0 && part.target > -worth) return false;
    return std::nullopt;
}

std::optional<Error> BoundJudge::check_moves(std::span<const BoundNode> nodes, std::size_t at) const {
    const BoundNode& node = nodes[at];
    const auto wrong = [&](const std::string& what) { return Error{"node " + std::to_string(at) + ": " + what}; };
    const Set empty = empty_of(node.question);
    Set covered = 0;
    for (const BoundNode::Edge& edge : node.edges) {
        if (edge.square < 0 || edge.square >= game_.spec().squares() || (empty & bit(edge.square)) == 0) {
            return wrong("a move that is not possible");
        }
        if (edge.child >= nodes.size()) return wrong("a move to a node that is not there");
        const BoundNode& child = nodes[edge.child];
        if (normal(child.question) != after(node.question, edge.square)) {
            return wrong("the move on square " + std::to_string(edge.square) + " does not lead to node " + std::to_string(edge.child));
        }
        if (child.yes == node.yes) return wrong("node " + std::to_string(edge.child) + " does not support it");
        covered |= bit(edge.square);
    }
    if (node.yes && covered == 0) return wrong("no move shows it");
    if (!node.yes && covered != empty)
        return wrong("the move on square " + std::to_string(std::countr_zero(empty & ~covered)) + " is missing");
    return std::nullopt;
}

Result<bool> BoundJudge::check(const BoundQuestion& claim, std::span<const BoundNode> nodes, std::span<const KnownBounds> answers) const {
    // Every move fills a square, so no node can support itself: looking at each one alone is enough.
    if (nodes.empty()) return Error{"a proof without nodes"};
    if (normal(nodes[0].question) != normal(claim)) return Error{"the first node is not the claim"};
    std::map<std::pair<Set, Set>, std::pair<int, int>> known;
    for (const KnownBounds& one : answers) {
        const BoundQuestion at = normal({one.own, one.opp, 0});
        const auto [place, fresh] = known.try_emplace({at.own, at.opp}, one.lower + at.target, one.upper + at.target);
        if (!fresh) {
            place->second.first = std::max(place->second.first, one.lower + at.target);
            place->second.second = std::min(place->second.second, one.upper + at.target);
        }
        if (place->second.first > place->second.second) return Error{"two answers contradict each other"};
    }
    for (std::size_t at = 0; at < nodes.size(); ++at) {
        const BoundNode& node = nodes[at];
        if ((node.question.own & node.question.opp) != 0 || ((node.question.own | node.question.opp) & ~board_) != 0) {
            return Error{"node " + std::to_string(at) + ": no position"};
        }
        std::optional<bool> found;
        if (node.reason == BoundReason::kMoves) {
            if (auto error = check_moves(nodes, at)) return *error;
            continue;
        }
        if (node.reason == BoundReason::kPoints) found = by_points(node.question);
        if (node.reason == BoundReason::kStrategy) found = by_strategy(node.question);
        if (node.reason == BoundReason::kAnswer) {
            const BoundQuestion question = normal(node.question);
            const auto bounds = known.find({question.own, question.opp});
            if (bounds != known.end() && bounds->second.first >= question.target) found = true;
            if (bounds != known.end() && bounds->second.second < question.target) found = false;
        }
        if (found != node.yes) return Error{"node " + std::to_string(at) + ": what it rests on does not say so"};
    }
    return nodes[0].yes;
}

}  // namespace foray
