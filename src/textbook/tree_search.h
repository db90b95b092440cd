// The one search function behind minimax and alpha-beta, in negamax form: values are for the side to move.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <type_traits>
#include <utility>
#include <vector>

#include "foray/textbook/additions.h"
#include "foray/textbook/search.h"
#include "seen_states.h"
#include "toaster_queue.h"

namespace foray {

struct NoTrace {
    static constexpr bool kEnabled = false;
    void operator()(const TraceEvent&) const {}
};

struct SinkTrace {
    static constexpr bool kEnabled = true;
    const TraceSink& sink;
    void operator()(const TraceEvent& event) const { sink(event); }
};

/// By value, best first. One type for all searches, so that one sort is compiled.
struct BestFirst {
    bool operator()(const std::pair<int, Move>& a, const std::pair<int, Move>& b) const { return a.first > b.first; }
};

template <class Rules, class Evaluate, class Trace>
class TreeSearch {
public:
    static constexpr int kWords = Rules::kWords;
    using Pos = typename Rules::Pos;

    TreeSearch(const Rules& rules, const Evaluate& evaluate, const Trace& trace, const TextbookOptions& options, std::uint64_t most_nodes)
        : rules_(rules),
          evaluate_(evaluate),
          trace_(trace),
          order_(options.order),
          ties_(options.ties),
          repeats_(options.repeats),
          quiescence_(options.quiescence),
          bulk_(options.bulk_last_ply && !options.quiescence),
          last_ply_(make_last_ply(rules)),
          most_nodes_(most_nodes) {}

    template <Pruning P>
    SearchAnswer search(const Pos& root, int depth) {
        nodes_ = 0;
        best_move_ = Move::pass();
        const int value = visit<P>(root, Move::pass(), 0, depth, -kInfinity, kInfinity);
        return {best_move_, value, nodes_, complete()};
    }

    /// The 2015 report's root: see RootTurn::kTwice.
    template <Pruning P>
    SearchAnswer search_twice(const Pos& root, int depth) {
        nodes_ = 0;
        SearchAnswer answer{Move::pass(), -kInfinity, 0};
        MoveList<kWords> moves;
        list_moves(root, true, order_ != MoveOrder::kPositional, moves);
        if (moves.empty()) answer.value = evaluate_(rules_, root, true);
        for (const Move move : moves) {
            Pos child = root;
            rules_.apply(child, move);
            std::swap(child.own, child.opp);  // the mover again
            const int value = visit<P>(child, move, 2, depth - 1, -kInfinity, kInfinity);
            --nodes_;
            if (value > answer.value) answer = {move, value, 0};
        }
        answer.nodes = nodes_;
        answer.complete = complete();
        return answer;
    }

private:
    static constexpr bool kBulkLastPly = std::is_same_v<Rules, RaidRules<1>> && Evaluate::kIsMargin && !Trace::kEnabled;
    static constexpr bool kAdditions = kTextbookAdditions && !Trace::kEnabled;
    struct Nothing {};
    using LastPly = std::conditional_t<kBulkLastPly, RaidLastPly, Nothing>;

    static LastPly make_last_ply([[maybe_unused]] const Rules& rules) {
        if constexpr (kBulkLastPly) {
            return RaidLastPly(rules);
        } else {
            return {};
        }
    }

    [[nodiscard]] bool complete() const { return nodes_ <= most_nodes_; }

    template <Pruning P>
    int visit(const Pos& position, Move via, int ply, int depth, int alpha, int beta) {
        ++nodes_;
        const bool root_to_move = ply % 2 == 0;
        if (depth <= 0 || rules_.over(position)) {
            if constexpr (kAdditions) {
                if (quiescence_ && depth <= 0) {
                    constexpr bool kCuts = P != Pruning::kNone;
                    return settle(position, root_to_move, kQuietPlies, kCuts ? alpha : -kInfinity, kCuts ? beta : kInfinity);
                }
            }
            const int value = evaluate_(rules_, position, root_to_move);
            tell(TraceEvent::Kind::kLeaf, via, ply, value, alpha, beta);
            return value;
        }
        if (!complete()) return 0;  // the nodes above come to their end quickly
        if constexpr (kAdditions) {
            if (repeats_ && ply > 0) return look_up<P>(position, via, ply, depth, alpha, beta);
        }
        return expand<P>(position, via, ply, depth, alpha, beta);
    }

    /// What is known of a position that was met before, or else its children. Without cuts all values are exact, whatever the window. Not
    /// inlined, so that searches without it are as fast as before.
    template <Pruning P>
    [[gnu::noinline]] int look_up(const Pos& position, Move via, int ply, int depth, int alpha, int beta) {
        const SeenStates::Key key = SeenStates::key(position, depth);
        if (const auto known = seen_.find(key, alpha, beta)) return *known;
        const int value = expand<P>(position, via, ply, depth, alpha, beta);
        if (complete()) seen_.add(key, value, alpha, beta);
        return value;
    }

