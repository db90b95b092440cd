// The table of proved bounds. An entry is a theorem about every position with the empties E:
//
//   at least b:   open value >= b whenever the mover owns every square of `need`
//   at most b:    open value <= b whenever the enemy owns every square of `need`
//
// (partition search: the value never falls when the mover owns more). Entries for one E share a line of one cache line, so a probe is one
// memory access and a few vector instructions. Nothing is ever guessed: the line number and the check bits together spell E, through a
// bijective mix, and the bound and the needed squares are stored whole.
//
//   up to 36 squares, one 8-byte word        [ check | priority | bound | kind | need ]     eight to a line
//   up to 64 squares, two words              [ need ] [ check | priority | bound | kind ]   four to a line
//
// Threads share the table. An 8-byte entry is read and written in one access, so it is never torn; the two words of a wide entry are
// guarded by a lock per group of lines. A word of zeroes is an entry that says "open value >= less than the least possible", which is
// true: empty slots need no mark.
//
// The open value of E has the parity of the points on E and its rim. A bound is stored as half its distance from the least value.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "field.h"
#include "foray/board/gather.h"
#include "foray/board/memory.h"

namespace foray::solver {

enum class Kind : std::uint8_t { kAtLeast = 0, kAtMost = 1 };

/// A proved bound and the squares it needs: the mover's (at least) or the enemy's (at most).
struct Bound {
    int value = 0;
    Set need = 0;
};

/// An entry in full, for tests and tools.
struct Entry {
    Set empty = 0;
    Kind kind = Kind::kAtLeast;
    Bound bound;
};

/// A one-to-one map of n-bit words that scatters them.
class Mixer {
public:
    explicit Mixer(int bits);
    [[nodiscard]] std::uint64_t mix(std::uint64_t x) const {
        x ^= x >> shift_;
        x = (x * kFirst) & mask_;
        x ^= x >> shift_;
        x = (x * kSecond) & mask_;
        return x ^ (x >> shift_);
    }
    [[nodiscard]] std::uint64_t unmix(std::uint64_t x) const;

private:
    static constexpr std::uint64_t kFirst = 0x9E3779B97F4A7C15;
    static constexpr std::uint64_t kSecond = 0xBF58476D1CE4E5B9;
    int shift_;
    std::uint64_t mask_;
};

class Table {
public:
    static constexpr std::size_t kLineBytes = 64;

    /// Where an E lives: the line, and what its entries must show in their check bits.
    struct Place {
        std::uint64_t line;
        std::uint64_t check;  ///< already shifted to its place in the word
        int parity;           ///< of the points of E and its rim
    };

    /// A table for sets of empties within `universe`: the fewer squares it has, the fewer bits tell two sets apart. As many lines as a
    /// power of two within `bytes` holds. Nothing if that is too few for exact entries, or the memory is not to be had.
    static std::unique_ptr<Table> make(const Field& field, Set universe, std::size_t bytes);
    /// The least memory that exact entries need.
    static std::size_t least_bytes(const Field& field, Set universe);

    [[nodiscard]] bool wide() const { return wide_; }
    [[nodiscard]] std::size_t bytes() const { return lines_ * kLineBytes; }
    [[nodiscard]] int slots() const { return wide_ ? 4 : 8; }

    [[nodiscard]] Place place(Set empty, int parity) const {
        const std::uint64_t mixed = mixer_.mix(gather_bits(empty, universe_));
        return {mixed & (lines_ - 1), (mixed >> line_bits_) << check_shift_, parity};
    }
    void prefetch(const Place& place) const { __builtin_prefetch(line(place.line)); }

    /// An entry that decides whether the open value is at least `target`: kAtLeast with value >= target, or kAtMost with value < target.
    /// `own_view` and `opp_view` are the mover's and the enemy's squares.
    [[nodiscard]] bool probe(const Place& place, Set own_view, Set opp_view, int target, Kind& kind, Bound& found) const {
        return wide_ ? probe_wide(place, own_view, opp_view, target, kind, found)
                     : probe_narrow(place, own_view, opp_view, target, kind, found);
    }
    /// `priority` says how dear the entry was, 0..15; of a full line the cheapest goes.
    void store(const Place& place, Kind kind, const Bound& bound, int priority);

    /// How many of the slots of a sample of lines are taken, 0..1.
    [[nodiscard]] double filled() const;
    void clear();

    /// Calls f(entry) for every entry. Parity is found by asking the field.
    template <class F>
    void for_each(const Field& field, F&& f) const {
        for (std::uint64_t index = 0; index < lines_; ++index) {
            for (int slot = 0; slot < slots(); ++slot) {
                if (const auto entry = read(field, index, slot)) f(*entry);
            }
        }
    }
    [[nodiscard]] std::optional<Entry> read(const Field& field, std::uint64_t line, int slot) const;

    /// Lines as bytes, for saving and restoring. A line may be copied while threads search: its entries stay whole.
    [[nodiscard]] std::uint64_t lines() const { return lines_; }
    void copy_line(std::uint64_t index, std::span<std::byte, kLineBytes> out) const;
    [[nodiscard]] std::span<std::byte, kLineBytes> raw_line(std::uint64_t index) const {
        return std::span<std::byte, kLineBytes>(memory_.data() + index * kLineBytes, kLineBytes);
    }

private:
    Table(const Field& field, Set universe, int line_bits);
    static bool is_wide(const Field& field);

    [[nodiscard]] std::uint64_t* line(std::uint64_t index) const {
        return reinterpret_cast<std::uint64_t*>(memory_.data() + index * kLineBytes);
    }
    [[nodiscard]] int decode(std::uint64_t word, int parity) const {
        const int code = static_cast<int>((word >> bound_shift_) & bound_mask_);
        return 2 * (code - 1) + ((parity + total_) & 1) - total_;
    }
    /// The bound field, in place, of the least value of this parity that is at least `value`.
    [[nodiscard]] std::uint64_t encode(int value, int parity) const {
        const int half = (value + total_ - ((parity + total_) & 1) + 1) >> 1;
        // A question beyond every possible value must not wrap around, nor take an empty slot for an answer.
        return static_cast<std::uint64_t>(std::clamp(half + 1, 1, static_cast<int>(bound_mask_))) << bound_shift_;
    }
    [[nodiscard]] bool probe_narrow(const Place& place, Set own_view, Set opp_view, int target, Kind& kind, Bound& found) const;
    [[nodiscard]] bool probe_wide(const Place& place, Set own_view, Set opp_view, int target, Kind& kind, Bound& found) const;
    void store_narrow(const Place& place, std::uint64_t word);
    void store_wide(const Place& place, Set need, std::uint64_t meta);

    bool wide_;
    Set universe_;
    int total_;
    int line_bits_;
    std::uint64_t lines_;
    Mixer mixer_;
    int bound_shift_;
    std::uint64_t bound_mask_;
    int priority_shift_;
    std::uint64_t priority_mask_;
    int check_shift_;
    Set need_mask_;  ///< narrow: the low bits that hold `need`
    std::uint64_t kind_bit_;
    std::uint64_t fixed_mask_;  ///< the bits that must agree: check and kind
    HugeMemory memory_;
    static constexpr std::size_t kLocks = 4096;
    mutable std::unique_ptr<std::atomic_flag[]> locks_;
};

}  // namespace foray::solver
