// One thread's search: principal variation search over any ruleset, in negamax form. Values are for the side to move, in hundredths.
// Two modes. The usual one is selective: it reduces and prunes by heuristics. The exact one (raid family) searches to the end of the game
// and uses only what cannot change the value: bounds, the table, the order of moves. Table entries of exact nodes carry kExactDepth, and an
// exact node trusts no other entry.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <utility>
#include <vector>

#include "appraiser.h"
#include "control.h"
#include "foray/board/busy_marks.h"
#include "foray/board/threads.h"
#include "foray/rules/zobrist.h"
#include "node.h"
#include "order.h"
#include "table.h"

namespace foray::engine {

template <class Rules>
class Search {
public:
    using Pos = typename Rules::Pos;
    Search(const Facts<Rules>& facts, const Evaluator<Rules>& evaluator, Table& table, const Techniques& techniques,
           const Parameters& parameters)
        : facts_(facts),
          rules_(facts.rules()),
          evaluator_(evaluator),
          table_(table),
          use_(techniques),
          by_(parameters),
          appraiser_(evaluator),
          order_(facts, evaluator, appraiser_, techniques, parameters),
          stack_(rules_.geometry().squares(), kMaxPly + kBelowHorizon + 1),
          reductions_(parameters) {}

    /// The thread numbered 0 decides when to stop. `marks` are shared by several threads, or null for a single one.
    void begin(Control& control, int thread, BusyMarks* marks) {
        control_ = &control;
        thread_ = thread;
        decides_ = thread == 0;
        marks_ = marks;
        nodes_ = 0;
        published_nodes_.store(0, std::memory_order_relaxed);
        next_check_ = 0;
        deepest_ = 0;
        thorough_ = false;
        stack_.cut(0);
        order_.age();
    }
    void forget() { order_.forget(); }
    /// Until the next search no quiet jump is left out, and what the table learnt without them does not count.
    void be_thorough() { thorough_ = true; }
    [[nodiscard]] bool is_thorough() const { return thorough_; }
    /// Reports the last nodes, which are usually reported a little late.
    void report_nodes() {
        const std::uint64_t before = published_nodes_.exchange(nodes_, std::memory_order_relaxed);
        control_->spend(nodes_ - before);
    }

    /// One root search. `excluded` root moves are left out; at least one other must exist.
    int root(const Pos& position, int depth, int alpha, int beta, bool exact, const std::vector<Move>& excluded) {
        exact_ = exact;
        excluded_ = &excluded;
        lengths_[0] = 0;
        return visit({position, evaluator_.start(position), zobrist::key(position)}, depth, alpha, beta);
    }

    /// The line of the last root search; empty if no move came up to its window.
    [[nodiscard]] std::vector<Move> line() const { return {lines_[0].begin(), lines_[0].begin() + lengths_[0]}; }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    /// The same for other threads, a little late.
    [[nodiscard]] std::uint64_t published_nodes() const { return published_nodes_.load(std::memory_order_relaxed); }
    [[nodiscard]] int deepest() const { return deepest_; }
    [[nodiscard]] bool stopped() const { return control_->stopped(); }

private:
    /// From this depth on threads tell each other what they are busy with.
    static constexpr int kLeastShared = 3;
    // With at most this many empties a raid position is always searched to the end of the game...
    static constexpr int kAlwaysToTheEnd = 4;
    // ... and with at most this many without heuristics, if the depth reaches the end anyway.
    static constexpr int kExactIfDeep = 8;
    using Node = engine::Node<Rules>;

