#include "foray/solver/sum.h"

#include <algorithm>

namespace foray::solver {

Swing swing_of(const Field& field, Set own, Set opp, int square) {
    const Set mine = field.near(square) & own;
    const Set theirs = field.near(square) & opp;
    const int here = field.value(square);
    if (mine != 0 && theirs != 0) return {here + field.points(mine | theirs), 0};
    return {here, field.points(mine) - field.points(theirs)};
}

void Sum::Total::add(const Worth& worth, int side) {
    high += worth.pass[side];
    low -= worth.pass[1 - side];
    best_start = std::max(best_start, worth.must[side] + worth.pass[1 - side]);
}

void Sum::Total::add_unknown(int points) {
    high += points;
    low -= points;
}

void Sum::take_apart(const State& state, Set switches) {
    size_ = 0;
    switches_ = switches;
    useful_ = switches != 0;
    for (Set rest = state.empty & ~switches; rest != 0;) {
        const Set cells = count(state.empty) <= ideas_.merge_limit ? rest : cache_.first_component(rest);
        rest &= ~cells;
        const Set rim = field_.rim(cells);
        Part& part = parts_[static_cast<std::size_t>(size_++)];
        part.cells = cells;
        part.known = count(cells) <= ideas_.component_limit;
        if (part.known) {
            part.worth = cache_.worth(state.own & rim, state.opp & rim, cells);
            useful_ = true;
        } else {
            part.points = field_.points(cells | rim);
        }
    }
}

/// Adds the switches, all of them as one component, and the needed squares.
Range Sum::finish(const State& state, Set switches, Total total) const {
    if (switches != 0) {
        std::array<int, 64> swings;
        int n = 0;
        each(switches, [&](int square) {
            const Swing swing = swing_of(field_, state.own, state.opp, square);
            total.high += swing.fixed;
            total.low += swing.fixed;
            int at = n++;
            for (; at > 0 && swings[static_cast<std::size_t>(at - 1)] < swing.size; --at)
                swings[static_cast<std::size_t>(at)] = swings[static_cast<std::size_t>(at - 1)];
            swings[static_cast<std::size_t>(at)] = swing.size;
        });
        int alternating = 0;
        for (int i = 0; i < n; ++i)
            alternating += (i & 1) == 0 ? swings[static_cast<std::size_t>(i)] : -swings[static_cast<std::size_t>(i)];
        total.add({{alternating, alternating}, {alternating, alternating}, {0, 0}}, 0);
        total.covered |= switches;
    }
    const Set rim = field_.around(total.covered);
    return {total.low + total.best_start, total.high, state.own & rim, state.opp & rim};
}

Range Sum::range(const State& state) const {
    if (switches_ == 0 && size_ == 1 && parts_[0].known) {
        const int exact = parts_[0].worth.exact[0];
        return {exact, exact, state.own, state.opp};
    }
    Total total;
    for (int i = 0; i < size_; ++i) {
        const Part& part = parts_[static_cast<std::size_t>(i)];
        if (part.known) {
            total.add(part.worth, 0);
            total.covered |= part.cells;
        } else {
            total.add_unknown(part.points);
        }
    }
    return finish(state, switches_, total);
}

void Sum::split(const State& state, Set cells, Total& total) {
    while (cells != 0) {
        const Set part = cache_.first_component(cells);
        cells &= ~part;
        const Set rim = field_.rim(part);
        if (count(part) <= ideas_.component_limit) {
            total.add(cache_.worth(state.own & rim, state.opp & rim, part), 0);
            total.covered |= part;
        } else {
            total.add_unknown(field_.points(part | rim));
        }
    }
}

Range Sum::range_after(const State& after, Set switches) {
    if (count(after.empty) <= ideas_.merge_limit && after.empty != 0) {
        const int exact = cache_.worth(after.own, after.opp, after.empty).exact[0];
        return {exact, exact, after.own, after.opp};
    }
    Total total;
    Set touched = after.empty & ~switches;
    for (int i = 0; i < size_; ++i) {
        const Part& part = parts_[static_cast<std::size_t>(i)];
        if ((part.cells & ~after.empty) != 0) continue;  // the move was played here, or the cells cancelled
        touched &= ~part.cells;
        if (part.known) {
            total.add(part.worth, 1);
            total.covered |= part.cells;
        } else {
            total.add_unknown(part.points);
        }
    }
    if (switches == 0 && touched == after.empty && touched != 0 && count(touched) <= ideas_.component_limit &&
        cache_.first_component(touched) == touched) {
        const int exact = cache_.worth(after.own, after.opp, touched).exact[0];
        return {exact, exact, after.own, after.opp};
    }
    split(after, touched, total);
    return finish(after, switches, total);
}

}  // namespace foray::solver
