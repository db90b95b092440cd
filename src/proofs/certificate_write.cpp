#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "certificate_text.h"
#include "foray/proofs/certificate.h"

namespace foray::proofs {
namespace {

/// What is needed of one position. Both bounds may be, for different parents.
struct Need {
    std::string cells;  ///< as it was reached, not its least image
    std::optional<int> at_least;
    std::optional<int> at_most;
    int square = -1;  ///< of the move that shows `at_least`
};

class Writer {
public:
    Writer(solver::Solver& solver, const Statement& statement, const CertificateOptions& options, const Sink& sink)
        : solver_(solver),
          statement_(statement),
          options_(options),
          sink_(sink),
          game_(statement.spec),
          images_(statement.spec),
          root_pieces_(statement.position.occupied().count()),
          layers_(static_cast<std::size_t>(statement.position.empty.count()) + 1) {}

    Result<std::uint64_t> write() {
        need(cells_of(statement_.spec, statement_.position), statement_.at_least, statement_.bound);
        for (std::size_t empties = layers_.size(); empties-- > static_cast<std::size_t>(options_.leaf_empties) + 1;) {
            for (auto& [key, node] : layers_[empties]) {
                if (auto done = expand(node); !done) return done.error();
            }
        }
        if (auto done = head(); !done) return done.error();
        std::uint64_t nodes = 0;
        for (std::size_t empties = static_cast<std::size_t>(options_.leaf_empties) + 1; empties < layers_.size(); ++empties) {
            if (auto done = say("layer " + std::to_string(empties) + "\n"); !done) return done.error();
            for (const auto& [key, node] : layers_[empties]) {
                std::string text;
                if (node.at_least) {
                    text += node.cells + " >= " + std::to_string(*node.at_least) + " " + std::to_string(node.square) + "\n";
                    ++nodes;
                }
                if (node.at_most) {
                    text += node.cells + " <= " + std::to_string(*node.at_most) + "\n";
                    ++nodes;
                }
                if (auto done = say(text); !done) return done.error();
            }
        }
        if (auto done = sink_("end " + std::to_string(nodes) + " " + checksum_.text() + "\n"); !done) return done.error();
        return nodes;
    }

private:
    Result<bool> say(const std::string& text) {
        checksum_.add(text);
        return sink_(text);
    }

    Result<bool> head() {
        const GameSpec& spec = statement_.spec;
        std::string text = "foray certificate 1\nraid ";
        text += spec.raid == RaidRule::kMandatory ? "mandatory" : "optional";
        text += "\nsize " + std::to_string(spec.rows) + " " + std::to_string(spec.cols) + "\nvalues";
        for (const std::uint8_t value : spec.values) text += " " + std::to_string(value);
        text +=
            "\nclaim " + cells_of(spec, statement_.position) + (statement_.at_least ? " >= " : " <= ") + std::to_string(statement_.bound);
        return say(text + "\nleaf " + std::to_string(options_.leaf_empties) + "\n");
    }

    /// Whether a value that is shown for the position's least image already covers this, or will.
    void need(const std::string& cells, bool at_least, int bound) {
        const auto empties = static_cast<std::size_t>(std::count(cells.begin(), cells.end(), '.'));
        if (empties <= static_cast<std::size_t>(options_.leaf_empties)) return;
        Need& node = layers_[empties].try_emplace(images_.least(cells), Need{cells, {}, {}, -1}).first->second;
        if (at_least) {
            node.at_least = std::max(bound, node.at_least.value_or(bound));
        } else {
            node.at_most = std::min(bound, node.at_most.value_or(bound));
        }
    }
    [[nodiscard]] bool is_needed(const std::string& cells, int at_most) const {
        const auto empties = static_cast<std::size_t>(std::count(cells.begin(), cells.end(), '.'));
        const auto& layer = layers_[empties];
        const auto found = layer.find(images_.least(cells));
        return found != layer.end() && found->second.at_most && *found->second.at_most <= at_most;
    }

    Result<bool> expand(Need& node) {
        const auto pieces = static_cast<int>(node.cells.size()) - static_cast<int>(std::count(node.cells.begin(), node.cells.end(), '.'));
        const bool second = statement_.position.second_to_move != ((pieces - root_pieces_) % 2 != 0);
        const WidePosition position = position_of(node.cells, second);
        const std::vector<Move> moves = game_.legal_moves(position);
        if (node.at_most) {
            for (const Move move : moves) need(cells_of(statement_.spec, game_.after(position, move)), true, -*node.at_most);
        }
        if (!node.at_least) return true;
        const auto move = winning_move(position, moves, *node.at_least);
        if (!move) return move.error();
        node.square = move->to;
        need(cells_of(statement_.spec, game_.after(position, *move)), false, -*node.at_least);
        return true;
    }

    /// A move that keeps the bound: one that leads to what is shown anyway if there is such a one, else the first that the solver confirms,
    /// large gains first.
    Result<Move> winning_move(const WidePosition& position, std::vector<Move> moves, int bound) {
        for (const Move move : moves) {
            if (is_needed(cells_of(statement_.spec, game_.after(position, move)), -bound)) return move;
        }
        const auto gain = [&](Move move) {
            const Scores scores = game_.scores(game_.after(position, move));
            return (position.second_to_move ? -1 : 1) * (scores.first - scores.second);
        };
        std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) { return gain(a) > gain(b); });
        for (const Move move : moves) {
            const WidePosition next = game_.after(position, move);
            if (next.empty.none()) {
                const Scores scores = game_.scores(next);
                if ((position.second_to_move ? -1 : 1) * (scores.first - scores.second) >= bound) return move;
                continue;
            }
            const solver::Answer answer = solver_.prove(next, 1 - bound);
            if (answer.upper < 1 - bound) return move;
            if (options_.stop != nullptr && options_.stop->load()) return Error{"interrupted: there is no certificate"};
        }
        return Error{"the claim does not hold: there is no certificate of it"};
    }

    solver::Solver& solver_;
    const Statement& statement_;
    const CertificateOptions& options_;
    const Sink& sink_;
    Game game_;
    Images images_;
    int root_pieces_;
    std::vector<std::map<std::string, Need>> layers_;  ///< by empties, then by least image
    Crc32 checksum_;
};

}  // namespace

Result<std::uint64_t> write_certificate(solver::Solver& solver, const Statement& statement, const CertificateOptions& options,
                                        const Sink& sink) {
    if (statement.position.empty.count() <= options.leaf_empties) {
        // There are no nodes: the checker searches. What is not true must not be written all the same.
        const int target = statement.at_least ? statement.bound : statement.bound + 1;
        const solver::Answer answer = solver.prove(statement.position, target);
        if (statement.at_least ? answer.lower < target : answer.upper >= target) {
            return Error{"the claim does not hold: there is no certificate of it"};
        }
    }
    return Writer(solver, statement, options, sink).write();
}

}  // namespace foray::proofs
