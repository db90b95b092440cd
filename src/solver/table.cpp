#include "table.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <cstring>

namespace foray::solver {

// ---- the mixer

Mixer::Mixer(int bits) : shift_(std::max(1, (bits + 1) / 2)), mask_(bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1) {}

std::uint64_t Mixer::unmix(std::uint64_t x) const {
    // An xor with a shift by at least half the width undoes itself; an odd factor has an inverse modulo a power of two (Newton).
    const auto inverse = [](std::uint64_t odd) {
        std::uint64_t y = odd;
        for (int i = 0; i < 6; ++i) y *= 2 - odd * y;
        return y;
    };
    x ^= x >> shift_;
    x = (x * inverse(kSecond)) & mask_;
    x ^= x >> shift_;
    x = (x * inverse(kFirst)) & mask_;
    return x ^ (x >> shift_);
}

// ---- the layout

bool Table::is_wide(const Field& field) { return field.squares() > 36; }

namespace {
/// Codes run from 0 (nothing) to total + 1.
int bound_bits(const Field& field) { return static_cast<int>(std::bit_width(static_cast<unsigned>(field.total() + 2))); }
}  // namespace

std::size_t Table::least_bytes(const Field& field, Set universe) {
    const int fixed = 1 + bound_bits(field) + (is_wide(field) ? 0 : field.squares());
    const int line_bits = std::max(10, fixed + count(universe) - 64);
    return kLineBytes << line_bits;
}

std::unique_ptr<Table> Table::make(const Field& field, Set universe, std::size_t bytes) {
    if (bytes < least_bytes(field, universe)) return nullptr;
    const int line_bits = static_cast<int>(std::bit_width(bytes / kLineBytes)) - 1;
    auto table = std::unique_ptr<Table>(new Table(field, universe, line_bits));
    if (!table->memory_.ok()) return nullptr;
    return table;
}

Table::Table(const Field& field, Set universe, int line_bits)
    : wide_(is_wide(field)),
      universe_(universe),
      total_(field.total()),
      line_bits_(line_bits),
      lines_(std::uint64_t{1} << line_bits),
      mixer_(count(universe)),
      memory_(lines_ * kLineBytes) {
    const int need_bits = wide_ ? 0 : field.squares();
    need_mask_ = wide_ ? 0 : field.board();
    kind_bit_ = std::uint64_t{1} << need_bits;
    bound_shift_ = need_bits + 1;
    bound_mask_ = (std::uint64_t{1} << bound_bits(field)) - 1;
    const int checks = std::max(0, count(universe) - line_bits);
    priority_shift_ = bound_shift_ + bound_bits(field);
    const int spare = 64 - priority_shift_ - checks;
    assert(spare >= 0);
    const int priority_bits = std::min(spare, 4);
    priority_mask_ = (std::uint64_t{1} << priority_bits) - 1;
    check_shift_ = std::min(63, priority_shift_ + priority_bits);
    const std::uint64_t check_mask = checks == 0 ? 0 : ((std::uint64_t{1} << checks) - 1) << check_shift_;
    fixed_mask_ = check_mask | kind_bit_;
    if (wide_) locks_ = std::make_unique<std::atomic_flag[]>(kLocks);
}

// ---- narrow entries

namespace {

std::uint64_t load(const std::uint64_t& word) {
    return std::atomic_ref<std::uint64_t>(const_cast<std::uint64_t&>(word)).load(std::memory_order_relaxed);
}
void save(std::uint64_t& word, std::uint64_t value) { std::atomic_ref<std::uint64_t>(word).store(value, std::memory_order_relaxed); }

/// Which of the eight words agree with `wanted` in all bits of `mask`; bit i for word i. Each 8-byte lane is read whole.
unsigned matches(const std::uint64_t* words, std::uint64_t wanted, std::uint64_t mask) {
#if defined(__AVX2__)
    const __m256i want = _mm256_set1_epi64x(static_cast<long long>(wanted));
    const __m256i bits = _mm256_set1_epi64x(static_cast<long long>(mask));
    const __m256i low = _mm256_load_si256(reinterpret_cast<const __m256i*>(words));
    const __m256i high = _mm256_load_si256(reinterpret_cast<const __m256i*>(words + 4));
    const __m256i zero = _mm256_setzero_si256();
    const __m256i low_same = _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_xor_si256(low, want), bits), zero);
    const __m256i high_same = _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_xor_si256(high, want), bits), zero);
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(low_same))) |
           static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(high_same))) << 4;
