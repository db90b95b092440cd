// Which positions are being searched by which thread, so that the others begin elsewhere. A mark may be overwritten or lost, which only
// costs time.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace foray {

class BusyMarks {
public:
    /// Keys are scattered over all their bits.
    void mark(std::uint64_t key, int thread) {
        marks_[slot(key)].store(key << 8 | static_cast<std::uint64_t>(thread + 1), std::memory_order_relaxed);
    }
    void unmark(std::uint64_t key) { marks_[slot(key)].store(0, std::memory_order_relaxed); }
    [[nodiscard]] bool busy_elsewhere(std::uint64_t key, int thread) const {
        const std::uint64_t mark = marks_[slot(key)].load(std::memory_order_relaxed);
        return mark != 0 && mark >> 8 == (key << 8) >> 8 && (mark & 0xFF) != static_cast<std::uint64_t>(thread + 1);
    }

private:
    static constexpr std::size_t kSlots = 4096;
    static std::size_t slot(std::uint64_t key) { return static_cast<std::size_t>(key >> 52) % kSlots; }

    std::array<std::atomic<std::uint64_t>, kSlots> marks_{};
};

}  // namespace foray
