// What searches in several threads tell each other: when to stop, and which states are being searched, so that the others begin elsewhere.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "foray/board/busy_marks.h"

namespace foray::solver {

class Signals {
public:
    /// A new question. `node_limit` counts the nodes of all threads since the beginning; 0 is no limit.
    void begin(std::uint64_t node_limit, std::chrono::steady_clock::time_point deadline, const std::atomic<bool>* stop = nullptr,
               const std::atomic<bool>* other_stop = nullptr) {
        node_limit_ = node_limit;
        deadline_ = deadline;
        stop_ = stop;
        other_stop_ = other_stop;
        finished_.store(false, std::memory_order_relaxed);
    }
    void finish() { finished_.store(true, std::memory_order_relaxed); }

    /// Called by every thread each few hundred nodes with the number of nodes since its last call.
    [[nodiscard]] bool should_stop(std::uint64_t fresh_nodes) {
        const std::uint64_t all = nodes_.fetch_add(fresh_nodes, std::memory_order_relaxed) + fresh_nodes;
        return finished_.load(std::memory_order_relaxed) || wished(stop_) || wished(other_stop_) ||
               (node_limit_ != 0 && all >= node_limit_) ||
               (deadline_ != std::chrono::steady_clock::time_point::max() && std::chrono::steady_clock::now() >= deadline_);
    }

    [[nodiscard]] BusyMarks& marks() { return marks_; }

private:
    static bool wished(const std::atomic<bool>* stop) { return stop != nullptr && stop->load(std::memory_order_relaxed); }

    const std::atomic<bool>* stop_ = nullptr;
    const std::atomic<bool>* other_stop_ = nullptr;
    std::atomic<bool> finished_{false};
    std::atomic<std::uint64_t> nodes_{0};
    std::uint64_t node_limit_ = 0;
    std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::time_point::max();
    BusyMarks marks_;
};

}  // namespace foray::solver
