#include "search.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "search_child.h"

namespace foray::solver {
namespace {

/// Components of very many empties do not fit the keys of the cache. Such positions are far out of reach in any case.
Ideas usable(Ideas ideas, const Field& field, Set universe) {
    if (field.most_value() < ideas.freeze.spread * field.least_value()) ideas.freezing = false;
    if (count(universe) > ComponentCache::kMostEmpties) ideas.components = false;
    if (!ideas.components) ideas.child_components = ideas.freezing = false;
    return ideas;
}

/// Of so many bytes in slots of 32.
int bits_of(std::size_t bytes) { return std::max(static_cast<int>(std::bit_width(bytes / 32)) - 1, 12); }

/// If nobody says, as much memory as the table has, whose size follows the number of empties, up to a limit.
std::size_t cache_bytes(const SolverOptions& options, const Table& table) {
    return std::min(options.cache_bytes != 0 ? options.cache_bytes : table.bytes(), Search::kMostCacheBytes);
}

/// A symmetry that takes more of the root's empties elsewhere is not worth asking: hardly any two positions below are its images. (Of the
/// sets of 14 among 24 empties a sixth has an image among them if two are taken elsewhere, a fiftieth if four are.)
constexpr int kMostApart = 2;

/// So many moves are made after one before that is asked about.
constexpr int kLag = 2;

/// A name for a question, for the marks of busy threads only: it need not be unique.
std::uint64_t mark_of(const State& state, int target) {
    std::uint64_t key = state.empty * 0x9E3779B97F4A7C15 ^ state.own * 0xC2B2AE3D27D4EB4F ^ static_cast<std::uint64_t>(target);
    key *= 0xD6E8FEB86659FD93;
    return key ^ key >> 32;
}

/// The private neighbours of a mixed cell in a state.
Set private_to(const Field& field, const State& state, int cell) {
    return field.near(cell) & ~state.empty & ~field.around(state.empty & ~bit(cell));
}

}  // namespace

Search::Search(const Field& field, const SolverOptions& options, Table& table, Set universe, Set root, Signals& signals, int thread)
    : field_(field),
      ideas_(usable(options.ideas, field, universe)),
      table_(table),
      signals_(signals),
      thread_(thread),
      cache_(field, universe, bits_of(cache_bytes(options, table)), ideas_.conjectures),
      freezer_(field, cache_, ideas_.freeze, ideas_.freezing ? bits_of(std::min(kMostFrozenBytes, cache_bytes(options, table))) : 2),
      board_order_(field, ideas_) {
    for (std::size_t i = 0; ideas_.symmetry && i < field.symmetries().size(); ++i) {
        if (count(root & field.symmetries()[i].there(root)) >= count(root) - kMostApart) symmetries_.push_back(i);
    }
}

// ---- the table

void Search::look_at(const State& state, Set touched_once, View& view) const {
    view.mixed = 0;
    view.symmetry = -1;
    const Set rim = state.own | state.opp;
    view.own = state.own;
    view.opp = state.opp;
    Set empty = state.empty;
    if (ideas_.mixed_private) {
        // Rim squares with exactly one empty neighbour are private to it.
        const Set ones = touched_once & rim;
        view.mixed = field_.around(ones & state.own) & field_.around(ones & state.opp) & empty;
        each(view.mixed, [&](int cell) {
            const Set priv = field_.near(cell) & ones;
            const Set low = priv & (~priv + 1);
            view.own = (view.own & ~priv) | low;
            view.opp = (view.opp & ~priv) | low;
        });
    }
    const int parity = field_.parity(empty | rim);
    if (!symmetries_.empty() && count(empty) >= ideas_.symmetry_from) {
        Set best = empty;
        for (const std::size_t i : symmetries_) {
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
}

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

/// Theorem 10, which nobody has proved: with an odd number of empties it is never a disadvantage to be the one to move. So an upper bound
/// for the enemy, were it his move, bounds the mover from below.
bool Search::probe_passed(const State& state, const View& view, int target, Bound& found) {
    if ((count(state.empty) & 1) == 0) return false;
    View passed = view;
    std::swap(passed.own, passed.opp);
    if (!probe({state.opp, state.own, state.empty}, passed, -target + 1, found) || found.value > -target) return false;
    found.value = -found.value;
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
    const Field::Touched touched = field_.touched(state.empty ^ bit(square));
    const Step step = play(field_, state, square, touched.any);
    child.state = step.after;
    child.gain = step.gain;
    child.beside = step.beside;
    child.settled = step.settled;
    child.raid = step.raid;
    child.square = square;
    child.own_extra = child.opp_extra = 0;
    child.touched_once = touched.once;
    child.switches = field_.isolated(step.after.empty, touched);
    if (ideas_.switches && (child.switches & ~switches) != 0) cancel_switches(child);
}

/// Makes a child and fetches its line of the table.
void Search::begin_child(const State& state, Set switches, int square, Child& child) const {
    make_child(state, switches, square, child);
    look_at(child.state, child.touched_once, child.view);
    table_.prefetch(child.view.place);
}

/// Two switches of equal swing cancel: whoever plays one is answered by the other. (In a sum, x - x with either side to move is 0: a
/// player who wants to move elsewhere can, and the pair remains.) What their one-coloured neighbours are worth stays as a constant.
void Search::cancel_switches(Child& child) const {
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

// ---- the search

Bound Search::decide(const State& state, int target) {
    stopped_ = false;
    Bound found;
    if (known(state, target, found)) return found;
    const Field::Touched touched = field_.touched(state.empty);
    View view;
    look_at(state, touched.once, view);
    return search(state, field_.isolated(state.empty, touched), view, target, kNoSquare);
}

bool Search::known(const State& state, int target, Bound& found) {
    const Field::Touched touched = field_.touched(state.empty);
    const int open = field_.points(state.empty | state.own | state.opp);
    if (target > open || target <= -open) {
        found = {target > open ? open : -open, 0};
        return true;
    }
    View view;
    look_at(state, touched.once, view);
    if (ideas_.table && probe(state, view, target, found)) return true;
    if (!ideas_.components) return false;
    Sum sum(field_, ideas_, cache_);
    sum.take_apart(state, field_.isolated(state.empty, touched));
    return sum.decide(state, target, found);
}

/// Of the switches only the hottest matters: taking a cooler one first is never better. The squares around them are then part of the
/// proof that the others fail, so that the hottest stays the hottest.
Set Search::moves_to_try(const State& state, Set switches, Set& need) const {
    need = 0;
    if (!ideas_.switches || (switches & (switches - 1)) == 0) return state.empty;
    int hottest = -1;
    int most = -1;
    each(switches, [&](int cell) {
        const int size = swing_of(field_, state.own, state.opp, cell).size;
        if (size > most) {
            most = size;
            hottest = cell;
        }
    });
    need = field_.around(switches) & state.opp;
    return (state.empty & ~switches) | bit(hottest);
}

/// The move that gains most at once.
int Search::most_promising(const State& state, Set moves) const {
    int best = 0;
    int most = -1;
    each(moves, [&](int cell) {
        const int gain = field_.gain_at_once(cell, state.own, state.opp);
        if (gain > most) {
            most = gain;
            best = cell;
        }
    });
    return best;
}

/// What the answer to one move proves: true if the move wins, with the proof in `won`; else it is added to `lost`.
bool Search::conclude(const State& state, const Child& child, const Bound& reply, int target, Bound& won, Bound& lost) {
    const int value = child.gain - reply.value;
    if (value >= target) {
        Set need = (reply.need | child.opp_extra) & ~bit(child.square);
        if (child.raid) {
            const Set from = child.beside & state.own;
            need = (need & ~child.beside) | (from & (~from + 1));
        }
        won = {value, need};
        return true;
    }
    lost.value = std::max(lost.value, value);
    const Set need = reply.need | child.own_extra;
    lost.need |= need;
    if (!child.raid && ((need | child.settled) & child.beside) != 0) lost.need |= child.beside;
    return false;
}

Bound Search::search(const State& state, Set switches, const View& view, int target, int last) {
    const int empties = count(state.empty);
    if (empties <= (ideas_.last_plies ? 3 : 0)) return last_plies(state, target);
    count_node();
    if (stopped_) return {};
    const std::uint64_t before = counters_.nodes;
    Bound won;
    Bound lost{-30000, 0};
    const auto finish = [&](Bound bound) {
        if (!ideas_.partition) bound.need = bound.value >= target ? state.own : state.opp;
        store(state, view, target, bound, counters_.nodes - before);
        return bound;
    };

    // The answer that last won against the same move with as many empties goes first: more than half of all nodes end there. Its line of
    // the table is fetched meanwhile.
    Child children[64];
    std::uint8_t pending[64];
    Set moves = moves_to_try(state, switches, lost.need);
    std::uint8_t& answer = answers_[static_cast<std::size_t>(empties)][static_cast<std::size_t>(last)];
    const bool answered = ideas_.answers && (moves & bit(answer)) != 0;
    if (answered) begin_child(state, switches, answer, children[0]);

    // 1. The state itself, unless the parent has asked already.
    Sum sum(field_, ideas_, cache_);
    if (ideas_.components) sum.take_apart(state, switches);
    if (ideas_.table && !ideas_.child_probes && probe(state, view, target, won)) return won;
    if (ideas_.components && !ideas_.child_components && sum.decide(state, target, won)) return finish(won);

    // 2. Every child, before any is searched: ask the components and the table. What a child has to be asked is on its way while the next
    // ones are made.
    int made = 0;
    int asked = 0;
    int left = 0;
    Sum::After sums[kLag + 1];
    const auto prepare = [&] {
        const Child& child = children[made];
        moves &= ~bit(child.square);
        if (ideas_.child_components) {
            sum.prepare(child.state, child.switches, child.square, child.gain - target + 1, sums[made % (kLag + 1)]);
        }
        ++made;
    };
    const auto won_by_next = [&] {
        const Child& child = children[asked];
        const int child_target = child.gain - target + 1;
        Bound reply;
        const bool decided =
            (ideas_.child_components && sum.decide(child.state, sums[asked % (kLag + 1)], reply)) ||
            (ideas_.child_probes && (probe(child.state, child.view, child_target, reply) ||
                                     (!kForBrowser && ideas_.conjectures && probe_passed(child.state, child.view, child_target, reply))));
        if (!decided) pending[left++] = static_cast<std::uint8_t>(asked);
        ++asked;
        if (!decided || !conclude(state, child, reply, target, won, lost)) return false;
        answer = static_cast<std::uint8_t>(child.square);
        return true;
    };
    if (answered) {
        prepare();
        if (won_by_next()) return finish(won);
    }
    for (int next = most_promising(state, moves); moves != 0; next = lowest(moves)) {
        begin_child(state, switches, next, children[made]);
        prepare();
        if (made - asked > kLag && won_by_next()) return finish(won);
    }
    while (asked < made) {
        if (won_by_next()) return finish(won);
    }

    // 3. The rest, in the order of promise.
    order(state, children, pending, left, target, last);
    const Bound bound = search_children(state, children, pending, left, target, last, lost);
    if (stopped_) return {};
    return finish(bound);
}

/// Looks at the signals after so much work; at first, when few components are known yet, most of it is in them.
void Search::count_node() {
    constexpr std::uint64_t kBetweenLooks = 128;
    ++counters_.nodes;
    const std::uint64_t work = counters_.nodes + (cache_.evaluations() + freezer_.evaluations()) / 2;
    if (work < next_look_) return;
    next_look_ = work + kBetweenLooks;
    const std::uint64_t fresh = counters_.nodes - published_nodes_.load(std::memory_order_relaxed);
    published_nodes_.store(counters_.nodes, std::memory_order_relaxed);
    if (signals_.should_stop(fresh)) stopped_ = true;
}

/// With several threads, all search the first move of a node together; of the others each takes one that nobody is busy with, and comes
/// back to the rest, which the table may have answered by then (ABDADA, after Weill and Kerrigan).
Bound Search::search_children(const State& state, Child* children, std::uint8_t* pending, int left, int target, int last, Bound lost) {
    constexpr int kLeastShared = 9;  // empties of a state that is worth a mark
    const int empties = count(state.empty);
    const bool share = shared_ && empties > kLeastShared;
    int deferred = 0;
    for (int i = 0; i < left; ++i) {
        pick(children, pending, i, left);
        const Child& child = children[pending[i]];
        const int child_target = child.gain - target + 1;
        Bound reply;
        const bool decided = ideas_.freezing && freezer_.decide(child.state, child_target, reply);
        const std::uint64_t key = share && !decided ? mark_of(child.state, child_target) : 0;
        if (share && !decided && i > 0 && signals_.marks().busy_elsewhere(key, thread_)) {
            std::swap(pending[deferred++], pending[i]);
            continue;
        }
        if (decided) {
            if (!ideas_.partition) reply.need = reply.value >= child_target ? child.state.own : child.state.opp;
            store(child.state, child.view, child_target, reply, 0);
        } else {
            if (share) signals_.marks().mark(key, thread_);
            reply = search(child.state, child.switches, child.view, child_target, child.square);
            if (share) signals_.marks().unmark(key);
        }
        if (stopped_) return {};
        Bound won;
        if (conclude(state, child, reply, target, won, lost)) {
            ++counters_.cuts;
            if (i == 0) ++counters_.first_cuts;
            answers_[static_cast<std::size_t>(empties)][static_cast<std::size_t>(last)] = static_cast<std::uint8_t>(child.square);
            return won;
        }
    }
    for (int i = 0; i < deferred; ++i) {
        const Child& child = children[pending[i]];
        const int child_target = child.gain - target + 1;
        Bound reply;
        if (!ideas_.table || !probe(child.state, child.view, child_target, reply)) {
            reply = search(child.state, child.switches, child.view, child_target, child.square);
        }
        if (stopped_) return {};
        Bound won;
        if (conclude(state, child, reply, target, won, lost)) return won;
    }
    return lost;
}

}  // namespace foray::solver

const foray::solver::Search::Entries& FORAY_HOT_ENTRY(solver_search)() {
    using foray::solver::Search;
    static constexpr Search::Entries kEntries = {&Search::decide, &Search::known};
    return kEntries;
}
