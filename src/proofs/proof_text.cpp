// Proof trees, jobs and answers as text.
//
//   foray proof 1
//   game wargame 4x6 mandatory
//   values 1 1 1 ...
//   root 4/4/4/4/4/4 x 0
//   at-least 0
//   options symmetry 1 fewest 20 leaf 1000000
//   spent NODES ANSWERS
//   foreseen NODES                                 what these answers were expected to cost; not before the first one
//   sizes EMPTIES WON NODES LOST NODES             one line for every number of empties
//   node OWN OPP TARGET leaf|apart|yes|no|yes-apart|no-apart TRIED SPENT      squares in hexadecimal, parents before children
//   end CHECKSUM
//
// Below a decided node nothing is written. Reading builds the tree anew from the root: children are never taken from the text.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <unordered_set>

#include "foray/notation/fen.h"
#include "foray/notation/integer_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "proof_nodes.h"

namespace foray::proofs {
namespace {

constexpr std::string_view kFirstLine = "foray proof 1";

std::string hex(std::uint64_t number) {
    char text[17];
    const auto end = std::to_chars(text, text + sizeof text, number, 16).ptr;
    return {text, end};
}

std::string checksum_of(std::string_view text) { return hex(XXH64(text.data(), text.size(), 1)); }

/// Words of a text read line by line, with errors that say where.
class Reader {
public:
    explicit Reader(std::string_view text) : lines_(split_lines(text)) {}