#else
    unsigned found = 0;
    for (unsigned i = 0; i < 8; ++i) found |= static_cast<unsigned>(((load(words[i]) ^ wanted) & mask) == 0) << i;
    return found;
#endif
}

}  // namespace

bool Table::probe_narrow(const Place& place, Set own_view, Set opp_view, int target, Kind& kind, Bound& found) const {
    const std::uint64_t* words = line(place.line);
    const std::uint64_t threshold = encode(target, place.parity);
    const std::uint64_t bound_field = bound_mask_ << bound_shift_;
    // An entry is about this E if its check agrees, and covers this position if it needs no square outside the view.
    for (unsigned hits = matches(words, place.check, fixed_mask_ | (need_mask_ & ~own_view)); hits != 0; hits &= hits - 1) {
        const std::uint64_t word = load(words[std::countr_zero(hits)]);
        // Another thread may have replaced the word since it matched: look again at what is used.
        if (((word ^ place.check) & (fixed_mask_ | (need_mask_ & ~own_view))) != 0 || (word & bound_field) < threshold) continue;
        kind = Kind::kAtLeast;
        found = {decode(word, place.parity), word & need_mask_};
        return true;
    }
    const std::uint64_t at_most = place.check | kind_bit_;
    for (unsigned hits = matches(words, at_most, fixed_mask_ | (need_mask_ & ~opp_view)); hits != 0; hits &= hits - 1) {
        const std::uint64_t word = load(words[std::countr_zero(hits)]);
        if (((word ^ at_most) & (fixed_mask_ | (need_mask_ & ~opp_view))) != 0 || (word & bound_field) >= threshold) continue;
        kind = Kind::kAtMost;
        found = {decode(word, place.parity), word & need_mask_};
        return true;
    }
    return false;
}

void Table::store_narrow(const Place& place, std::uint64_t word) {
    std::uint64_t* words = line(place.line);
    const std::uint64_t bound_field = bound_mask_ << bound_shift_;
    const bool at_least = (word & kind_bit_) == 0;
    int victim = -1;
    std::uint64_t cheapest = ~std::uint64_t{0};
    bool stored = false;
    for (int i = 0; i < 8; ++i) {
        const std::uint64_t old = load(words[i]);
        if (((old ^ word) & fixed_mask_) == 0 && old != 0) {
            const std::uint64_t old_need = old & need_mask_;
            const std::uint64_t new_need = word & need_mask_;
            const auto stronger = [&](std::uint64_t a, std::uint64_t b) {
                return at_least ? (a & bound_field) >= (b & bound_field) : (a & bound_field) <= (b & bound_field);
            };
            if ((old_need & ~new_need) == 0 && stronger(old, word)) return;  // says as much already
            if ((new_need & ~old_need) == 0 && stronger(word, old)) {
                save(words[i], stored ? 0 : word);
                stored = true;
                continue;
            }
        }
        // A line fills from the front; behind equals the later slot goes, so that no slot is a favourite for ever.
        const std::uint64_t price = old == 0 ? 0 : 1 + ((old >> priority_shift_) & priority_mask_);
        if (price < cheapest || (price == cheapest && price != 0 && ((word >> 7) & 1) != 0)) {
            cheapest = price;
            victim = i;
        }
    }
    if (!stored) save(words[victim], word);
}

// ---- wide entries

