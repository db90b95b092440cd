#include "foray/solver/components.h"

#include <algorithm>
#include <cassert>

#include "foray/solver/gather.h"

namespace foray::solver {

ComponentCache::ComponentCache(const Field& field, Set universe, int bits)
    : field_(field), universe_(universe), key_shift_(count(universe)), index_shift_(64 - (bits - 2)) {
    assert(key_shift_ <= kMostEmpties);
    slots_.resize((std::size_t{1} << bits) + kBucket);
    const auto address = reinterpret_cast<std::uintptr_t>(slots_.data());
    buckets_ = slots_.data() + ((64 - address % 64) % 64) / sizeof(Slot);
}

Worth ComponentCache::single(Set own, Set opp, int square) const {
    // A switch. With neighbours of both colours everybody can raid; with one colour only its owner can, and nothing turns. Passing hands
    // the square to the other side: never better than taking it.
    const int here = field_.value(square);
    const int owned = field_.points(own);
    const int theirs = field_.points(opp);
    if (own != 0 && opp != 0) {
        const int all = here + owned + theirs;
        return {{all, all}, {all, all}};
    }
    const int mine = here + owned - theirs;
    const int other = here - owned + theirs;
    return {{mine, other}, {mine, other}};
}

Worth ComponentCache::look_up(Set own, Set opp, Set cells) {
    ++lookups_;
    // A component and its exchange share a slot: the owner of the lowest rim square is called own.
    const Set rim = own | opp;
    const bool swap = (opp & (~rim + 1) & rim) != 0;
    if (swap) std::swap(own, opp);
    const std::uint64_t key = gather(cells, universe_) | gather(own, rim) << key_shift_;
    Slot* const bucket = buckets_ + kBucket * ((key * 0x9E3779B97F4A7C15) >> index_shift_);
    for (std::size_t i = 0; i < kBucket; ++i) {
        const Slot& slot = bucket[i];
        if (slot.key != key) continue;
        return {{slot.pass[swap ? 1 : 0], slot.pass[swap ? 0 : 1]}, {slot.must[swap ? 1 : 0], slot.must[swap ? 0 : 1]}};
    }
    const Worth fresh = evaluate(own, opp, cells);
    // The newest comes first and the oldest goes.
    for (std::size_t i = kBucket - 1; i > 0; --i) bucket[i] = bucket[i - 1];
    bucket[0].key = key;
    for (int i = 0; i < 2; ++i) {
        bucket[0].pass[i] = static_cast<std::int16_t>(fresh.pass[i]);
        bucket[0].must[i] = static_cast<std::int16_t>(fresh.must[i]);
    }
    return swap ? fresh.exchanged() : fresh;
}

Worth ComponentCache::evaluate(Set own, Set opp, Set cells) {
    ++evaluations_;
    constexpr int kNone = -30000;
    Worth best{{kNone, kNone}, {kNone, kNone}};
    const State sides[2] = {{own, opp, cells}, {opp, own, cells}};
    each(cells, [&](int square) {
        // What is left of the cells is the same whoever played.
        const Set touched = field_.around(cells & ~bit(square));
        const Step steps[2] = {play(field_, sides[0], square, touched), play(field_, sides[1], square, touched)};
        int pass[2] = {0, 0};
        int low[2] = {0, 0};
        int start[2] = {0, 0};
        pieces_after(cells, square, [&](Set piece) {
            const Set rim = field_.rim(piece);
            for (int side = 0; side < 2; ++side) {
                const State& after = steps[side].after;
                const Worth part = worth(after.own & rim, after.opp & rim, piece);
                pass[side] += part.pass[0];
                low[side] -= part.pass[1];
                start[side] = std::max(start[side], part.must[0] + part.pass[1]);
            }
        });
        for (int side = 0; side < 2; ++side) {
            best.pass[side] = std::max(best.pass[side], steps[side].gain - low[side] - start[side]);
            best.must[side] = std::max(best.must[side], steps[side].gain - pass[side]);
        }
    });
    return {{std::max(best.pass[0], -best.must[1]), std::max(best.pass[1], -best.must[0])}, {best.must[0], best.must[1]}};
}

}  // namespace foray::solver