    /// The words of the next line, if it begins with `name` and has `count` words more (any number if negative).
    bool next(std::string_view name, int count) {
        if (at_ >= lines_.size()) return false;
        words_ = split_words(lines_[at_]);
        if (words_.empty() || words_.front().text != name) return false;
        if (count >= 0 && words_.size() != static_cast<std::size_t>(count) + 1) return false;
        ++at_;
        return true;
    }
    [[nodiscard]] std::string_view word(std::size_t i) const { return words_[i].text; }
    [[nodiscard]] std::size_t words() const { return words_.size(); }
    /// The line after its first word.
    [[nodiscard]] std::string_view rest() const { return lines_[at_ - 1].substr(static_cast<std::size_t>(words_[1].column - 1)); }
    template <class Int>
    bool take(std::size_t i, Int& into, int base = 10) const {
        if (i >= words_.size()) return false;
        const auto number = parse_integer<Int>(words_[i].text, base);
        if (number) into = *number;
        return number.has_value();
    }
    [[nodiscard]] bool done() const { return at_ == lines_.size(); }
    [[nodiscard]] Error trouble() const { return Error{"this is no line of a proof", static_cast<int>(at_) + 1, 1}; }

private:
    std::vector<std::string_view> lines_;
    std::vector<Word> words_;
    std::size_t at_ = 0;
};

std::string_view state_word(bool decided, bool yes, bool apart) {
    if (!decided) return apart ? "apart" : "leaf";
    if (yes) return apart ? "yes-apart" : "yes";
    return apart ? "no-apart" : "no";
}

/// What a line says about one node.
struct NodeLine {
    Question question{};
    bool decided = false;
    bool yes = false;
    bool apart = false;
    std::uint64_t tried = 0;
    std::uint64_t spent = 0;
};

bool read_node(const Reader& in, NodeLine& out) {
    if (!in.take(1, out.question.own.words[0], 16) || !in.take(2, out.question.opp.words[0], 16) || !in.take(3, out.question.target))
        return false;
    if (!in.take(5, out.tried) || !in.take(6, out.spent)) return false;
    const std::string_view word = in.word(4);
    for (const bool apart : {false, true}) {
        for (const bool yes : {false, true}) {
            for (const bool decided : {false, true}) {
                if (word != state_word(decided, yes, apart)) continue;
                out.decided = decided;
                out.yes = yes;
                out.apart = apart;
                return true;
            }
        }
    }
    return false;
}

Result<ProofClaim> read_claim(Reader& in) {
    if (!in.next("game", 3)) return in.trouble();
    const auto variant = parse_variant(in.word(1));
    if (!variant) return variant.error();
    const auto size = parse_size(in.word(2));
    if (!size) return size.error();
    const std::string rule = "raid=" + std::string(in.word(3));
    if (const auto fits = check_size(*variant, *size); !fits) return fits.error();
    auto spec = with_rule(default_spec(*variant, size->rows, size->cols), rule);
    if (!spec) return spec.error();
    ProofClaim claim;
    claim.spec = *spec;
    if (!in.next("values", claim.spec.squares())) return in.trouble();
    for (std::size_t i = 0; i < claim.spec.values.size(); ++i) {
        if (!in.take(i + 1, claim.spec.values[i])) return in.trouble();
    }
    if (!in.next("root", -1) || in.words() < 2) return in.trouble();
    const auto root = parse_fen(Game(claim.spec), in.rest());
    if (!root) return root.error();
    claim.root = *root;
    if (!in.next("at-least", 1) || !in.take(1, claim.target)) return in.trouble();
    return claim;
}

}  // namespace

std::string ProofTree::print() const {
    const ProofClaim& claim = nodes_->claim();
    const ProofOptions& options = nodes_->options();
    const GameSpec& spec = claim.spec;
    std::string out(kFirstLine);
    out += "\ngame " + std::string(info(spec.variant).key) + " " + print_size(spec.rows, spec.cols) + " ";
    out += spec.raid == RaidRule::kOptional ? "optional" : "mandatory";
    out += "\nvalues";
    for (const std::uint8_t value : spec.values) out += " " + std::to_string(value);
    out += "\nroot " + print_fen(Game(spec), claim.root) + "\nat-least " + std::to_string(claim.target);
    out += "\noptions symmetry " + std::to_string(options.symmetry ? 1 : 0) + " fewest " + std::to_string(options.fewest_empties) +
           " leaf " + std::to_string(options.leaf_nodes);
    out += "\nspent " + std::to_string(nodes_->spent) + " " + std::to_string(nodes_->answers) + "\n";
    if (nodes_->foreseen >= 1) out += "foreseen " + std::to_string(static_cast<std::uint64_t>(std::min(nodes_->foreseen, 1e18))) + "\n";
    for (const SubtreeSizes& one : subtree_sizes()) {
        out += "sizes " + std::to_string(one.empties) + " " + std::to_string(one.won) + " " + std::to_string(one.won_nodes) + " " +
               std::to_string(one.lost) + " " + std::to_string(one.lost_nodes) + "\n";
    }
    std::deque<Nodes::Id> open{Nodes::kRoot};
    std::unordered_set<Nodes::Id> seen{Nodes::kRoot};
    while (!open.empty()) {
        const Nodes::Node& node = nodes_->node(open.front());
        open.pop_front();
        const bool plain = !node.decided() && !node.apart && node.tried == 0 && node.spent == 0;
        if (!plain) {
            out += "node " + hex(node.question.own.words[0]) + " " + hex(node.question.opp.words[0]) + " " +
                   std::to_string(node.question.target) + " ";
            out += state_word(node.decided(), node.to_true == 0, node.apart);
            out += " " + std::to_string(node.tried) + " " + std::to_string(node.spent) + "\n";
        }
        if (node.decided()) continue;
        for (const Nodes::Id child : node.children) {
            if (seen.insert(child).second) open.push_back(child);
        }
    }
    return out + "end " + checksum_of(out) + "\n";
}

Result<ProofTree> ProofTree::parse(std::string_view text) {
    const std::size_t end = text.rfind("end ");
    if (!text.starts_with(kFirstLine)) return Error{"this is not a proof"};
    if (end == std::string_view::npos || text.substr(end) != "end " + checksum_of(text.substr(0, end)) + "\n") {
        return Error{"the proof is damaged: it does not fit its checksum"};
    }
    Reader in(text.substr(0, end));
    if (!in.next("foray", 2)) return in.trouble();
    const auto claim = read_claim(in);
    if (!claim) return claim.error();
    ProofOptions options;
    int symmetry = 0;
    if (!in.next("options", 6) || !in.take(2, symmetry) || !in.take(4, options.fewest_empties) || !in.take(6, options.leaf_nodes)) {
        return in.trouble();
    }
    options.symmetry = symmetry != 0;
    auto made = make(*claim, options);
    if (!made) return made.error();
    Nodes& nodes = *made->nodes_;
    if (!in.next("spent", 2) || !in.take(1, nodes.spent) || !in.take(2, nodes.answers)) return in.trouble();
    if (std::uint64_t foreseen = 0; in.next("foreseen", 1)) {
        if (!in.take(1, foreseen)) return in.trouble();
        nodes.foreseen = static_cast<double>(foreseen);
    }
    nodes.sizes = {};
    while (in.next("sizes", 5)) {
        SubtreeSizes one;
        if (!in.take(1, one.empties) || !in.take(2, one.won) || !in.take(3, one.won_nodes) || !in.take(4, one.lost) ||
            !in.take(5, one.lost_nodes) || one.empties < 0 || one.empties > 64) {
            return in.trouble();
        }
        nodes.sizes[static_cast<std::size_t>(one.empties)] = one;
    }
    const auto sizes = nodes.sizes;
    std::vector<Nodes::Id> apart;
    while (in.next("node", 6)) {
        NodeLine line;
        if (!read_node(in, line)) return in.trouble();
        const Nodes::Id* const id = nodes.find(line.question);
        if (id == nullptr) return in.trouble();
        const Nodes::Id at = *id;
        nodes.set_facts(at, line.tried, line.spent);
        if (line.decided) {
            nodes.decide(at, line.yes, line.apart);
        } else if (line.apart) {
            nodes.take_apart(at);
            apart.push_back(at);
        }
    }
    if (!in.done()) return in.trouble();
    // Parents come before children, so from the end every node finds its children's numbers up to date.
    for (auto at = apart.rbegin(); at != apart.rend(); ++at) nodes.settle(*at);
    nodes.sizes = sizes;
    return made;
}

// ---- jobs and answers

std::string print_leaf_job(const GameSpec& spec, const LeafJob& job) {
    return "at-least " + std::to_string(job.target) + " nodes " + std::to_string(job.nodes) + " position " +
           print_fen(Game(spec), job.position);
}

Result<LeafJob> parse_leaf_job(const GameSpec& spec, std::string_view text) {
    Reader in(text);
    LeafJob job;
    if (!in.next("at-least", -1) || in.words() < 6 || !in.take(1, job.target) || in.word(2) != "nodes" || !in.take(3, job.nodes) ||
        in.word(4) != "position" || !in.done()) {
        return Error{"a leaf of a proof should be such as \"at-least 0 nodes 300000 position x2/3/3 o 1\", not " + quoted(text)};
    }
    const std::vector<Word> words = split_words(text);
    const auto position = parse_fen(Game(spec), text.substr(static_cast<std::size_t>(words[5].column - 1)));
    if (!position) return position.error();
    job.position = *position;
    return job;
}

std::string print_leaf_answer(const LeafAnswer& answer) {
    return "lower " + std::to_string(answer.lower) + " upper " + std::to_string(answer.upper) + " nodes " + std::to_string(answer.nodes);
}

Result<LeafAnswer> parse_leaf_answer(std::string_view text) {
    Reader in(text);
    LeafAnswer answer;
    if (!in.next("lower", 5) || !in.take(1, answer.lower) || in.word(2) != "upper" || !in.take(3, answer.upper) || in.word(4) != "nodes" ||
        !in.take(5, answer.nodes) || !in.done()) {
        return Error{"an answer to a leaf should be such as \"lower -3 upper 5 nodes 1234\", not " + quoted(text)};
    }
    return answer;
}

}  // namespace foray::proofs
