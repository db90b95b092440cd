// The moves of a game as the numbers that learners and OpenSpiel's algorithms know, and its positions as planes of numbers.
//
//   raid family, raid=mandatory     the square: 0 .. N-1, row by row from the top left; the position says whether it is a raid
//   raid family, raid=optional      a drop is its square, a raid N + its square
//   Ataxx family                    a clone is its square, a jump (1 + k) * N + its source, where k numbers the variant's jumps,
//                                   and a pass comes last: planes of N, as a network's output has them
//
// Planes (each rows x cols): the viewer's pieces, the other's, empty squares, values (raid family: as a share of the largest on the board)
// or how much of the limit that ends a long game has been used (Ataxx family), and whether the viewer is to move.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "foray/rules/ataxx_rules.h"
#include "foray/rules/raid_rules.h"

namespace foray::python {

inline constexpr int kPlanes = 5;

/// Who looks at the position.
enum class View : std::uint8_t { kFirst, kSecond, kMover };

template <class Rules>
class ActionCode {
public:
    static constexpr int kWords = Rules::kWords;
    static constexpr bool kRaids = requires(const Rules& rules) { rules.values(); };
    using Pos = typename Rules::Pos;
    using Set = Bits<kWords>;

    ActionCode(Rules rules, const GameSpec& spec) : rules_(std::move(rules)), squares_(spec.squares()) {
        if constexpr (kRaids) {
            actions_ = rules_.rule() == RaidRule::kMandatory ? squares_ : 2 * squares_;
            const int most = *std::max_element(spec.values.begin(), spec.values.end());
            for (const int value : spec.values) shares_.push_back(static_cast<float>(value) / static_cast<float>(std::max(most, 1)));
        } else {
            jumps_.assign(rules_.traits().jumps.begin(), rules_.traits().jumps.end());
            for (const Offset& jump : jumps_) sources_.push_back(sources_of(jump));
            actions_ = (1 + static_cast<int>(jumps_.size())) * squares_ + 1;
        }
    }

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] int actions() const { return actions_; }
    [[nodiscard]] int squares() const { return squares_; }
    [[nodiscard]] std::size_t plane_size() const { return static_cast<std::size_t>(kPlanes * squares_); }

    /// Calls f(action) for every legal move, the lowest number first; never in a game that is over.
    template <class F>
    void each(const Pos& position, F&& f) const {
        if constexpr (kRaids) {
            position.empty.for_each(f);
            if (rules_.rule() == RaidRule::kOptional) rules_.raidable(position).for_each([&](int square) { f(squares_ + square); });
        } else {
            if (rules_.ended_by_count(position)) return;
            bool any = false;
            const auto found = [&](int action) {
                any = true;
                f(action);
            };
            rules_.clone_targets(position).for_each(found);
            for (std::size_t k = 0; k < jumps_.size(); ++k) {
                const int base = static_cast<int>(k + 1) * squares_;
                (position.own & sources_[k] & moved(position.empty, -distance(jumps_[k]))).for_each([&](int source) {
                    found(base + source);
                });
            }
            if (!any && rules_.can_move(position.opp, position.empty)) f(actions_ - 1);
        }
    }

    /// The move that a number stands for, legal or not; nothing for a number or a jump that leads off the board.
    [[nodiscard]] std::optional<Move> move_of(const Pos& position, int action) const {
        if (action < 0 || action >= actions_) return std::nullopt;
        const int square = action % squares_;
        if constexpr (kRaids) {
            const bool raid = rules_.rule() == RaidRule::kOptional ? action >= squares_ : (rules_.neighbours(square) & position.own).any();
            return raid ? Move::raid(square) : Move::place(square);
        } else {
            if (action == actions_ - 1) return Move::pass();
            if (action < squares_) return Move::place(square);
            const auto k = static_cast<std::size_t>(action / squares_ - 1);
            if (!sources_[k].has(square)) return std::nullopt;
            return Move::jump(square, square + distance(jumps_[k]));
        }
    }
    [[nodiscard]] std::optional<Move> legal_move(const Pos& position, int action) const {
        const auto move = move_of(position, action);
        if (!move || !rules_.is_legal(position, *move)) return std::nullopt;
        return move;
    }

    [[nodiscard]] int number_of(Move move) const {
        if constexpr (kRaids) {
            return move.is_raid() && rules_.rule() == RaidRule::kOptional ? squares_ + move.to : move.to;
        } else {
            if (move.is_pass()) return actions_ - 1;
            if (move.is_place()) return move.to;
            const auto& geometry = rules_.geometry();
            const Offset step{geometry.row(move.to) - geometry.row(move.from), geometry.col(move.to) - geometry.col(move.from)};
            const auto k = std::find(jumps_.begin(), jumps_.end(), step) - jumps_.begin();
            return static_cast<int>(k + 1) * squares_ + move.from;
        }
    }

    /// Writes plane_size() numbers.
    void observe(const Pos& position, View view, float* out) const {
        const bool first_viewer = view == View::kMover ? !position.second_to_move : view != View::kSecond;
        const bool mover = first_viewer != position.second_to_move;
        std::fill(out, out + plane_size(), 0.0F);
        const auto paint = [&](int plane, const Set& set) {
            float* const at = out + plane * squares_;
            set.for_each([&](int square) { at[square] = 1.0F; });
        };
        paint(0, mover ? position.own : position.opp);
        paint(1, mover ? position.opp : position.own);
        paint(2, position.empty);
        if constexpr (kRaids) {
            std::copy(shares_.begin(), shares_.end(), out + 3 * squares_);
        } else {
            std::fill_n(out + 3 * squares_, squares_, used_up(position));
        }
        if (mover) std::fill_n(out + 4 * squares_, squares_, 1.0F);
    }

private:
    [[nodiscard]] int distance(const Offset& jump) const { return jump.rows * rules_.geometry().cols() + jump.cols; }

    [[nodiscard]] Set sources_of(const Offset& jump) const {
        const auto& geometry = rules_.geometry();
        Set set;
        for (int square = 0; square < squares_; ++square) {
            if (geometry.inside(geometry.row(square) + jump.rows, geometry.col(square) + jump.cols)) set.add(square);
        }
        return set;
    }

    /// Every square moved by so many places; a shift is of fewer than 64.
    [[nodiscard]] static Set moved(Set set, int by) {
        for (; by >= 64; by -= 63) set = set.shifted_up(63);
        for (; by <= -64; by += 63) set = set.shifted_down(63);
        return by >= 0 ? set.shifted_up(by) : set.shifted_down(-by);
    }

    [[nodiscard]] float used_up(const Pos& position) const {
        const auto& traits = rules_.traits();
        float most = 0;
        if (traits.quiet_limit > 0) most = static_cast<float>(position.quiet_plies) / static_cast<float>(traits.quiet_limit);
        if (traits.ply_limit > 0) most = std::max(most, static_cast<float>(position.plies) / static_cast<float>(traits.ply_limit));
        return std::min(most, 1.0F);
    }

    Rules rules_;
    int squares_;
    int actions_ = 0;
    std::vector<float> shares_{};  // raid family
    std::vector<Offset> jumps_{};  // Ataxx family
    std::vector<Set> sources_{};   // from where each of them stays on the board
};

}  // namespace foray::python
