#include "foray/solver/search.h"

#include <algorithm>
#include <cassert>

#include "foray/solver/search_child.h"

namespace foray::solver {

Search::Search(const Field& field, const Ideas& ideas, Table& table, const std::atomic<bool>& stop)
    : field_(field), ideas_(ideas), table_(table), stop_(stop), cache_(field, 18), history_(64, 0) {}

// ---- the table

Search::View Search::view_of(const State& state) const {
    View view;
    const Set rim = state.own | state.opp;
    view.own = state.own;
    view.opp = state.opp;
    Set empty = state.empty;
    if (ideas_.mixed_private) {
        // Rim squares with exactly one empty neighbour are private to it.
        const Set a = (empty & field_.not_last_col()) << 1;
        const Set b = (empty & field_.not_first_col()) >> 1;
        const Set c = empty << field_.cols();
        const Set d = empty >> field_.cols();
        const Set ones = ((a ^ b) ^ (c ^ d)) & ~((a & b) | (c & d)) & rim;
        view.mixed = field_.around(ones & state.own) & field_.around(ones & state.opp) & empty;
        each(view.mixed, [&](int cell) {
            const Set priv = field_.near(cell) & ones;
            const Set low = priv & (~priv + 1);
            view.own = (view.own & ~priv) | low;
            view.opp = (view.opp & ~priv) | low;
        });
    }
    const int parity = field_.parity(empty | rim);
    if (ideas_.symmetry && !field_.symmetries().empty() && count(empty) >= ideas_.symmetry_from) {
        Set best = empty;
        for (std::size_t i = 0; i < field_.symmetries().size(); ++i) {
            const Set image = field_.symmetries()[i].there(empty);
            if (image >= best) continue;
            best = image;
            view.symmetry = static_cast<int>(i);
        }
        if (view.symmetry >= 0) {
            const SetMap& map = field_.symmetries()[static_cast<std::size_t>(view.symmetry)].there;
            view.own = map(view.own);
            view.opp = map(view.opp);
            empty = best;
        }
    }
    view.place = table_.place(empty, parity);
    return view;
}

/// The private neighbours of a mixed cell in a state.
namespace {
Set private_to(const Field& field, const State& state, int cell) {
    return field.near(cell) & ~state.empty & ~field.around(state.empty & ~bit(cell));
}
}  // namespace

// A bound that needs some of the private neighbours of a mixed cell, but not all of them, holds with any one of them in their place:
// whoever plays the cell can raid and gets them all. Entries always name the lowest.
Set Search::to_view(const State& state, const View& view, Set need) const {
    each(view.mixed, [&](int cell) {
        const Set priv = private_to(field_, state, cell);
        if ((need & priv) != 0) need = (need & ~priv) | (priv & (~priv + 1));
    });
    return view.symmetry < 0 ? need : field_.symmetries()[static_cast<std::size_t>(view.symmetry)].there(need);
}

Set Search::from_view(const State& state, const View& view, Set need, Kind kind) const {
    if (view.symmetry >= 0) need = field_.symmetries()[static_cast<std::size_t>(view.symmetry)].back(need);
    const Set holder = kind == Kind::kAtLeast ? state.own : state.opp;
    each(view.mixed & field_.around(need & ~holder), [&](int cell) {
        const Set priv = private_to(field_, state, cell);
        if ((need & priv & ~holder) == 0) return;
        const Set held = priv & holder;
        need = (need & ~priv) | (held & (~held + 1));
    });
    return need;
}

bool Search::probe(const State& state, const View& view, int target, Bound& found) {
    Kind kind;
    if (!table_.probe(view.place, view.own, view.opp, target, kind, found)) return false;
    if (!ideas_.dominance && found.need != (kind == Kind::kAtLeast ? view.own : view.opp)) return false;
    found.need = from_view(state, view, found.need, kind);
    return true;
}

void Search::store(const State& state, const View& view, int target, const Bound& bound, std::uint64_t work) {
    if (!ideas_.table) return;
    const Kind kind = bound.value >= target ? Kind::kAtLeast : Kind::kAtMost;
    const int priority = std::min(15, static_cast<int>(std::bit_width(work)) / 2);
    table_.store(view.place, kind, {bound.value, to_view(state, view, bound.need)}, priority);
}

// ---- children

void Search::make_child(const State& state, Set switches, int square, Child& child) const {
    const Step step = play(field_, state, square);
    child.state = step.after;
    child.gain = step.gain;
    child.beside = step.turned;
    child.settled = step.settled;
    child.raid = step.raid;
    child.square = square;
    child.own_extra = child.opp_extra = 0;
    if (!ideas_.switches && !ideas_.components) return;
    child.switches = switches & ~bit(square);
    each(field_.within_two(square) & step.after.empty, [&](int cell) {
        if ((field_.within_two(cell) & step.after.empty) == 0) child.switches |= bit(cell);
    });
    if (ideas_.switches && (child.switches & ~switches) != 0) cancel_switches(state, square, child);
}

/// Two switches of equal swing cancel: whoever plays one is answered by the other. (In a sum, x - x with either side to move is 0: a
/// player who wants to move elsewhere can, and the pair remains.) What their one-coloured neighbours are worth stays as a constant.
void Search::cancel_switches(const State&, int, Child& child) const {
    State& state = child.state;
    bool again = true;
    while (again) {
        again = false;
        for (Set rest = child.switches; rest != 0 && !again; rest &= rest - 1) {
            const int one = lowest(rest);
            const Swing first = swing_of(field_, state.own, state.opp, one);
            for (Set others = rest & (rest - 1); others != 0; others &= others - 1) {
                const int two = lowest(others);
                const Swing second = swing_of(field_, state.own, state.opp, two);
                if (first.size != second.size) continue;
                const Set gone = field_.near(one) | field_.near(two);
                child.own_extra |= state.own & gone;
                child.opp_extra |= state.opp & gone;
                child.gain -= first.fixed + second.fixed;
                state.own &= ~gone;
                state.opp &= ~gone;
                state.empty &= ~(bit(one) | bit(two));
                child.switches &= ~(bit(one) | bit(two));
                again = true;
                break;
            }
        }
    }
}

// ---- the last plies

Bound Search::last_plies(const State& state, int target) {
    ++counters_.last_nodes;
    if (state.empty == 0) return {0, 0};
    if ((state.empty & (state.empty - 1)) == 0) {
        const int square = lowest(state.empty);
        const Set own = state.own;
        const int here = field_.value(square);
        if (own != 0) {
            // A raid takes everything, which is also the most there is.
            const int all = here + field_.points(own | state.opp);
            return {all, all >= target ? own & (~own + 1) : 0};
        }
        const int rest = here - field_.points(state.opp);
        return {rest, rest >= target ? 0 : state.opp};
    }
    Bound lost{-30000, 0};
    for (Set rest = state.empty; rest != 0; rest &= rest - 1) {
        const int square = lowest(rest);
        const Step step = play(field_, state, square);
        const Bound reply = last_plies(step.after, step.gain - target + 1);
        const int value = step.gain - reply.value;
        if (value >= target) {
            Set need = reply.need & ~bit(square);
            if (step.raid) {
                const Set from = field_.near(square) & state.own;
                need = (need & ~step.turned) | (from & (~from + 1));
            }
            return {value, need};
        }
        lost.value = std::max(lost.value, value);
        lost.need |= reply.need;
        if (!step.raid && (((reply.need | step.settled) & step.turned) != 0)) lost.need |= step.turned;
    }
    return lost;
}

// ---- the search

Bound Search::decide(const State& state, int target) {
    Set switches = 0;
    each(state.empty, [&](int cell) {
        if ((field_.within_two(cell) & state.empty) == 0) switches |= bit(cell);
    });
    return search(state, switches, target);
}

Bound Search::search(const State& state, Set switches, int target) {
    const int empties = count(state.empty);
    if (empties <= (ideas_.last_plies ? 3 : 0)) return last_plies(state, target);
    if ((++counters_.nodes & 255) == 0) {
        published_nodes_.store(counters_.nodes, std::memory_order_relaxed);
        if (stop_.load(std::memory_order_relaxed)) stopped_ = true;
    }
    if (stopped_) return {};
    const std::uint64_t before = counters_.nodes;

    // 1. Nobody can win more points than there are.
    const int open = field_.points(state.empty | state.own | state.opp);
    if (target > open) return {open, 0};
    if (target <= -open) return {-open, 0};

    // 2. The table.
    const View view = view_of(state);
    Bound found;
    if (ideas_.table && probe(state, view, target, found)) {
        ++counters_.table_cuts;
        return found;
    }

    // 3. The components.
    Sum sum(field_, ideas_, cache_);
    if (ideas_.components) {
        sum.take_apart(state, switches);
        if (sum.useful()) {
            const Range range = sum.range(state);
            if (range.low >= target || range.high < target) {
                ++counters_.component_cuts;
                const Bound bound = range.low >= target ? Bound{range.low, range.low_need} : Bound{range.high, range.high_need};
                store(state, view, target, bound, 1);
                return bound;
            }
        }
    }

    // 4. Every child, before any is searched. Of the switches only the hottest matters: taking a cooler one first is never better. The
    // squares around them keep their colours in the proof, so that the hottest stays the hottest.
    Set moves = state.empty;
    Bound lost{-30000, 0};
    if (ideas_.switches && (switches & (switches - 1)) != 0) {
        int hottest = -1;
        int most = -1;
        each(switches, [&](int cell) {
            const int size = swing_of(field_, state.own, state.opp, cell).size;
            if (size > most) {
                most = size;
                hottest = cell;
            }
        });
        moves &= ~switches | bit(hottest);
        lost.need = field_.around(switches) & state.opp;
    }
    Child children[64];
    int n = 0;
    each(moves, [&](int square) {
        Child& child = children[n++];
        make_child(state, switches, square, child);
        if (ideas_.child_probes && count(child.state.empty) > 3) {
            child.view = view_of(child.state);
            table_.prefetch(child.view.place);
        }
    });
    const auto settle = [&](const Child& child, const Bound& reply) {  // a child is decided: true if that wins
        const int value = child.gain - reply.value;
        if (value >= target) {
            Set need = (reply.need | child.opp_extra) & ~bit(child.square);
            if (child.raid) {
                const Set from = child.beside & state.own;
                need = (need & ~child.beside) | (from & (~from + 1));
            }
            found = {value, need};
            return true;
        }
        lost.value = std::max(lost.value, value);
        const Set need = reply.need | child.own_extra;
        lost.need |= need;
        if (!child.raid && ((need | child.settled) & child.beside) != 0) lost.need |= child.beside;
        return false;
    };
    const auto finish = [&](const Bound& bound) {
        Bound kept = bound;
        if (!ideas_.partition) kept.need = bound.value >= target ? state.own : state.opp;
        store(state, view, target, kept, counters_.nodes - before);
        return kept;
    };
    int pending = 0;
    for (int i = 0; i < n; ++i) {
        Child& child = children[i];
        const int child_target = child.gain - target + 1;
        Bound reply;
        bool decided = false;
        if (ideas_.child_probes && count(child.state.empty) > 3) {
            const int child_open = field_.points(child.state.empty | child.state.own | child.state.opp);
            if (child_target > child_open || child_target <= -child_open) {
                reply = {child_target > child_open ? child_open : -child_open, 0};
                decided = true;
            } else {
                decided = probe(child.state, child.view, child_target, reply);
            }
        }
        if (!decided && ideas_.child_components && sum.useful()) {
            const Range range = sum.range_after(child.state, child.switches);
            if (range.high < child_target) {
                reply = {range.high, range.high_need};
                decided = true;
            } else if (range.low >= child_target) {
                reply = {range.low, range.low_need};
                decided = true;
            }
        }
        if (decided) {
            if (settle(child, reply)) return finish(found);
        } else {
            if (pending != i) children[pending] = child;
            ++pending;
        }
    }

    // 5. The rest, in the order of promise.
    order(state, children, pending);
    for (int i = 0; i < pending; ++i) {
        const Child& child = children[i];
        const Bound reply = search(child.state, child.switches, child.gain - target + 1);
        if (stopped_) return {};
        if (settle(child, reply)) {
            ++counters_.cuts;
            if (i == 0) ++counters_.first_cuts;
            if (ideas_.history) history_[static_cast<std::size_t>(child.square)] += static_cast<std::uint32_t>(empties * empties);
            return finish(found);
        }
    }
    return finish(lost);
}

}  // namespace foray::solver