    /// The children of a node, one after the other. A part of `visit`, which a compiler that saves room would make a function of its own.
    template <Pruning P>
    [[gnu::always_inline]] int expand(const Pos& position, Move via, int ply, int depth, int alpha, int beta) {
        const bool root_to_move = ply % 2 == 0;
        if constexpr (kBulkLastPly) {
            if (depth == 1 && ply > 0 && bulk_ && !sorted<P>(ply)) {
                return std::max(lowest<P>(alpha), last_ply_.template search<P>(position, beta, nodes_));
            }
        }
        int best = lowest<P>(alpha);
        tell(TraceEvent::Kind::kEnter, via, ply, best, alpha, beta);
        MoveList<kWords> moves;
        list_moves(position, root_to_move, sorted<P>(ply), moves);
        for (const Move move : moves) {
            Pos child = position;
            rules_.apply(child, move);
            const int value = -visit<P>(child, move, ply + 1, depth - 1, -beta, -alpha);
            if (value > best || (value == best && ply == 0 && ties_ == Ties::kLast)) {
                best = value;
                if (ply == 0) best_move_ = move;
            }
            if constexpr (P != Pruning::kNone) {
                if (cuts<P>(best, beta)) {
                    tell(TraceEvent::Kind::kCut, via, ply, best, alpha, beta);
                    return best;
                }
                alpha = std::max(alpha, best);
            }
            tell(TraceEvent::Kind::kUpdate, via, ply, best, alpha, beta);
        }
        return best;
    }

    /// The value when captures alone are played on, by whoever gains from one: nobody has to.
    [[gnu::noinline]] int settle(const Pos& position, bool root_to_move, int plies, int alpha, int beta) {
        int best = evaluate_(rules_, position, root_to_move);
        if (plies == 0 || best >= beta || rules_.over(position)) return best;
        alpha = std::max(alpha, best);
        MoveList<kWords> moves;
        rules_.generate(position, moves);
        for (const Move move : moves) {
            if (!rules_.captures(position, move).any()) continue;
            Pos child = position;
            rules_.apply(child, move);
            ++nodes_;
            best = std::max(best, -settle(child, !root_to_move, plies - 1, -beta, -alpha));
            if (best >= beta) break;
            alpha = std::max(alpha, best);
        }
        return best;
    }

    /// What the value of a node starts from. The report's program starts from alpha: no inner node then returns less, so nothing but leaves
    /// makes it cut, which is why its alpha-beta saves so little.
    template <Pruning P>
    static int lowest(int alpha) {
        return P == Pruning::kStrictCut ? alpha : -kInfinity;
    }

    /// Whether a node's children are sorted. Minimax visits them all, so below the root their order changes nothing.
    template <Pruning P>
    [[nodiscard]] bool sorted(int ply) const {
        return order_ != MoveOrder::kPositional && (P != Pruning::kNone || ply == 0);
    }

    void list_moves(const Pos& position, bool root_to_move, bool sort, MoveList<kWords>& moves) const {
        rules_.generate(position, moves);
        if (!sort || moves.size() < 2) return;
        std::vector<std::pair<int, Move>> ranked;
        ranked.reserve(moves.size());
        for (const Move move : moves) {
            Pos child = position;
            rules_.apply(child, move);
            ranked.emplace_back(-evaluate_(rules_, child, !root_to_move), move);
        }
        bool is_ordered = false;
        if constexpr (requires { rules_.jumps(0); }) {
            if (order_ == MoveOrder::kToaster) {
                std::vector<int> own;
                position.own.for_each([&](int square) { own.push_back(square); });
                order_as_toaster(rules_.geometry().cols(), own, ranked);
                is_ordered = true;
            }
        }
        if (!is_ordered) std::stable_sort(ranked.begin(), ranked.end(), BestFirst{});
        std::transform(ranked.begin(), ranked.end(), moves.begin(), [](const auto& entry) { return entry.second; });
    }

    /// Events carry the root player's numbers: at his opponent's nodes signs turn, and alpha and beta change places.
    void tell(TraceEvent::Kind kind, Move via, int ply, int value, int alpha, int beta) const {
        if constexpr (Trace::kEnabled) {
            if (ply % 2 == 0) {
                trace_({kind, via, ply, value, alpha, beta});
            } else {
                trace_({kind, via, ply, -value, -beta, -alpha});
            }
        }
    }

    const Rules& rules_;
    const Evaluate& evaluate_;
    const Trace& trace_;
    MoveOrder order_;
    Ties ties_;
    bool repeats_;
    bool quiescence_;
    bool bulk_;
    [[no_unique_address]] LastPly last_ply_;
    std::uint64_t most_nodes_;
    std::uint64_t nodes_ = 0;
    Move best_move_ = Move::pass();
    [[no_unique_address]] std::conditional_t<kAdditions, SeenStates, Nothing> seen_;
};

}  // namespace foray
