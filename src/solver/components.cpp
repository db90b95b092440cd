#include "foray/solver/components.h"

#include <algorithm>

namespace foray::solver {

ComponentCache::ComponentCache(const Field& field, int bits) : field_(field), slots_(std::size_t{1} << bits), shift_(64 - bits) {}

Worth ComponentCache::single(Set own, Set opp, int square) const {
    // A switch. With neighbours of both colours everybody can raid; with one colour only its owner can, and nothing turns.
    const int here = field_.value(square);
    int swing[2] = {here, here};
    const int owned = field_.points(own);
    const int theirs = field_.points(opp);
    if (own != 0 && opp != 0) {
        swing[0] = swing[1] = here + owned + theirs;
    } else {
        swing[0] = here + owned - theirs;
        swing[1] = here - owned + theirs;
    }
    // Passing hands the square to the other side: never better than taking it.
    return {{swing[0], swing[1]}, {swing[0], swing[1]}, {swing[0], swing[1]}};
}

Worth ComponentCache::look_up(Set own, Set opp, Set cells) {
    ++lookups_;
    // A position and its exchange share a slot: the owner of the lowest rim square is called own.
    const Set rim = own | opp;
    const bool swap = (opp & (~rim + 1) & rim) != 0;
    if (swap) std::swap(own, opp);
    const std::uint64_t hash = (cells * 0x9E3779B97F4A7C15) ^ (own * 0xC2B2AE3D27D4EB4F);
    Slot* pair = &slots_[((hash * 0xD6E8FEB86659FD93) >> shift_) & ~std::uint64_t{1}];
    for (int i = 0; i < 2; ++i) {
        const Slot& slot = pair[i];
        if (slot.cells != cells || slot.own != own) continue;
        const Worth found{{slot.value[0], slot.value[1]}, {slot.value[2], slot.value[3]}, {slot.value[4], slot.value[5]}};
        return swap ? found.exchanged() : found;
    }
    const Worth fresh = evaluate(own, opp, cells);
    // Two to a cache line: the larger group is dearer and keeps its slot against smaller ones.
    if (count(pair[0].cells) <= count(cells)) {
        pair[1] = pair[0];
        pair[0] = {cells, own, {}};
    } else {
        pair[1] = {cells, own, {}};
    }
    Slot& kept = pair[0].cells == cells && pair[0].own == own ? pair[0] : pair[1];
    for (int i = 0; i < 2; ++i) {
        kept.value[i] = static_cast<std::int16_t>(fresh.pass[i]);
        kept.value[2 + i] = static_cast<std::int16_t>(fresh.must[i]);
        kept.value[4 + i] = static_cast<std::int16_t>(fresh.exact[i]);
    }
    return swap ? fresh.exchanged() : fresh;
}

Worth ComponentCache::evaluate(Set own, Set opp, Set cells) {
    ++evaluations_;
    constexpr int kNone = -30000;
    Worth best{{kNone, kNone}, {kNone, kNone}, {kNone, kNone}};
    const State sides[2] = {{own, opp, cells}, {opp, own, cells}};
    each(cells, [&](int square) {
        for (int side = 0; side < 2; ++side) {
            const Step step = play(field_, sides[side], square);
            const Worth after = worth(step.after.own, step.after.opp, step.after.empty);
            best.pass[side] = std::max(best.pass[side], step.gain - after.must[0]);
            best.must[side] = std::max(best.must[side], step.gain - after.pass[0]);
            best.exact[side] = std::max(best.exact[side], step.gain - after.exact[0]);
        }
    });
    const int pass[2] = {std::max(best.pass[0], -best.must[1]), std::max(best.pass[1], -best.must[0])};
    return {{pass[0], pass[1]}, {best.must[0], best.must[1]}, {best.exact[0], best.exact[1]}};
}

}  // namespace foray::solver