namespace {

class Guard {
public:
    explicit Guard(std::atomic_flag& flag) : flag_(flag) {
        while (flag_.test_and_set(std::memory_order_acquire)) {
        }
    }
    ~Guard() { flag_.clear(std::memory_order_release); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

private:
    std::atomic_flag& flag_;
};

}  // namespace

bool Table::probe_wide(const Place& place, Set own_view, Set opp_view, int target, Kind& kind, Bound& found) const {
    const std::uint64_t* words = line(place.line);
    const std::uint64_t threshold = encode(target, place.parity);
    const std::uint64_t bound_field = bound_mask_ << bound_shift_;
    const Guard guard(locks_[place.line % kLocks]);
    for (int i = 0; i < 4; ++i) {
        const Set need = words[2 * i];
        const std::uint64_t meta = words[2 * i + 1];
        if (((meta ^ place.check) & (fixed_mask_ & ~kind_bit_)) != 0) continue;
        const bool at_least = (meta & kind_bit_) == 0;
        const bool covered = (need & ~(at_least ? own_view : opp_view)) == 0;
        if (!covered || ((meta & bound_field) >= threshold) != at_least) continue;
        kind = at_least ? Kind::kAtLeast : Kind::kAtMost;
        found = {decode(meta, place.parity), need};
        return true;
    }
    return false;
}

void Table::store_wide(const Place& place, Set need, std::uint64_t meta) {
    std::uint64_t* words = line(place.line);
    const std::uint64_t bound_field = bound_mask_ << bound_shift_;
    const bool at_least = (meta & kind_bit_) == 0;
    const Guard guard(locks_[place.line % kLocks]);
    int victim = -1;
    std::uint64_t cheapest = ~std::uint64_t{0};
    for (int i = 0; i < 4; ++i) {
        const Set old_need = words[2 * i];
        const std::uint64_t old = words[2 * i + 1];
        if (((old ^ meta) & fixed_mask_) == 0 && old != 0) {
            const bool old_stronger = at_least ? (old & bound_field) >= (meta & bound_field) : (old & bound_field) <= (meta & bound_field);
            const bool new_stronger = at_least ? (old & bound_field) <= (meta & bound_field) : (old & bound_field) >= (meta & bound_field);
            if ((old_need & ~need) == 0 && old_stronger) return;
            if ((need & ~old_need) == 0 && new_stronger) {
                victim = i;
                break;
            }
        }
        const std::uint64_t price = old == 0 ? 0 : 1 + ((old >> priority_shift_) & priority_mask_);
        if (price < cheapest) {
            cheapest = price;
            victim = i;
        }
    }
    words[2 * victim] = need;
    words[2 * victim + 1] = meta;
}

// ---- both

void Table::store(const Place& place, Kind kind, const Bound& bound, int priority) {
    const std::uint64_t meta = place.check | (kind == Kind::kAtMost ? kind_bit_ : 0) | encode(bound.value, place.parity) |
                               (std::min(static_cast<std::uint64_t>(priority), priority_mask_) << priority_shift_);
    if (wide_) {
        store_wide(place, bound.need, meta);
    } else {
        assert((bound.need & ~need_mask_) == 0);
        store_narrow(place, meta | bound.need);
    }
}

std::optional<Entry> Table::read(const Field& field, std::uint64_t index, int slot) const {
    const std::uint64_t* words = line(index);
    const std::uint64_t meta = load(words[wide_ ? 2 * slot + 1 : slot]);
    if (((meta >> bound_shift_) & bound_mask_) == 0) return std::nullopt;
    const Set need = wide_ ? load(words[2 * slot]) : meta & need_mask_;
    const std::uint64_t check = (meta & fixed_mask_ & ~kind_bit_) >> check_shift_;
    const Set empty = spread_bits(mixer_.unmix(check << line_bits_ | index), universe_);
    const int parity = field.parity(empty | field.rim(empty));
    return Entry{empty, (meta & kind_bit_) == 0 ? Kind::kAtLeast : Kind::kAtMost, {decode(meta, parity), need}};
}

double Table::filled() const {
    const std::uint64_t sample = std::min<std::uint64_t>(lines_, 4096);
    std::uint64_t taken = 0;
    for (std::uint64_t i = 0; i < sample; ++i) {
        const std::uint64_t* words = line(i * (lines_ / sample));
        for (int slot = 0; slot < slots(); ++slot) taken += load(words[wide_ ? 2 * slot + 1 : slot]) != 0 ? 1 : 0;
    }
    return static_cast<double>(taken) / (static_cast<double>(sample) * slots());
}

void Table::copy_line(std::uint64_t index, std::span<std::byte, kLineBytes> out) const {
    const auto copy = [&] {
        for (std::size_t i = 0; i < kLineBytes / 8; ++i) {
            const std::uint64_t word = load(line(index)[i]);
            std::memcpy(out.data() + 8 * i, &word, sizeof word);
        }
    };
    if (wide_) {
        const Guard guard(locks_[index % kLocks]);
        copy();
    } else {
        copy();
    }
}

void Table::clear() { std::memset(memory_.data(), 0, bytes()); }

}  // namespace foray::solver
