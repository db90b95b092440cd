// In which order moves are tried. Order remembers which moves refuted positions before; a Picker hands out the moves of one node, the
// likeliest first, and lists no more of them than are asked for.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "appraiser.h"
#include "evaluator.h"
#include "moves.h"
#include "node.h"

namespace foray::engine {

template <class Rules>
class Order {
public:
    using Pos = typename Rules::Pos;

    Order(const Facts<Rules>& facts, const Evaluator<Rules>& evaluator, Appraiser<Rules>& appraiser, const Techniques& techniques,
          const Parameters& parameters)
        : facts_(facts),
          rules_(facts.rules()),
          evaluator_(evaluator),
          appraiser_(appraiser),
          use_(techniques),
          by_(parameters),
          squares_(static_cast<std::size_t>(rules_.geometry().squares())) {
        for (auto& side : history_) side.assign(kIsRaid<Rules> ? squares_ : (squares_ + 1) * squares_, 0);
        for (auto& side : replies_) side.assign(kIsRaid<Rules> ? 0 : (squares_ + 1) * squares_, 0);
    }

    static constexpr int kMostHistory = 8192;

    /// A new search of the same game: what was learnt counts less.
    void age() {
        if (by_.history_age > 1) for_each_record([this](int& record) { record /= by_.history_age; });
    }
    void forget() {
        for_each_record([](int& record) { record = 0; });
    }

    [[nodiscard]] const Facts<Rules>& facts() const { return facts_; }

    /// Turns the gains of listed moves into ranks. `last` is the square of the move before.
    void rank(const Pos& position, int last, std::span<RankedMove> moves, int depth) const {
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
                rank += static_cast<int>(std::int64_t{record_of(position, last, move)} * evaluator_.unit() / kMostHistory);
            } else {
                rank =
                    (candidate.rank() + (move.from < squares_ ? 0 : by_.clone_rank)) * kRanksOfHundredth + record_of(position, last, move);
            }
            candidate.set_rank(rank);
        }
    }

    /// Whether the first moves of a node are worth a look at what comes of them.
    [[nodiscard]] bool judges(int depth) const { return !kIsRaid<Rules> && use_.judging && depth >= by_.judge_depth; }

    /// Ranks the likeliest of ranked moves again, before all others: by what the position after each is worth.
    void judge(const Pos& position, int last, std::span<RankedMove> moves) {
        constexpr int kBeforeOthers = 1 << 28;
        const auto likeliest = moves.first(std::min(moves.size(), static_cast<std::size_t>(by_.judge_most)));
        std::partial_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(likeliest.size()), moves.end());
        for (RankedMove& candidate : likeliest) {
            const Move move = candidate.move();
            Pos child = position;
            rules_.apply(child, move);
            const int worth = -appraiser_.value({}, child);
            candidate.set_rank(kBeforeOthers + worth * kRanksOfHundredth + record_of(position, last, move));
        }
    }

    /// How well a move did before, between -kMostHistory and kMostHistory.
    [[nodiscard]] int history_of(const Pos& position, Move move) const { return history_[position.second_to_move ? 1 : 0][index(move)]; }

    /// `move` refuted the position; the moves `before` it did not.
    void learn(const Pos& position, int last, Move move, std::span<const RankedMove> before, int depth) {
        if (move.is_pass()) return;
        if (!use_.history) return;
        const std::size_t side = position.second_to_move ? 1 : 0;
        const int bonus = std::min(depth, 5) * (kMostHistory / 55);
        bump(history_[side][index(move)], bonus);
        if (replies()) bump(replies_[side][reply_index(last, move)], bonus);
        for (const RankedMove& each : before) {
            const Move other = each.move();
            if (other == move) continue;
            bump(history_[side][index(other)], -bonus);
            if (replies() && other.to != move.to) bump(replies_[side][reply_index(last, other)], -bonus);
        }
    }

private:
    /// Ataxx family: ranks are finer than hundredths of a piece.
    static constexpr int kRanksOfHundredth = 64;

    /// The closer to the end of the scale, the smaller the step.
    static void bump(int& entry, int bonus) { entry += bonus - entry * std::abs(bonus) / kMostHistory; }

    /// By source and target; clones, drops and raids have no source.
    [[nodiscard]] std::size_t index(Move move) const {
        if constexpr (kIsRaid<Rules>) return move.to;
        return std::min<std::size_t>(move.from, squares_) * squares_ + move.to;
    }

    /// The reply by its target alone, so that it is met often enough.
    [[nodiscard]] std::size_t reply_index(int last, Move move) const { return static_cast<std::size_t>(last + 1) * squares_ + move.to; }
    [[nodiscard]] bool replies() const { return !kIsRaid<Rules> && use_.replies; }

    /// How well a move did before, everywhere and as a reply to the last one.
    [[nodiscard]] int record_of(const Pos& position, int last, Move move) const {
        if (!use_.history) return 0;
        const std::size_t side = position.second_to_move ? 1 : 0;
        return history_[side][index(move)] + (replies() ? replies_[side][reply_index(last, move)] : 0);
    }

    template <class F>
    void for_each_record(const F& f) {
        for (auto* const records : {&history_, &replies_}) {
            for (auto& side : *records) std::for_each(side.begin(), side.end(), f);
        }
    }

    const Facts<Rules>& facts_;
    const Rules& rules_;
    const Evaluator<Rules>& evaluator_;
    Appraiser<Rules>& appraiser_;
    Techniques use_;
    [[no_unique_address]] SearchParameters<Rules> by_;
    std::size_t squares_;
    std::array<std::vector<int>, 2> history_;  ///< by move, for each side
    std::array<std::vector<int>, 2> replies_;  ///< Ataxx family: by the square of the move before and by target
};

template <class Rules>
class Picker {
public:
    using Pos = typename Rules::Pos;

    /// `table_move` is legal, or a pass for none. Moves that gain no more than `above` are left out.
    Picker(Order<Rules>& order, MoveStack& stack, const Pos& position, int last, const Sight<Rules>& sight, Move table_move, int above,
           int depth)
        : order_(order),
          stack_(stack),
          position_(position),
          last_(last),
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
    [[nodiscard]] std::span<const RankedMove> all()
        requires(kStages<Rules> == 1)
    {
        if (stage_ == 0) list_next_stage();
        return {&stack_[first_], stack_.size() - first_};
    }

private:
    bool list_next_stage() {
        if (stage_ == kStages<Rules>) return false;
        stage_begin_ = stack_.size();
        // Moves that are judged are compared across stages, all but those of the last.
        const bool judged = stage_ == 0 && order_.judges(depth_);
        const int end = judged ? kStages<Rules> - 1 : stage_ + 1;
        while (stage_ < end) list_stage(order_.facts(), position_, sight_, above_, stage_++, stack_);
        const std::span<RankedMove> listed(&stack_[stage_begin_], stack_.size() - stage_begin_);
        order_.rank(position_, last_, listed, depth_);
        if (judged) order_.judge(position_, last_, listed);
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

    Order<Rules>& order_;
    MoveStack& stack_;
    const Pos& position_;
    int last_;  ///< the square of the move before
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
