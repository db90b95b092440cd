#include "foray/solver/sum.h"

#include <algorithm>

namespace foray::solver {

void Sum::Total::add(const Worth& worth, int side) {
    high += worth.pass[side];
    low -= worth.pass[1 - side];
    best_start = std::max(best_start, worth.must[side] + worth.pass[1 - side]);
}

void Sum::take_apart(const State& state, Set switches) {
    size_ = 0;
    // A large component is worth its price where much search hangs on it.
    const int e = count(state.empty);
    limit_ = ideas_.component_limit + (e >= 12 ? 1 : 0) - (e <= 8 ? 1 : 0);
    switches_ = switches;
    for (Set rest = state.empty & ~switches; rest != 0;) {
        const Set cells = cache_.first_component(rest);
        rest &= ~cells;
        Part& part = parts_[static_cast<std::size_t>(size_++)];
        part.cells = cells;
        part.small = count(cells) <= limit_;
        part.known = false;
        part.points = field_.points(cells | field_.around(cells));
    }
}

/// The worth of a part, evaluated when first asked for. `state` is seen from the mover of the node (side 0) or of a child (side 1) that
/// did not touch the part.
const Worth& Sum::worth_of(Part& part, const State& state, int side) {
    if (!part.known) {
        const Set rim = field_.rim(part.cells);
        const Worth worth = cache_.worth(state.own & rim, state.opp & rim, part.cells);
        part.worth = side == 0 ? worth : worth.exchanged();
        part.known = true;
    }
    return part.worth;
}

/// All switches together are one component.
void Sum::add_switches(const State& state, Set switches, Total& total) const {
    std::array<int, 64> swings;
    int n = 0;
    each(switches, [&](int square) {
        const Swing swing = swing_of(field_, state.own, state.opp, square);
        total.high += swing.fixed;
        total.low += swing.fixed;
        int at = n++;
        for (; at > 0 && swings[static_cast<std::size_t>(at - 1)] < swing.size; --at) {
            swings[static_cast<std::size_t>(at)] = swings[static_cast<std::size_t>(at - 1)];
        }
        swings[static_cast<std::size_t>(at)] = swing.size;
    });
    int sum = 0;
    for (int i = n - 1; i >= 0; --i) sum = swings[static_cast<std::size_t>(i)] - sum;
    total.add({{sum, sum}, {sum, sum}}, 0);
    total.covered |= switches;
}

bool Sum::conclude(const State& state, const Total& total, int target, Bound& bound) const {
    const int low = total.low + total.best_start;
    if (low >= target) {
        bound = {low, state.own & field_.around(total.covered)};
        return true;
    }
    if (total.high < target) {
        bound = {total.high, state.opp & field_.around(total.covered)};
        return true;
    }
    return false;
}

bool Sum::decide(const State& state, int target, Bound& bound) {
    Total total;
    if (switches_ != 0) add_switches(state, switches_, total);
    for (int i = 0; i < size_; ++i) {
        const Part& part = parts_[static_cast<std::size_t>(i)];
        if (part.small) {
            total.open += part.points;
        } else {
            total.add_unknown(part.points);
        }
    }
    for (int i = 0; i < size_; ++i) {
        Part& part = parts_[static_cast<std::size_t>(i)];
        if (!part.small) continue;
        if (total.hopeless(target)) return false;
        total.add(worth_of(part, state, 0), 0);
        total.open -= part.points;
        total.covered |= part.cells;
    }
    return conclude(state, total, target, bound);
}

bool Sum::decide_after(const State& after, Set switches, int square, int target, Bound& bound) {
    Total total;
    if (switches != 0) add_switches(after, switches, total);
    std::array<Set, 8> pieces;
    std::size_t n = 0;
    for (int i = 0; i < size_; ++i) {
        Part& part = parts_[static_cast<std::size_t>(i)];
        if ((part.cells & bit(square)) == 0) {
            if (!part.small) {
                total.add_unknown(part.points);
            } else if (part.known) {
                total.add(part.worth, 1);
                total.covered |= part.cells;
            } else {
                total.open += part.points;
            }
            continue;
        }
        // The component that was played in. Its switches are counted already, and may have cancelled.
        if (count(part.cells) > 2 * limit_) {
            total.add_unknown(field_.points(after.empty & part.cells & ~switches) +
                              field_.points(field_.around(part.cells) & ~after.empty));
            continue;
        }
        Set large = 0;
        cache_.pieces_after(part.cells, square, [&](Set piece) {
            if ((piece & (piece - 1)) == 0) return;
            if (count(piece) > limit_ || n == pieces.size()) {
                large |= piece;
            } else {
                pieces[n++] = piece;
            }
        });
        if (large != 0) total.add_unknown(field_.points(large | field_.around(large)));
        if (n != 0) total.open += part.points;
    }
    if (total.hopeless(target)) return false;
    for (int i = 0; i < size_; ++i) {
        Part& part = parts_[static_cast<std::size_t>(i)];
        if (!part.small || part.known || (part.cells & bit(square)) != 0) continue;
        total.add(worth_of(part, after, 1), 1);
        total.open -= part.points;
        total.covered |= part.cells;
        if (total.hopeless(target)) return false;
    }
    for (std::size_t i = 0; i < n; ++i) {
        const Set rim = field_.rim(pieces[i]);
        total.add(cache_.worth(after.own & rim, after.opp & rim, pieces[i]), 0);
        total.covered |= pieces[i];
    }
    return conclude(after, total, target, bound);
}

}  // namespace foray::solver
