// What searches in several threads tell each other: when to stop, and which states are being searched, so that the others begin elsewhere.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace foray::solver {

class Signals {
public:
    explicit Signals(const std::atomic<bool>& stop) : stop_(stop) {}

    /// A new question. `node_limit` counts the nodes of all threads since the beginning; 0 is no limit.
    void begin(std::uint64_t node_limit, std::chrono::steady_clock::time_point deadline, const std::atomic<bool>* other_stop) {
        node_limit_ = node_limit;
        deadline_ = deadline;
        other_stop_ = other_stop;
        finished_.store(false, std::memory_order_relaxed);
    }
    void finish() { finished_.store(true, std::memory_order_relaxed); }

    /// Called by every thread each few hundred nodes with the number of nodes since its last call.
    [[nodiscard]] bool should_stop(std::uint64_t fresh_nodes) {
        const std::uint64_t all = nodes_.fetch_add(fresh_nodes, std::memory_order_relaxed) + fresh_nodes;
        return finished_.load(std::memory_order_relaxed) || stop_.load(std::memory_order_relaxed) ||
               (other_stop_ != nullptr && other_stop_->load(std::memory_order_relaxed)) || (node_limit_ != 0 && all >= node_limit_) ||
               (deadline_ != std::chrono::steady_clock::time_point::max() && std::chrono::steady_clock::now() >= deadline_);
    }

    /// Marks a state as being searched by `thread`; a mark may be overwritten or lost, which only costs time.
    void mark(std::uint64_t key, int thread) {
        busy_[slot(key)].store(key << 8 | static_cast<std::uint64_t>(thread + 1), std::memory_order_relaxed);
    }
    void unmark(std::uint64_t key) { busy_[slot(key)].store(0, std::memory_order_relaxed); }
    [[nodiscard]] bool busy_elsewhere(std::uint64_t key, int thread) const {
        const std::uint64_t mark = busy_[slot(key)].load(std::memory_order_relaxed);
        return mark != 0 && mark >> 8 == (key << 8) >> 8 && (mark & 0xFF) != static_cast<std::uint64_t>(thread + 1);
    }

private:
    static constexpr std::size_t kSlots = 4096;
    static std::size_t slot(std::uint64_t key) { return static_cast<std::size_t>(key >> 52) % kSlots; }

    const std::atomic<bool>& stop_;
    const std::atomic<bool>* other_stop_ = nullptr;
    std::atomic<bool> finished_{false};
    std::atomic<std::uint64_t> nodes_{0};
    std::uint64_t node_limit_ = 0;
    std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::time_point::max();
    std::array<std::atomic<std::uint64_t>, kSlots> busy_{};
};

}  // namespace foray::solver
