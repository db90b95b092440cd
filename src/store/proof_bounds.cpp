#include "proof_bounds.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>

#include "foray/notation/integer_text.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

constexpr std::string_view kFirstLine = "foray bounds 1";
constexpr std::array<std::string_view, 4> kReasons = {"moves", "answer", "points", "strategy"};

class Maker {
public:
    Maker(const BoundJudge& judge, const std::vector<BoundAnswer>& answers) : judge_(judge) {
        for (const BoundAnswer& one : answers) {
            const BoundQuestion at = judge.normal(one.question);
            const int shift = at.target - one.question.target;
            asked_.insert(at);
            const auto [place, fresh] = bounds_.try_emplace({at.own, at.opp}, one.lower + shift, one.upper + shift);
            if (fresh) continue;
            place->second.first = std::max(place->second.first, one.lower + shift);
            place->second.second = std::min(place->second.second, one.upper + shift);
        }
    }

    std::vector<BoundNode> make(const BoundQuestion& claim) {
        const BoundQuestion root = judge_.normal(claim);
        if (!truth(root)) return {};
        (void)add(root);
        return std::move(nodes_);
    }

private:
    struct Found {
        std::optional<bool> yes;
        BoundReason reason = BoundReason::kMoves;
    };

    std::optional<bool> truth(const BoundQuestion& question) {
        if (const auto at = found_.find(question); at != found_.end()) return at->second.yes;
        Found found;
        const auto bounds = bounds_.find({question.own, question.opp});
        if (bounds != bounds_.end() && bounds->second.first >= question.target) found = {true, BoundReason::kAnswer};
        if (bounds != bounds_.end() && bounds->second.second < question.target) found = {false, BoundReason::kAnswer};
        if (!found.yes) found = {judge_.by_points(question), BoundReason::kPoints};
        if (!found.yes) found = {judge_.by_strategy(question), BoundReason::kStrategy};
        if (!found.yes && asked_.contains(question)) found = {by_moves(question), BoundReason::kMoves};
        found_[question] = found;
        return found.yes;
    }

    std::optional<bool> by_moves(const BoundQuestion& question) {
        bool all = true;
        for (std::uint64_t left = judge_.empty_of(question); left != 0; left &= left - 1) {
            const auto child = truth(judge_.after(question, std::countr_zero(left)));
            if (child == false) return true;
            all = all && child == true;
        }
        return all ? std::optional(false) : std::nullopt;
    }

    /// The node of a question whose answer is known, with all that it needs.
    std::size_t add(const BoundQuestion& question) {
        const auto [place, fresh] = index_.try_emplace(question, nodes_.size());
        const std::size_t at = place->second;
        if (!fresh) return at;
        const Found found = found_.at(question);
        nodes_.push_back({question, *found.yes, found.reason});
        if (found.reason != BoundReason::kMoves) return at;
        std::vector<BoundNode::Edge> edges;
        for (std::uint64_t left = judge_.empty_of(question); left != 0; left &= left - 1) {
            const int square = std::countr_zero(left);
            const BoundQuestion child = judge_.after(question, square);
            if (*found.yes && truth(child) != false) continue;
            edges.push_back({square, add(child)});
            if (*found.yes) break;
        }
        nodes_[at].edges = std::move(edges);
        return at;
    }

    const BoundJudge& judge_;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::pair<int, int>> bounds_;
    std::set<BoundQuestion> asked_;
    std::map<BoundQuestion, Found> found_;
    std::map<BoundQuestion, std::size_t> index_;
    std::vector<BoundNode> nodes_;
};

template <class Int>
bool take(std::string_view text, Int& out, int base = 10) {
    const auto number = parse_integer<Int>(text, base);
    if (number) out = *number;
    return number.has_value();
}

bool read_node(const std::vector<Word>& words, BoundNode& out) {
    if (words.size() < 5 || !take(words[0].text, out.question.own, 16) || !take(words[1].text, out.question.opp, 16) ||
        !take(words[2].text, out.question.target) || (words[3].text != "yes" && words[3].text != "no")) {
        return false;
    }
    out.yes = words[3].text == "yes";
    const auto* const reason = std::find(kReasons.begin(), kReasons.end(), words[4].text);
    if (reason == kReasons.end() || (words.size() > 5 && reason != kReasons.begin())) return false;
    out.reason = static_cast<BoundReason>(reason - kReasons.begin());
    for (std::size_t i = 5; i < words.size(); ++i) {
        const std::size_t colon = words[i].text.find(':');
        BoundNode::Edge edge;
        if (colon == std::string_view::npos || !take(words[i].text.substr(0, colon), edge.square) ||
            !take(words[i].text.substr(colon + 1), edge.child)) {
            return false;
        }
        out.edges.push_back(edge);
    }
    return true;
}

std::string hex(std::uint64_t number) {
    std::array<char, 17> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number, 16).ptr};
}

}  // namespace

std::vector<BoundNode> make_bounds(const BoundJudge& judge, const BoundQuestion& claim, const std::vector<BoundAnswer>& answers) {
    return Maker(judge, answers).make(claim);
}

std::string print_bounds(const std::vector<BoundNode>& nodes) {
    std::string out(kFirstLine);
    out += "\n";
    for (const BoundNode& node : nodes) {
        out += hex(node.question.own) + " " + hex(node.question.opp) + " " + std::to_string(node.question.target);
        out += node.yes ? " yes " : " no ";
        out += kReasons[static_cast<std::size_t>(node.reason)];
        for (const BoundNode::Edge& edge : node.edges) out += " " + std::to_string(edge.square) + ":" + std::to_string(edge.child);
        out += "\n";
    }
    return out;
}

Result<std::vector<BoundNode>> parse_bounds(std::string_view text) {
    const auto lines = split_lines(text);
    if (lines.empty() || lines[0] != kFirstLine) return Error{"this is no list of bounds"};
    std::vector<BoundNode> out;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        BoundNode node;
        if (!read_node(split_words(lines[i]), node)) return Error{"this is no node of a proof", static_cast<int>(i) + 1, 1};
        out.push_back(std::move(node));
    }
    return out;
}

}  // namespace foray
