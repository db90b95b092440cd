// What a player may spend, and what is asked of it with that: one type each for matches, searches, protocols and the solver.
//
// To add a limit: its member in `Budget` and in `within`, its key in `kBudgetKeys` (budget_text.h), and the search that keeps it.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace foray {

/// One side's chess clock: what is left, what every move adds, and after how many moves the time is given once more (never, if not said).
/// Before a game it is the time control.
struct Clock {
    double left_ms = 0;
    double increment_ms = 0;
    std::optional<int> moves_to_go{};
    friend bool operator==(const Clock&, const Clock&) = default;
};

/// What a player may spend; what is not said is not limited. The first four are of one move, the clock is of the whole game.
struct Budget {
    std::optional<double> ms{};
    std::optional<std::uint64_t> nodes{};
    std::optional<int> depth{};
    std::optional<Clock> clock{};
    friend bool operator==(const Budget&, const Budget&) = default;

    [[nodiscard]] bool limited() const { return ms || nodes || depth || clock; }
    [[nodiscard]] bool timed() const { return ms || clock; }
};

/// What both budgets allow; the first one's clock, if it has one.
inline Budget within(const Budget& a, const Budget& b) {
    const auto smaller = [](const auto& x, const auto& y) { return x && y ? std::optional(std::min(*x, *y)) : x ? x : y; };
    return {smaller(a.ms, b.ms), smaller(a.nodes, b.nodes), smaller(a.depth, b.depth), a.clock ? a.clock : b.clock};
}

/// One search: what it may spend, how many lines are wanted of it, and who may end it. A player that cannot be interrupted (the textbook
/// searches have a fixed depth) ignores the budget. Clocks are for planning: whether a player kept its time is the referee's to say.
struct SearchRequest {
    Budget budget{};
    int lines = 1;                                                 ///< how many of the best moves, from a player that ranks them
    const std::atomic<bool>* stop = nullptr;                       ///< somebody's wish that it ends
    std::optional<std::chrono::steady_clock::time_point> since{};  ///< when the time began to run, if not with the search
    std::optional<Clock> opponent_clock{};                         ///< what is known of the other's time
};

}  // namespace foray
