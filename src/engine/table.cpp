#include "table.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace foray::engine {

// The memory comes zeroed, and a bucket of zeros is an empty one: a large table takes no time to make before it is used.
Table::Table(std::size_t bytes)
    : mask_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1)) - 1),
      memory_((mask_ + 1) * sizeof(Bucket)),
      buckets_(reinterpret_cast<Bucket*>(memory_.data())) {}

void Table::clear() {
    for (std::size_t i = 0; used_ && i <= mask_; ++i) {
        for (Slot& slot : buckets_[i].slots) {
            slot.check.store(0, std::memory_order_relaxed);
            slot.data.store(0, std::memory_order_relaxed);
        }
    }
    age_ = 0;
    used_ = false;
}

void Table::store(std::uint64_t key, const TableEntry& entry) {
    assert(entry.depth >= 0 && entry.depth <= 255 && entry.bound != Bound::kNone);
    Slot* victim = nullptr;
    int least_worth = 0;
    Move move = entry.move;
    for (Slot& slot : bucket(key).slots) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        if ((slot.check.load(std::memory_order_relaxed) ^ data) == key) {
            const TableEntry old = unpack(data);
            // A node that failed low has no best move; the one found before is still the best guess.
            if (move.is_pass()) move = old.move;
            // A deeper bound of this search is worth more than a shallow one, unless the shallow one is exact.
            if ((data & kAgeMask) == age_ && old.depth > entry.depth + 3 && entry.bound != Bound::kExact) return;
            victim = &slot;
            break;
        }
        const int distance = static_cast<int>((age_ - (data & kAgeMask)) & kAgeMask);
        const int worth = data == 0 ? -1'000'000 : static_cast<int>((data >> 8) & 255) - 8 * distance;
        if (victim == nullptr || worth < least_worth) {
            victim = &slot;
            least_worth = worth;
        }
    }
    const std::uint64_t data = (static_cast<std::uint64_t>(static_cast<std::int64_t>(entry.value)) << 38) | (pack_square(move.from) << 28) |
                               (pack_square(move.to) << 18) | (static_cast<std::uint64_t>(entry.depth) << 8) |
                               (static_cast<std::uint64_t>(entry.bound) << 6) | age_;
    victim->data.store(data, std::memory_order_relaxed);
    victim->check.store(key ^ data, std::memory_order_relaxed);
}

int Table::permille() const {
    const std::size_t sample = std::min<std::size_t>(mask_ + 1, 250);
    int used = 0;
    for (std::size_t i = 0; i < sample; ++i) {
        for (const Slot& slot : buckets_[i].slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            used += data != 0 && (data & kAgeMask) == age_ ? 1 : 0;
        }
    }
    return used * 1000 / static_cast<int>(4 * sample);
}

}  // namespace foray::engine