    int visit(const Node& node, int depth, int alpha, int beta) {
        const Pos& position = node.position;
        // 1. Limits.
        count_node();
        if (control_->stopped()) return 0;
        lengths_[at(node.ply)] = 0;
        deepest_ = std::max(deepest_, node.ply);

        // 2. The end of the game, as far as it shows without listing moves.
        if (ended(position)) return facts_.final_value(position);
        if (node.ply >= kMaxPly - 1) return appraiser_.value(node.state, position);

        // 3. The last squares of a raid board are played out; elsewhere the horizon.
        bool exact = false;
        if constexpr (kIsRaid<Rules>) {
            const int empties = position.empty.count();
            if (use_.ending && empties <= kAlwaysToTheEnd) depth = std::max(depth, empties);
            exact = exact_ || (use_.ending && depth >= empties && empties <= kExactIfDeep);
        }
        if (depth <= 0) return horizon(node, alpha, beta, 0);
        Aim aim{depth, alpha, beta, exact, 0};

        // 4. Heuristics that need no move. `standing` is what the position is worth at first sight; most nodes close to the horizon end
        // here.
        Sight<Rules> sight;
        const int standing = exact ? 0 : appraiser_.value(node.state, position, sight);
        aim.standing = standing;
        const bool guesses = !aim.principal() && !exact && std::abs(beta) < kWin;
        if (guesses && use_.reverse && depth <= by_.reverse_depth && standing - depth * scaled(by_.reverse_margin) >= beta) return standing;

        // A move must gain more than this to come up to alpha. If none does, there is nothing to search.
        if (!exact) facts_.complete(position, sight);
        const bool hopes = is_selective(aim) && use_.futility && depth <= by_.futility_depth && std::abs(alpha) < kWin;
        const int above = hopes ? std::max(alpha - standing - scaled(by_.futility_margin) * (depth - 1), kEveryGain) : kEveryGain;
        if (hopes && sight.most_gain <= above && can_surely_move(position)) return alpha;

        // 5. What the table knows, and whether the position is good enough even without a move.
        const std::uint64_t table_key = node.key ^ clock_key(position);
        Move table_move = Move::pass();
        if (use_.table) {
            if (const auto entry = table_.find(table_key)) {
                table_move = entry->move;
                if (entry->depth >= aim.stored_depth() && node.ply > 0 && (!aim.principal() || exact) && entry->decides(alpha, beta))
                    return entry->value;
            }
        }
        if (guesses && use_.null && node.may_pass && depth >= by_.null_depth && standing >= beta && pass_is_harmless(position)) {
            const int value = -visit(passed(node), depth - by_.null_base - depth / by_.null_share, -beta, -beta + 1);
            if (control_->stopped()) return 0;
            if (value >= beta) return std::abs(value) >= kWin ? beta : value;
        }

        // 6. Moves, the table's first: often no other is needed.
        if (!is_searchable(position, table_move)) table_move = Move::pass();
        // Where nothing is known of a position its first visit is a little cheaper: the next one will know a move.
        if (use_.unknown && use_.table && !exact && table_move.is_pass() && depth >= by_.unknown_depth) --aim.depth;
        Picker<Rules> picker(order_, stack_, position, node.last, sight, table_move, above, depth);
        if constexpr (kIsRaid<Rules>) {
            int refutation = 0;
            if (table_move.is_pass() && use_.children && use_.table && depth >= 3 && node.ply > 0 && !aim.principal() &&
                child_refutes(node, picker.all(), aim.stored_depth() - (exact ? 0 : 1), beta, refutation)) {
                return refutation;
            }
        }
        return best_of_moves(node, aim, picker, above, table_key);
    }

