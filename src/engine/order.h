// In which order moves are tried. Order remembers which moves refuted positions before; a Picker hands out the moves of one node, the
// likeliest first, and lists no more of them than are asked for.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "evaluator.h"
#include "moves.h"
#include "node.h"

namespace foray::engine {

template <class Rules>
class Order {
public:
    using Pos = typename Rules::Pos;

    Order(const Facts<Rules>& facts, const Evaluator<Rules>& evaluator, const Techniques& techniques, const Parameters& parameters)
        : facts_(facts),
          rules_(facts.rules()),
          evaluator_(evaluator),
          use_(techniques),
          by_(parameters),
          squares_(static_cast<std::size_t>(rules_.geometry().squares())) {
        for (auto& side : history_) side.assign(kIsRaid<Rules> ? squares_ : (squares_ + 1) * squares_, 0);
    }

    static constexpr int kMostHistory = 8192;

    /// A new search of the same game: what was learnt counts less.
    void age() {
        for (auto& side : history_) {
            for (int& entry : side) entry /= by_.history_age;
        }
    }
    void forget() {
        for (auto& side : history_) std::fill(side.begin(), side.end(), 0);
    }

    [[nodiscard]] const Facts<Rules>& facts() const { return facts_; }

    /// Turns the gains of listed moves into ranks.
    void rank(const Pos& position, std::span<RankedMove> moves, int depth) const {
        const auto& history = history_[position.second_to_move ? 1 : 0];
        for (RankedMove& candidate : moves) {
            const Move move = candidate.move();
            int rank;
            if constexpr (kIsRaid<Rules>) {
                rank = candidate.rank();
                // Near the horizon the gain alone; higher up it pays to look at what the reply could take and at the reach.
                if (depth >= 2) {
                    Pos child = position;
                    rules_.apply(child, move);
                    rank = -evaluator_.first_sight(child);
                }
                rank *= 16;
                if (use_.history) rank += static_cast<int>(std::int64_t{history[index(move)]} * evaluator_.unit() / kMostHistory);
            } else {
                rank = (candidate.rank() + (move.from < squares_ ? 0 : by_.clone_rank)) * 64;
                if (use_.history) rank += history[index(move)];
            }
            candidate.set_rank(rank);
        }
    }

    /// How well a move did before, between -kMostHistory and kMostHistory.
    [[nodiscard]] int history_of(const Pos& position, Move move) const { return history_[position.second_to_move ? 1 : 0][index(move)]; }

    /// `move` refuted the position; the moves `before` it did not.
    void learn(const Pos& position, Move move, std::span<const RankedMove> before, int depth) {
        if (move.is_pass()) return;
        if (!use_.history) return;
        auto& history = history_[position.second_to_move ? 1 : 0];
        const int bonus = std::min(depth, 5) * (kMostHistory / 55);
        bump(history[index(move)], bonus);
        for (const RankedMove& other : before) {
            if (!other.is(move)) bump(history[index(other.move())], -bonus);
        }
    }

private:
    /// The closer to the end of the scale, the smaller the step.
    static void bump(int& entry, int bonus) { entry += bonus - entry * std::abs(bonus) / kMostHistory; }

    /// By source and target; clones, drops and raids have no source.
    [[nodiscard]] std::size_t index(Move move) const {
        if constexpr (kIsRaid<Rules>) return move.to;
        return std::min<std::size_t>(move.from, squares_) * squares_ + move.to;
    }

    const Facts<Rules>& facts_;
    const Rules& rules_;
    const Evaluator<Rules>& evaluator_;
    Techniques use_;
    [[no_unique_address]] SearchParameters<Rules> by_;
    std::size_t squares_;
    std::array<std::vector<int>, 2> history_;
};

template <class Rules>
class Picker {
public:
    using Pos = typename Rules::Pos;

    /// `table_move` is legal, or a pass for none. Moves that gain no more than `above` are left out.
    Picker(const Order<Rules>& order, MoveStack& stack, const Pos& position, const Sight<Rules>& sight, Move table_move, int above,
           int depth)
        : order_(order),
          stack_(stack),
          position_(position),
          sight_(sight),
          table_move_(table_move),
          above_(above),
          depth_(depth),
          first_(stack.size()),
          next_(first_),
          stage_begin_(first_),
          table_move_is_next_(!table_move.is_pass()) {}
    ~Picker() { stack_.cut(first_); }
    Picker(const Picker&) = delete;
    Picker& operator=(const Picker&) = delete;

    /// False when there are no more.
    bool next(Move& move) {
        if (table_move_is_next_) {
            table_move_is_next_ = false;
            move = table_move_;
            return true;
        }
        for (;;) {
            while (next_ == stack_.size()) {
                if (!list_next_stage()) return false;
            }
            bring_best_forward();
            move = stack_[next_++].move();
            if (move != table_move_ || move.is_pass()) return true;
        }
    }

    /// Whether the moves handed out now are those of the last stage.
    [[nodiscard]] bool in_last_stage() const { return stage_ == kStages<Rules>; }
    /// The moves handed out so far, without the table's where it came first.
    [[nodiscard]] std::span<const RankedMove> tried() const { return {&stack_[first_], next_ - first_}; }
    /// Every move of a ruleset with one stage.
    [[nodiscard]] std::span<const RankedMove> all() requires(kStages<Rules> == 1) {
        if (stage_ == 0) list_next_stage();
        return {&stack_[first_], stack_.size() - first_};
    }

private:
    bool list_next_stage() {
        if (stage_ == kStages<Rules>) return false;
        stage_begin_ = stack_.size();
        list_stage(order_.facts(), position_, sight_, above_, stage_++, stack_);
        order_.rank(position_, {&stack_[stage_begin_], stack_.size() - stage_begin_}, depth_);
        return true;
    }

    /// Most nodes need one or a few moves; where they do not suffice, the rest of the stage is sorted.
    void bring_best_forward() {
        constexpr std::size_t kOneByOne = 3;
        RankedMove* const begin = &stack_[next_];
        if (next_ < stage_begin_ + kOneByOne) {
            std::iter_swap(begin, std::min_element(begin, stack_.end()));
        } else if (next_ == stage_begin_ + kOneByOne) {
            std::sort(begin, stack_.end());
        }
    }

    const Order<Rules>& order_;
    MoveStack& stack_;
    const Pos& position_;
    const Sight<Rules>& sight_;
    Move table_move_;
    int above_;
    int depth_;
    std::size_t first_;
    std::size_t next_;
    std::size_t stage_begin_;
    int stage_ = 0;
    bool table_move_is_next_;
};

}  // namespace foray::engine
