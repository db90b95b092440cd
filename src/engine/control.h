// When a search must end. Shared by the threads of one search; the first one decides and tells the others.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "foray/engine/engine.h"

namespace foray::engine {

/// How long to think, in milliseconds: no new iteration after `soft`, never longer than `hard`.
struct TimePlan {
    double soft_ms = std::numeric_limits<double>::infinity();
    double hard_ms = std::numeric_limits<double>::infinity();
};

/// `moves_left` is a guess of how many moves this player still makes.
inline TimePlan plan_time(const Budget& budget, int moves_left) {
    TimePlan plan;
    if (budget.ms) {
        // The last look at the clock may be a little early, and the answer has to be printed.
        plan.hard_ms = std::max(*budget.ms - std::min(2.0, *budget.ms * 0.05), 0.05);
        plan.soft_ms = plan.hard_ms;
    }
    if (budget.clock) {
        if (budget.clock->moves_to_go) moves_left = std::clamp(*budget.clock->moves_to_go, 1, moves_left);
        // A loaded machine may take the processor away for a while: what is left never shrinks below this reserve by plan.
        const double reserve = std::min(60.0, budget.clock->left_ms * 0.5);
        // Reading the command, starting the search and sending the answer run on the same clock.
        constexpr double kOverhead = 0.5;
        const double usable = std::max(budget.clock->left_ms - reserve - kOverhead, 0.0);
        const double share = std::max(usable / (moves_left + 2) + 0.7 * budget.clock->increment_ms - kOverhead, 0.0);
        plan.soft_ms = std::min({plan.soft_ms, 0.6 * share, usable * 0.3});
        plan.hard_ms = std::min({plan.hard_ms, 2.5 * share, usable * 0.3});
    }
    return plan;
}

class Control {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t kCheckEvery = 512;

    Control(const SearchRequest& request, TimePlan plan, int threads)
        : threads_(static_cast<std::uint64_t>(threads)),
          begin_(request.since.value_or(Clock::now())),
          outside_(request.stop),
          plan_(plan),
          node_limit_(request.budget.nodes.value_or(std::numeric_limits<std::uint64_t>::max())) {}

    [[nodiscard]] double elapsed_ms() const { return std::chrono::duration<double, std::milli>(Clock::now() - begin_).count(); }
    [[nodiscard]] bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
    void stop() { stopped_.store(true, std::memory_order_relaxed); }

    /// Looks at clock, flag and nodes, `fresh` of which were not reported before; returns after how many more to look again. The limit is
    /// one of all threads together.
    std::uint64_t check(std::uint64_t fresh, bool decides) {
        const std::uint64_t total = spend(fresh);
        if (total >= node_limit_) {
            stop();
            return 1;
        }
        if (decides) {
            const bool asked = outside_ != nullptr && outside_->load(std::memory_order_relaxed);
            if (asked || (timed() && elapsed_ms() >= plan_.hard_ms)) stop();
        }
        return std::clamp<std::uint64_t>((node_limit_ - total) / threads_, 1, kCheckEvery);
    }
    /// Nodes that something else than the search has taken count as well.
    std::uint64_t spend(std::uint64_t nodes) { return spent_.fetch_add(nodes, std::memory_order_relaxed) + nodes; }

    /// What is left of the budget, by clock and by nodes; infinite where there is no limit.
    [[nodiscard]] double ms_left() const { return timed() ? plan_.hard_ms - elapsed_ms() : std::numeric_limits<double>::infinity(); }
    [[nodiscard]] double nodes_left() const {
        if (node_limit_ == std::numeric_limits<std::uint64_t>::max()) return std::numeric_limits<double>::infinity();
        const std::uint64_t nodes = spent_.load(std::memory_order_relaxed);
        return nodes >= node_limit_ ? 0 : static_cast<double>(node_limit_ - nodes);
    }
    [[nodiscard]] const std::atomic<bool>* outside() const { return outside_; }

    /// Whether another iteration is worth beginning.
    [[nodiscard]] bool may_deepen() const { return !stopped() && (!timed() || elapsed_ms() < plan_.soft_ms); }

private:
    [[nodiscard]] bool timed() const { return plan_.hard_ms < std::numeric_limits<double>::infinity(); }

    std::uint64_t threads_;
    Clock::time_point begin_;
    std::atomic<bool> stopped_{false};
    std::atomic<std::uint64_t> spent_{0};
    const std::atomic<bool>* outside_;
    TimePlan plan_;
    std::uint64_t node_limit_;
};

}  // namespace foray::engine
