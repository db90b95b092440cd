#include <algorithm>
#include <cassert>
#include <unordered_map>

#include "foray/courses/experiments.h"
#include "foray/rules/raid_rules.h"

namespace foray {
namespace {

using Pos = Position<1>;

class Extended {
public:
    Extended(const RaidRules<1>& rules, const ExtendedOptions& options, std::uint64_t most_nodes)
        : rules_(rules), options_(options), prunes_(options.algorithm == Algorithm::kAlphaBeta), most_nodes_(most_nodes) {}

    SearchAnswer search(const Pos& root) {
        SearchAnswer answer{Move::pass(), 0, 0};
        answer.value = visit(root, 0, options_.depth, -kInfinity, kInfinity);
        answer.move = best_;
        answer.nodes = nodes_;
        answer.complete = nodes_ <= most_nodes_;
        return answer;
    }

private:
    enum class Bound : std::uint8_t { kExact, kAtLeast, kAtMost };
    struct State {
        std::uint64_t own;
        std::uint64_t opp;
        int depth;
        friend bool operator==(const State&, const State&) = default;
    };
    struct Hash {
        std::size_t operator()(const State& state) const {
            std::uint64_t mixed =
                state.own * 0x9E3779B97F4A7C15 ^ (state.opp + static_cast<std::uint64_t>(state.depth)) * 0xC2B2AE3D27D4EB4F;
            return static_cast<std::size_t>(mixed ^ (mixed >> 29));
        }
    };
    struct Known {
        int value;
        Bound bound;
    };

    int visit(const Pos& position, int ply, int depth, int alpha, int beta) {
        ++nodes_;
        if (rules_.over(position)) return rules_.margin(position);
        if (depth <= 0) {
            if (!options_.quiescence) return rules_.margin(position);
            return prunes_ ? quiet(position, kQuietPlies, alpha, beta) : quiet(position, kQuietPlies, -kInfinity, kInfinity);
        }
        if (nodes_ > most_nodes_) return 0;
        const State state{position.own.words[0], position.opp.words[0], depth};
        if (options_.repeats && ply > 0) {
            if (const auto known = table_.find(state); known != table_.end()) {
                const auto& [value, bound] = known->second;
                if (bound == Bound::kExact || (bound == Bound::kAtLeast ? value >= beta : value <= alpha)) return value;
            }
        }
        const int given = alpha;
        int best = -kInfinity;
        for (const Move move : moves_of(position)) {
            Pos child = position;
            rules_.apply(child, move);
            const int value = -visit(child, ply + 1, depth - 1, -beta, -alpha);
            if (value > best) {
                best = value;
                if (ply == 0) best_ = move;
            }
            if (!prunes_) continue;
            if (best >= beta) break;
            alpha = std::max(alpha, best);
        }
        if (options_.repeats && nodes_ <= most_nodes_) {
            const Bound bound = !prunes_ ? Bound::kExact : best >= beta ? Bound::kAtLeast : best <= given ? Bound::kAtMost : Bound::kExact;
            table_[state] = {best, bound};
        }
        return best;
    }

    /// Captures alone, or none of them: the mover may be content with what stands.
    int quiet(const Pos& position, int plies, int alpha, int beta) {
        int best = rules_.margin(position);
        if (plies == 0 || best >= beta) return best;
        alpha = std::max(alpha, best);
        MoveList<1> moves;
        rules_.generate(position, moves);
        for (const Move move : moves) {
            if (!rules_.captures(position, move).any()) continue;
            Pos child = position;
            rules_.apply(child, move);
            ++nodes_;
            best = std::max(best, -quiet(child, plies - 1, -beta, -alpha));
            if (best >= beta) break;
            alpha = std::max(alpha, best);
        }
        return best;
    }

    MoveList<1> moves_of(const Pos& position) const {
        MoveList<1> moves;
        rules_.generate(position, moves);
        if (!options_.ordered) return moves;
        std::vector<std::pair<int, Move>> ranked;
        for (const Move move : moves) {
            Pos child = position;
            rules_.apply(child, move);
            ranked.emplace_back(rules_.margin(child), move);  // the opponent's: the least is the best
        }
        std::stable_sort(ranked.begin(), ranked.end(), [](const auto& one, const auto& other) { return one.first < other.first; });
        std::transform(ranked.begin(), ranked.end(), moves.begin(), [](const auto& one) { return one.second; });
        return moves;
    }

    const RaidRules<1>& rules_;
    const ExtendedOptions& options_;
    bool prunes_;
    std::uint64_t most_nodes_;
    std::uint64_t nodes_ = 0;
    Move best_ = Move::pass();
    std::unordered_map<State, Known, Hash> table_;
};

}  // namespace

SearchAnswer extended_search(const GameSpec& spec, const WidePosition& position, const ExtendedOptions& options, std::uint64_t most_nodes) {
    assert(spec.family() == Family::kRaid && spec.squares() <= 64);
    const RaidRules<1> rules(spec);
    return Extended(rules, options, most_nodes).search(position.resized<1>());
}

std::vector<Move> expected_line(const GameSpec& spec, WidePosition position, ExtendedOptions options) {
    const Game game(spec);
    std::vector<Move> line;
    for (; options.depth > 0 && !game.verdict(position).over(); --options.depth) {
        line.push_back(extended_search(spec, position, options).move);
        position = game.after(position, line.back());
    }
    return line;
}

}  // namespace foray