    /// Steps 7 to 10 of a visit: searches the moves and remembers what came of it.
    int best_of_moves(const Node& node, const Aim& aim, Picker<Rules>& picker, int above, std::uint64_t table_key) {
        int alpha = aim.alpha;
        int best = -kInfinite;
        Move best_move = Move::pass();
        int number = 0;
        // Where the list may end early: after so many moves whatever they came to, after fewer if alpha is out of reach, or with the jumps.
        const int last_number = is_selective(aim) && use_.late && aim.depth <= by_.late_depth ? late_move(aim.depth) : kInfinite;
        const int hopeless_alpha = hopeless_from(node.ply, aim);
        [[maybe_unused]] const int last_before_jumps = use_.jumps && !thorough_ && node.ply > 0 && !aim.exact ? by_.jumps_after : kInfinite;
        // With several threads, a later move that another is busy with is put off: by then the table may know it (ABDADA).
        const bool share = FORAY_THREADS != 0 && marks_ != nullptr && aim.depth >= kLeastShared;
        PutOff put_off;
        bool fresh = true;
        for (;;) {
            Move move;
            if (fresh && !picker.next(move)) fresh = false;
            if (!fresh && !put_off.take(move)) break;
            if (is_excluded(node.ply, move)) continue;

            // 7. Close to the horizon the last of many moves are not searched.
            if (fresh && (number >= last_number || (number >= by_.hopeless_after && alpha >= hopeless_alpha && alpha < kWin)) &&
                std::abs(best) < kWin) {
                fresh = false;
                continue;
            }
            if constexpr (!kIsRaid<Rules>) {
                if (fresh && number >= last_before_jumps && picker.in_last_stage() && best > -kWin) {
                    fresh = false;
                    continue;
                }
            }

            // 8. Play it.
            Node child{node.position, node.state, 0, node.ply + 1, true, move.to};
            const Bits<Rules::kWords> captured = rules_.apply(child.position, move);
            child.state = evaluator_.after(node.state, move, captured);
            int value;
            if (is_leaf(aim.depth - 1)) {
                ++number;
                value = -leaf(child);
            } else {
                child.key = zobrist::key_after(node.key, node.position.second_to_move, move, captured);
                const std::uint64_t mark = child.key ^ static_cast<std::uint64_t>(aim.depth) << 40;
                if (share && fresh && number > 0 && marks_->busy_elsewhere(mark, thread_) && put_off.add(move)) continue;
                ++number;
                if (use_.table && aim.depth > 1) table_.prefetch(child.key ^ clock_key(child.position));
                if (share) marks_->mark(mark, thread_);
                value = search_child(child, aim, alpha, number, use_.history ? order_.history_of(node.position, move) : 0);
                if (share) marks_->unmark(mark);
            }
            if (control_->stopped()) return 0;
            if (value > best) {
                best = value;
                if (value > alpha) {
                    best_move = move;
                    extend_line(node.ply, best_move);
                    alpha = value;
                    if (value >= aim.beta) break;
                }
            }
        }

        // 9. No move was searched: all were hopeless, or the side to move passes, or the game is over without the board being full.
        if (number == 0) return without_moves(node, aim);
        if (above > kEveryGain) best = std::max(best, aim.alpha);

        // 10. Learn.
        if (best >= aim.beta) order_.learn(node.position, node.last, best_move, picker.tried(), aim.depth);
        if (use_.table && (node.ply > 0 || excluded_->empty())) {
            const Bound bound = best >= aim.beta ? Bound::kLower : best > aim.alpha ? Bound::kExact : Bound::kUpper;
            table_.store(table_key, {best_move, best, aim.stored_depth(), bound});
        }
        return best;
    }

    /// The value of a node after one of its moves: full window for the first, for others a null window and perhaps less depth at first.
    int search_child(const Node& child, const Aim& aim, int alpha, int number, int history) {
        const int depth = aim.depth - 1;
        if (number == 1) return -visit(child, depth, -aim.beta, -alpha);
        int less = 0;
        if (use_.reductions && !aim.exact && aim.depth >= 3 && number > by_.reduce_from) {
            const int bar = Order<Rules>::kMostHistory * by_.reduce_history / 1000;
            const int known = (history > bar ? 1 : 0) - (history < -bar ? 1 : 0);
            less = std::clamp(reductions_(aim.depth, number) - (aim.principal() ? 1 : 0) - known, 0, depth - 1);
        }
        int value = -visit(child, depth - less, -alpha - 1, -alpha);
        if (value > alpha && less > 0) value = -visit(child, depth, -alpha - 1, -alpha);
        if (value > alpha && value < aim.beta) value = -visit(child, depth, -aim.beta, -alpha);
        return value;
    }

    /// The value of a node none of whose moves was searched.
    int without_moves(const Node& node, const Aim& aim) {
        if constexpr (kIsRaid<Rules>) {
            return aim.alpha;  // there are empties, so there are moves: none gains enough
        } else {
            const Pos& position = node.position;
            if (rules_.can_move(position.own, position.empty)) return aim.alpha;
            if (!rules_.can_move(position.opp, position.empty)) return facts_.final_value(position);
            Node child = node;
            rules_.apply(child.position, Move::pass());
            child.state = evaluator_.after(node.state, Move::pass(), {});
            child.key = zobrist::key_after(node.key, position.second_to_move, Move::pass(), Bits<Rules::kWords>{});
            child.ply = node.ply + 1;
            child.may_pass = true;
            child.last = Node::kNone;
            const int value = -visit(child, aim.depth - 1, -aim.beta, -aim.alpha);
            if (value > aim.alpha && !control_->stopped()) extend_line(node.ply, Move::pass());
            return value;
        }
    }

