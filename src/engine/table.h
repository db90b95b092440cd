// The transposition table: what earlier visits of a position found. Shared by all threads without locks.
//
//   bucket of 4 entries = one cache line;  entry = { key ^ data, data }
//   data: | value 26 | from 10 | to 10 | depth 8 | bound 2 | age 6 |
//
// Two threads may write one entry at once; then key ^ data does not fit the key and the entry is not found. What is found was therefore
// written whole, but for another position in one of 2^64 cases: a table move must be checked for legality.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "foray/board/memory.h"
#include "foray/rules/move.h"

namespace foray::engine {

enum class Bound : std::uint8_t { kNone, kUpper, kLower, kExact };

struct TableEntry {
    Move move;
    int value = 0;
    int depth = 0;
    Bound bound = Bound::kNone;

    /// Whether the window needs to know no more.
    [[nodiscard]] bool decides(int alpha, int beta) const {
        return bound == Bound::kExact || (bound == Bound::kLower && value >= beta) || (bound == Bound::kUpper && value <= alpha);
    }
};

class Table {
public:
    /// At least one bucket; the size is rounded down to a power of two. May fail for lack of memory: `ok` says whether it is there.
    explicit Table(std::size_t bytes);
    [[nodiscard]] bool ok() const { return memory_.ok(); }

    void clear();
    /// A new search begins: entries of earlier ones are replaced first.
    void new_search() {
        age_ = (age_ + 1) & kAgeMask;
        used_ = true;
    }

    [[nodiscard]] std::optional<TableEntry> find(std::uint64_t key) const {
        for (const Slot& slot : bucket(key).slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) return unpack(data);
        }
        return std::nullopt;
    }

    void store(std::uint64_t key, const TableEntry& entry);

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

    /// How full it is with entries of this search, in thousandths, from a sample.
    [[nodiscard]] int permille() const;

private:
    static constexpr std::uint64_t kAgeMask = 63;
    static constexpr std::uint64_t kNoSquare10 = 1023;

    struct Slot {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> data{0};
    };
    struct alignas(64) Bucket {
        Slot slots[4];
    };

    [[nodiscard]] static std::uint64_t pack_square(std::uint16_t square) { return square == Move::kNoSquare ? kNoSquare10 : square; }
    [[nodiscard]] static std::uint16_t unpack_square(std::uint64_t bits) {
        return bits == kNoSquare10 ? Move::kNoSquare : static_cast<std::uint16_t>(bits);
    }
    [[nodiscard]] static TableEntry unpack(std::uint64_t data) {
        return {Move{unpack_square((data >> 28) & 1023), unpack_square((data >> 18) & 1023)},
                static_cast<int>(static_cast<std::int64_t>(data) >> 38), static_cast<int>((data >> 8) & 255),
                static_cast<Bound>((data >> 6) & 3)};
    }

    // Bits from the twentieth up choose the bucket: the whole key is compared, so it does not matter which bits serve twice.
    [[nodiscard]] const Bucket& bucket(std::uint64_t key) const { return buckets_[(key >> 20) & mask_]; }
    [[nodiscard]] Bucket& bucket(std::uint64_t key) { return buckets_[(key >> 20) & mask_]; }

    std::size_t mask_;
    HugeMemory memory_;
    Bucket* buckets_;
    std::uint64_t age_ = 0;
    bool used_ = false;
};

}  // namespace foray::engine
