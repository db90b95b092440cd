#include "foray/solver/components.h"

#include <algorithm>

#include "foray/solver/gather.h"

namespace foray::solver {

ComponentCache::ComponentCache(const Field& field, Set universe, int bits)
    : field_(field),
      universe_(universe),
      key_shift_(std::min(63, count(universe))),
      index_shift_(64 - (bits - 2)),
      memory_((std::size_t{1} << bits) * sizeof(Slot)),
      buckets_(reinterpret_cast<Slot*>(memory_.data())) {
    static_assert(sizeof(Slot) * kBucket == 64);
}

ComponentCache::Key ComponentCache::key_of(Set own, Set opp, Set cells) const {
    // A component and its exchange share a slot: the owner of the lowest rim square is called own.
    const Set rim = own | opp;
    const bool exchanged = (opp & (~rim + 1) & rim) != 0;
    const std::uint64_t key = gather(cells, universe_) | gather(exchanged ? opp : own, rim) << key_shift_;
    return {key, buckets_ + kBucket * ((key * 0x9E3779B97F4A7C15) >> index_shift_), exchanged};
}

Worth ComponentCache::single(Set own, Set opp, int square) const {
    // A switch. With neighbours of both colours everybody can raid; with one colour only its owner can, and nothing turns. Passing hands
    // the square to the other side: never better than taking it.
    const int here = field_.value(square);
    const int owned = field_.points_near(square, own);
    const int theirs = field_.points_near(square, opp);
    if (own != 0 && opp != 0) {
        const int all = here + owned + theirs;
        return {{all, all}, {all, all}};
    }
    const int mine = here + owned - theirs;
    const int other = here - owned + theirs;
    return {{mine, other}, {mine, other}};
}

Worth ComponentCache::look_up(const Key& key, Set own, Set opp, Set cells) {
    ++lookups_;
    const int first = key.exchanged ? 1 : 0;
    Slot* const bucket = key.bucket;
    for (std::size_t i = 0; i < kBucket; ++i) {
        const Slot& slot = bucket[i];
        if (slot.key == key.word) return {{slot.pass[first], slot.pass[1 - first]}, {slot.must[first], slot.must[1 - first]}};
    }
    const Worth fresh = evaluate(own, opp, cells);
    // The newest comes first and the oldest goes.
    for (std::size_t i = kBucket - 1; i > 0; --i) bucket[i] = bucket[i - 1];
    bucket[0].key = key.word;
    for (int i = 0; i < 2; ++i) {
        bucket[0].pass[i] = static_cast<std::int16_t>(fresh.pass[i ^ first]);
        bucket[0].must[i] = static_cast<std::int16_t>(fresh.must[i ^ first]);
    }
    return fresh;
}

Worth ComponentCache::evaluate(Set own, Set opp, Set cells) {
    ++evaluations_;
    // Every move of either side, and the pieces it leaves. What is left of the cells is the same whoever played.
    struct Outcome {
        int gain;
        int pass = 0;
        int low = 0;
        int start = 0;
        void add(const Worth& part) {
            pass += part.pass[0];
            low -= part.pass[1];
            start = std::max(start, part.must[0] + part.pass[1]);
        }
    };
    struct Wanted {
        Set own;
        Set opp;
        Set cells;
        Key key;
        Outcome* outcome;
    };
    Outcome outcomes[2 * kMostCells];
    Wanted wanted[2 * kMostCells * kMostCells];
    int n = 0;
    int asked = 0;
    const State sides[2] = {{own, opp, cells}, {opp, own, cells}};
    for (Set rest = cells; rest != 0; rest &= rest - 1, n += 2) {
        const int square = lowest(rest);
        const Set touched = field_.around(cells & ~bit(square));
        const Step steps[2] = {play(field_, sides[0], square, touched), play(field_, sides[1], square, touched)};
        outcomes[n].gain = steps[0].gain;
        outcomes[n + 1].gain = steps[1].gain;
        pieces_after(cells, square, [&](Set piece) {
            const Set rim = field_.rim(piece);
            for (int side = 0; side < 2; ++side) {
                const Set part_own = steps[side].after.own & rim;
                const Set part_opp = steps[side].after.opp & rim;
                if ((piece & (piece - 1)) == 0) {
                    outcomes[n + side].add(single(part_own, part_opp, lowest(piece)));
                    continue;
                }
                const Key key = key_of(part_own, part_opp, piece);
                __builtin_prefetch(key.bucket);
                wanted[asked++] = {part_own, part_opp, piece, key, &outcomes[n + side]};
            }
        });
    }
    for (int i = 0; i < asked; ++i) wanted[i].outcome->add(look_up(wanted[i].key, wanted[i].own, wanted[i].opp, wanted[i].cells));
    constexpr int kNone = -30000;
    Worth best{{kNone, kNone}, {kNone, kNone}};
    for (int i = 0; i < n; ++i) {
        const Outcome& outcome = outcomes[i];
        best.pass[i & 1] = std::max(best.pass[i & 1], outcome.gain - outcome.low - outcome.start);
        best.must[i & 1] = std::max(best.must[i & 1], outcome.gain - outcome.pass);
    }
    return {{std::max(best.pass[0], -best.must[1]), std::max(best.pass[1], -best.must[0])}, {best.must[0], best.must[1]}};
}

}  // namespace foray::solver