    /// Whether a node of this depth is valued without a search of its own: where nothing is played out below the horizon.
    [[nodiscard]] bool is_leaf(int depth) const { return !kIsRaid<Rules> && depth <= 0; }

    int leaf(const Node& node) {
        count_node();
        lengths_[at(node.ply)] = 0;
        deepest_ = std::max(deepest_, node.ply);
        if (ended(node.position)) return facts_.final_value(node.position);
        return appraiser_.value(node.state, node.position);
    }

    /// Below the horizon only captures that may lift the position to the window are looked at, the larger the deeper.
    int horizon(const Node& node, int alpha, int beta, int below) {
        Sight<Rules> sight;
        const int standing = appraiser_.value(node.state, node.position, sight);
        if (!kIsRaid<Rules> || !use_.quiescence || standing >= beta || below >= kBelowHorizon || node.ply >= kMaxPly - 1) return standing;
        int best = standing;
        alpha = std::max(alpha, standing);
        const int above = std::max(storm_gain(), alpha - standing - scaled(by_.futility_margin));
        facts_.complete(node.position, sight);
        if (sight.most_gain <= above) return best;
        Picker<Rules> picker(order_, stack_, node.position, node.last, sight, Move::pass(), above, 0);
        for (Move move; picker.next(move);) {
            Node child{node.position, node.state, 0, node.ply + 1};
            child.state = evaluator_.after(node.state, move, rules_.apply(child.position, move));
            count_node();
            const int value = ended(child.position) ? -facts_.final_value(child.position) : -horizon(child, -beta, -alpha, below + 1);
            best = std::max(best, value);
            alpha = std::max(alpha, value);
            if (best >= beta || control_->stopped()) break;
        }
        return best;
    }

    void count_node() {
        if (++nodes_ < next_check_) return;
        if (control_->stopped()) {  // on the way back a node may be asked once more: it is not searched, so it does not count
            --nodes_;
            return;
        }
        const std::uint64_t before = published_nodes_.load(std::memory_order_relaxed);
        published_nodes_.store(nodes_, std::memory_order_relaxed);
        next_check_ = nodes_ + control_->check(nodes_ - before, decides_);
    }

    // --- small decisions
    /// How many moves are searched at a depth close to the horizon.
    [[nodiscard]] int late_move(int depth) const { return by_.late_base + by_.late_step * depth * depth; }
    static constexpr int kBelowHorizon = 3;
    [[nodiscard]] int scaled(int hundredths) const { return evaluator_.unit() * hundredths / 100; }
    /// A capture storm begins at three pieces.
    [[nodiscard]] int storm_gain() const { return evaluator_.unit() * 6; }

    /// From which alpha on a position is so far below it that what its first moves do not reach no other will.
    [[nodiscard]] int hopeless_from(int ply, const Aim& aim) const {
        if (!use_.hopeless || aim.depth > by_.hopeless_depth || aim.exact || ply == 0) return kInfinite;
        return std::max(aim.standing + scaled(by_.hopeless_base + by_.hopeless_step * aim.depth), 1 - kWin);
    }

    /// Where heuristics may leave out moves.
    [[nodiscard]] static bool is_selective(const Aim& aim) { return !aim.exact && !aim.principal(); }

    [[nodiscard]] bool ended(const Pos& position) const {
        if constexpr (kIsRaid<Rules>)
            return position.empty.none();
        else
            return rules_.ended_by_count(position);
    }

    /// A quick sufficient test.
    [[nodiscard]] bool can_surely_move(const Pos& position) const {
        if constexpr (kIsRaid<Rules>)
            return true;
        else
            return rules_.clone_targets(position).any();
    }

    /// Close to a limit that ends the game by count, the same pieces with another clock are another position.
    [[nodiscard]] std::uint64_t clock_key([[maybe_unused]] const Pos& position) const {
        if constexpr (kIsRaid<Rules>) {
            return 0;
        } else {
            constexpr int kNear = 40;
            std::uint64_t state = thorough_ ? std::uint64_t{1} << 32 : 0;
            if (rules_.traits().quiet_limit != 0 && position.quiet_plies + kNear > rules_.traits().quiet_limit)
                state |= position.quiet_plies;
            if (rules_.traits().ply_limit != 0 && static_cast<int>(position.plies) + kNear > rules_.traits().ply_limit)
                state |= position.plies;
            return state == 0 ? 0 : splitmix64(state);
        }
    }

