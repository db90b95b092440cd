#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "certificate_text.h"
#include "foray/notation/text.h"
#include "foray/proofs/certificate.h"

namespace foray::proofs {
namespace {

constexpr int kMostSide = 26;
constexpr int kLargestValue = 255;

class Checker {
public:
    explicit Checker(const LineSource& source) : source_(source) {}

    Result<CheckedCertificate> check() {
        if (auto read = head(); !read) return read.error();
        for (;;) {
            const std::string before = checksum_.text();
            if (!next()) return wrong("the text ends too soon");
            if (words_[0] == "end") return last(before);
            if (auto fine = words_[0] == "layer" ? layer() : node(); !fine) return fine.error();
        }
    }

private:
    [[nodiscard]] Error wrong(const std::string& what) const { return Error{what, line_, 0}; }

    bool next() {
        auto text = source_();
        if (!text) return false;
        ++line_;
        checksum_.add(*text);
        checksum_.add("\n");
        words_.clear();
        for (std::size_t from = 0;;) {
            const std::size_t blank = text->find(' ', from);
            words_.push_back(text->substr(from, blank == std::string::npos ? blank : blank - from));
            if (blank == std::string::npos) return true;
            from = blank + 1;
        }
    }

    [[nodiscard]] static std::optional<int> number(std::string_view text, int least, int most) {
        const bool negative = text.starts_with("-");
        const auto read = parse_number(negative ? text.substr(1) : text, 1'000'000'000);
        if (!read) return std::nullopt;
        const int value = negative ? -static_cast<int>(*read) : static_cast<int>(*read);
        if (value < least || value > most) return std::nullopt;
        return value;
    }

    [[nodiscard]] bool expect(std::string_view word, std::size_t count) {
        return next() && words_.size() == count + 1 && words_[0] == word;
    }

    Result<bool> head() {
        if (!next() || words_ != std::vector<std::string>{"foray", "certificate", "1"}) return wrong("this is no certificate of version 1");
        if (!expect("raid", 1) || (words_[1] != "mandatory" && words_[1] != "optional")) return wrong("expected the rule of raids");
        const RaidRule rule = words_[1] == "mandatory" ? RaidRule::kMandatory : RaidRule::kOptional;
        if (!expect("size", 2)) return wrong("expected the size");
        const auto rows = number(words_[1], 1, kMostSide);
        const auto cols = number(words_[2], 1, kMostSide);
        if (!rows || !cols) return wrong("expected the size");
        GameSpec spec = default_spec(Variant::kWargame, *rows, *cols);
        spec.raid = rule;
        if (!expect("values", spec.values.size())) return wrong("expected the values of all squares");
        for (std::size_t i = 0; i < spec.values.size(); ++i) {
            const auto value = number(words_[i + 1], 1, kLargestValue);
            if (!value) return wrong("expected a value of 1 to 255");
            spec.values[i] = static_cast<std::uint8_t>(*value);
            total_ += *value;
        }
        out_.statement.spec = spec;
        game_.emplace(spec);
        images_.emplace(spec);
        if (!expect("claim", 3)) return wrong("expected the claim");
        words_.erase(words_.begin());
        const auto claim = read_node();
        if (!claim) return wrong("the claim is no claim about a position of this board");
        claim_ = *claim;
        out_.statement.position = position_of(claim->cells, false);
        out_.statement.at_least = claim->at_least;
        out_.statement.bound = claim->bound;
        const auto leaf = expect("leaf", 1) ? number(words_[1], 0, kMostLeafEmpties) : std::nullopt;
        if (!leaf) return wrong("expected how many empties are left to the checker (0 to 12)");
        leaf_ = *leaf;
        empties_ = leaf_;
        return true;
    }

    struct Node {
        std::string cells;
        bool at_least = true;
        int bound = 0;
        [[nodiscard]] int empties() const { return static_cast<int>(std::count(cells.begin(), cells.end(), '.')); }
    };

    [[nodiscard]] std::optional<Node> read_node() const {
        if (words_.size() < 3 || (words_[1] != ">=" && words_[1] != "<=")) return std::nullopt;
        if (words_[0].size() != out_.statement.spec.values.size()) return std::nullopt;
        if (words_[0].find_first_not_of("xo.") != std::string::npos) return std::nullopt;
        const auto bound = number(words_[2], -total_ - 1, total_ + 1);
        if (!bound) return std::nullopt;
        return Node{words_[0], words_[1] == ">=", *bound};
    }

    Result<bool> layer() {
        const auto empties = words_.size() == 2 ? number(words_[1], 0, kMostSide * kMostSide) : std::nullopt;
        if (!empties || *empties != empties_ + 1) return wrong("the layers are not in order");
        ++empties_;
        turn_page();
        return true;
    }
    void turn_page() {
        shown_ = std::exchange(showing_, {});
        searched_.clear();
    }

    Result<bool> node() {
        const auto node = read_node();
        if (!node || node->empties() != empties_ || empties_ == leaf_ || words_.size() != (node->at_least ? 4U : 3U)) {
            return wrong("this is no node of the layer");
        }
        const WidePosition position = position_of(node->cells, false);
        const auto follows = [&](Move move) {
            return shows({cells_of(out_.statement.spec, game_->after(position, move)), !node->at_least, -node->bound});
        };
        const std::vector<Move> moves = game_->legal_moves(position);
        bool fine = !node->at_least;
        if (node->at_least) {
            const auto square = number(words_[3], 0, static_cast<int>(node->cells.size()) - 1);
            fine = square && std::any_of(moves.begin(), moves.end(), [&](Move move) { return move.to == *square && follows(move); });
        } else {
            fine = std::all_of(moves.begin(), moves.end(), follows);
        }
        if (!fine) return wrong(node->cells + (node->at_least ? " >= " : " <= ") + std::to_string(node->bound) + " does not follow");
        Bounds& bounds = showing_[images_->least(node->cells)];
        if (node->at_least) {
            bounds.lower = std::max(bounds.lower, node->bound);
        } else {
            bounds.upper = std::min(bounds.upper, node->bound);
        }
        ++out_.nodes;
        return true;
    }

    /// Whether the layer before, or a search of the last squares, shows this.
    [[nodiscard]] bool shows(const Node& node) {
        if (node.empties() <= leaf_) {
            const int target = node.at_least ? node.bound : node.bound + 1;
            return reaches(position_of(node.cells, false), target) == node.at_least;
        }
        const auto found = shown_.find(images_->least(node.cells));
        if (found == shown_.end()) return false;
        return node.at_least ? found->second.lower >= node.bound : found->second.upper <= node.bound;
    }

    [[nodiscard]] bool reaches(const WidePosition& position, int target) {
        if (position.empty.none()) {
            const Scores scores = game_->scores(position);
            return (position.second_to_move ? -1 : 1) * (scores.first - scores.second) >= target;
        }
        constexpr std::size_t kMostSearched = 1'000'000;
        if (searched_.size() > kMostSearched) searched_.clear();
        const std::string key = cells_of(out_.statement.spec, position) + std::to_string(target);
        if (const auto found = searched_.find(key); found != searched_.end()) return found->second;
        const auto moves = game_->legal_moves(position);
        const bool yes =
            std::any_of(moves.begin(), moves.end(), [&](Move move) { return !reaches(game_->after(position, move), 1 - target); });
        searched_[key] = yes;
        return yes;
    }

    Result<CheckedCertificate> last(const std::string& before) {
        if (words_.size() != 3 || words_[1] != std::to_string(out_.nodes) || words_[2] != before) {
            return wrong("the last line does not fit the others");
        }
        if (source_()) return wrong("something follows the last line");
        turn_page();
        if (claim_.empties() > leaf_ && claim_.empties() != empties_) return wrong("the claim's layer is not there");
        if (!shows(claim_)) return wrong("the claim is not among what was proved");
        return out_;
    }

    struct Bounds {
        int lower = std::numeric_limits<int>::min();
        int upper = std::numeric_limits<int>::max();
    };

    const LineSource& source_;
    int line_ = 0;
    std::vector<std::string> words_;
    Crc32 checksum_;
    CheckedCertificate out_;
    std::optional<Game> game_;
    std::optional<Images> images_;
    Node claim_;
    int total_ = 0;
    int leaf_ = 0;
    int empties_ = 0;
    std::unordered_map<std::string, Bounds> shown_;    ///< by the layer before
    std::unordered_map<std::string, Bounds> showing_;  ///< by this one
    std::unordered_map<std::string, bool> searched_;
};

}  // namespace

Result<CheckedCertificate> check_certificate(const LineSource& lines) { return Checker(lines).check(); }

}  // namespace foray::proofs