    /// Raid family: with an odd number of empties to move is never a burden (checked on all small boards), with an even one it may be.
    [[nodiscard]] bool pass_is_harmless(const Pos& position) const {
        if constexpr (kIsRaid<Rules>)
            return position.empty.count() % 2 == 1;
        else
            return position.empty.count() > 4 && rules_.can_move(position.own, position.empty);
    }
    [[nodiscard]] Node passed(const Node& node) const {
        Node out{node.position, evaluator_.after(node.state, Move::pass(), {}), node.key ^ zobrist::kKeys.second_to_move, node.ply + 1,
                 false};
        std::swap(out.position.own, out.position.opp);
        out.position.second_to_move = !out.position.second_to_move;
        return out;
    }

    /// Whether the table's move may be tried: it may belong to another position, or be one that is never listed.
    [[nodiscard]] bool is_searchable(const Pos& position, Move move) const {
        if (move.is_pass() || !rules_.is_legal(position, move)) return false;
        if constexpr (kIsRaid<Rules>) return move.is_raid() || (rules_.neighbours(move.to) & position.own).none();
        return true;
    }

    [[nodiscard]] bool is_excluded(int ply, Move move) const {
        return ply == 0 && std::find(excluded_->begin(), excluded_->end(), move) != excluded_->end();
    }

    /// Whether some child is known to be bad enough for its mover, so that this node is refuted without searching any.
    bool child_refutes(const Node& node, std::span<const RankedMove> moves, int depth, int beta, int& value) const {
        for (const RankedMove& candidate : moves) {
            Pos child = node.position;
            const Move move = candidate.move();
            const Bits<Rules::kWords> captured = rules_.apply(child, move);
            const std::uint64_t child_key = zobrist::key_after(node.key, node.position.second_to_move, move, captured) ^ clock_key(child);
            const auto entry = table_.find(child_key);
            if (entry && entry->depth >= depth && entry->bound != Bound::kLower && -entry->value >= beta) {
                value = -entry->value;
                return true;
            }
        }
        return false;
    }

    // --- lines
    static std::size_t at(int ply) { return static_cast<std::size_t>(ply); }
    void extend_line(int ply, Move move) {
        auto& line = lines_[at(ply)];
        const auto& rest = lines_[at(ply + 1)];
        const int length = lengths_[at(ply + 1)];
        line[0] = move;
        std::copy(rest.begin(), rest.begin() + length, line.begin() + 1);
        lengths_[at(ply)] = length + 1;
    }

    const Facts<Rules>& facts_;
    const Rules& rules_;
    const Evaluator<Rules>& evaluator_;
    Table& table_;
    Techniques use_;
    [[no_unique_address]] SearchParameters<Rules> by_;
    Appraiser<Rules> appraiser_;
    Order<Rules> order_;
    MoveStack stack_;
    Reductions reductions_;

    Control* control_ = nullptr;
    int thread_ = 0;
    bool decides_ = true;
    BusyMarks* marks_ = nullptr;
    bool exact_ = false;
    const std::vector<Move>* excluded_ = nullptr;
    std::uint64_t nodes_ = 0;
    std::atomic<std::uint64_t> published_nodes_{0};
    std::uint64_t next_check_ = 0;
    int deepest_ = 0;
    bool thorough_ = false;
    std::array<std::array<Move, kMaxPly + 1>, kMaxPly + 1> lines_{};
    std::array<int, kMaxPly + 1> lengths_{};
};

// Instantiated in search_small.cpp and search_wide.cpp.
extern template class Search<RaidRules<1>>;
extern template class Search<RaidRules<4>>;
extern template class Search<RaidRules<kMaxWords>>;
extern template class Search<AtaxxRules<1>>;
extern template class Search<AtaxxRules<4>>;
extern template class Search<AtaxxRules<kMaxWords>>;

}  // namespace foray::engine
