#include "sum.h"

#include <algorithm>
#include <cstring>

namespace foray::solver {

void Sum::take_apart(const State& state, Set switches) {
    size_ = 0;
    // A large component is worth its price where much search hangs on it.
    const int e = count(state.empty);
    limit_ = 5;
    for (const int from : ideas_.larger_components_from) limit_ += e >= from ? 1 : 0;
    limit_ = std::min(limit_, ideas_.component_limit);
    switches_ = switches;
    points_ = field_.points(state.empty | state.own | state.opp);
    largest_ = 0;
    for (Set rest = state.empty & ~switches; rest != 0;) {
        const Set cells = cache_.first_component(rest);
        rest &= ~cells;
        Part& part = parts_[static_cast<std::size_t>(size_++)];
        part.cells = cells;
        part.size = count(cells);
        part.small = part.size <= limit_;
        part.known = false;
        part.points = field_.points(cells | field_.around(cells));
        if (part.size > parts_[static_cast<std::size_t>(largest_)].size) largest_ = size_ - 1;
    }
}

/// Finds the worth of a part when first asked for. `state` is seen from the mover of the node (side 0) or of a child (side 1) that did not
/// touch the part.
void Sum::evaluate(Part& part, const State& state, int side) {
    if (part.known) return;
    const Worth worth = cache_.worth(state.own, part.cells);
    part.worth = side == 0 ? worth : worth.exchanged();
    if (conjectures()) {
        const Plain plain = cache_.plain(state.own, part.cells);
        part.plain = side == 0 ? plain : plain.exchanged();
    }
    part.known = true;
}

/// Adds a known part to a total from the side of the node's mover (0) or of his enemy (1).
void Sum::add(const Part& part, int side, Total& total) const {
    total.sum.add(side == 0 ? part.worth : part.worth.exchanged());
    if (conjectures()) total.plain.add(side == 0 ? part.plain : part.plain.exchanged(), (part.size & 1) != 0);
    total.covered |= part.cells;
}

/// Adds cells of which nothing is known but the points on and around them.
void Sum::add_unknown(int points, int cells, Total& total) const {
    total.sum.numbers += reach(points, cells);
    if (conjectures()) total.plain.add_unknown(points);
}

/// All switches together. Without tax they are one component: swings are taken in turn, the largest first. With it, those above the tax
/// are, and nobody wants the others: who may pass leaves them to the enemy.
void Sum::add_switches(const State& state, Set switches, Total& total) const {
    std::array<int, 64> swings;
    int n = 0;
    int fixed = 0;
    each(switches, [&](int square) {
        const Swing swing = swing_of(field_, state.own, state.opp, square);
        fixed += swing.fixed;
        int at = n++;
        for (; at > 0 && swings[static_cast<std::size_t>(at - 1)] < swing.size; --at) {
            swings[static_cast<std::size_t>(at)] = swings[static_cast<std::size_t>(at - 1)];
        }
        swings[static_cast<std::size_t>(at)] = swing.size;
    });
    int plain = 0;
    int hot = 0;
    int cold = 0;
    for (int i = n - 1; i >= 0; --i) {
        const int swing = swings[static_cast<std::size_t>(i)];
        plain = swing - plain;
        if (swing >= tax_) {
            hot = swing - tax_ - hot;
        } else {
            cold += tax_ - swing;
        }
    }
    const auto place = [](int number) { return static_cast<std::int16_t>(number); };
    total.sum.numbers += Pack{place(plain + fixed), place(hot + cold + fixed), place(plain - fixed), place(hot + cold - fixed), 0, 0, 0, 0};
    total.sum.start = greater(total.sum.start, Pack{0, 0, place(2 * plain), place(2 * hot), 0, 0, 0, 0});
    if (conjectures())
        total.plain.add({place(plain + fixed), place(plain + fixed), place(plain - fixed), place(plain - fixed)}, (n & 1) != 0);
    total.covered |= switches;
}

/// What is added to a sum so that a negative number in places 0 and 1 means that the value is less than the target, in places 2 and 3
/// that it is not. All empties get played in turn: with an odd number of them the mover pays one tax more than the enemy.
Pack Sum::question(const State& state, int target) const {
    const auto plain = static_cast<std::int16_t>(target);
    const auto taxed = static_cast<std::int16_t>((count(state.empty) & 1) != 0 ? target - tax_ : target);
    return Pack{0, 0, -1, -1, 0, 0, 0, 0} +
           Pack{static_cast<std::int16_t>(-plain), static_cast<std::int16_t>(-taxed), plain, taxed, 0, 0, 0, 0};
}

/// No outcome of the open components could decide the question.
bool Sum::hopeless(const Total& total, Pack question) const {
    if (conjectures()) return false;
    const Pack least = total.sum.most() - total.open + question;
    std::uint64_t word;
    std::memcpy(&word, &least, sizeof word);
    return (word & 0x8000800080008000) == 0;
}

bool Sum::conclude(const State& state, const Total& total, int target, Bound& bound) const {
    const Pack margin = total.sum.most() + question(state, target);
    const int enough = std::min(margin[2], margin[3]);
    if (enough < 0) {
        bound = {target - 1 - enough, state.own & field_.around(total.covered)};
        return true;
    }
    const int short_of = std::min(margin[0], margin[1]);
    if (short_of < 0) {
        bound = {target + short_of, state.opp & field_.around(total.covered)};
        return true;
    }
    if (!conjectures()) return false;
    const bool odd = (count(state.empty) & 1) != 0;
    if (odd && total.plain.least() >= target) {
        bound = {total.plain.least(), state.own & field_.around(total.covered)};
        return true;
    }
    if (!odd && total.plain.most() < target) {
        bound = {total.plain.most(), state.opp & field_.around(total.covered)};
        return true;
    }
    return false;
}

bool Sum::decide(const State& state, int target, Bound& bound) {
    Total total;
    const Pack asked = question(state, target);
    if (switches_ != 0) add_switches(state, switches_, total);
    for (int i = 0; i < size_; ++i) {
        const Part& part = parts_[static_cast<std::size_t>(i)];
        if (part.small) {
            total.open += reach(part.points, part.size);
        } else {
            add_unknown(part.points, part.size, total);
        }
    }
    for (int i = 0; i < size_; ++i) {
        Part& part = parts_[static_cast<std::size_t>(i)];
        if (!part.small) continue;
        if (hopeless(total, asked)) return false;
        evaluate(part, state, 0);
        add(part, 0, total);
        total.open -= reach(part.points, part.size);
    }
    return conclude(state, total, target, bound);
}

/// Whether a component that stays too large to be evaluated outweighs everything else together, so that nothing can be decided.
bool Sum::too_large(int square, int target) const {
    if (size_ == 0) return false;
    const Part& part = parts_[static_cast<std::size_t>(largest_)];
    const bool here = (part.cells & bit(square)) != 0;
    if (part.size - (here ? 1 : 0) <= limit_) return false;
    if (here && !field_.stays_whole(part.cells & ~bit(square), square)) return false;
    const int left = part.points - (here ? field_.value(square) + field_.points_near(square, field_.board()) : 0);
    const int others = points_ - part.points;
    const int enough = std::max(target, 1 - target) + tax_;
    return left - others >= enough;
}

void Sum::prepare(const State& after, Set switches, int square, int target, After& move) const {
    move.open_ = false;
    if (too_large(square, target)) return;
    Total& total = move.total_;
    total.sum.numbers = total.sum.start = total.open = Pack{};
    total.covered = 0;
    if (conjectures()) total.plain = {};
    move.question_ = question(after, target);
    move.square_ = square;
    move.target_ = target;
    std::size_t n = 0;
    if (switches != 0) add_switches(after, switches, total);
    for (int i = 0; i < size_; ++i) {
        const Part& part = parts_[static_cast<std::size_t>(i)];
        if ((part.cells & bit(square)) == 0) {
            if (!part.small) {
                add_unknown(part.points, part.size, total);
            } else if (part.known) {
                add(part, 1, total);
            } else {
                total.open += reach(part.points, part.size);
            }
            continue;
        }
        // The component that was played in. Its switches are counted already, and may have cancelled.
        int large = 0;
        Set large_cells = 0;
        cache_.pieces_after(part.cells, square, [&](Set piece) {
            const int cells = count(piece);
            if (cells == 1) return;
            if (cells > limit_ || n == move.pieces_.size()) {
                large += cells;
                large_cells |= piece;
            } else {
                move.pieces_[n++].cells = piece;
            }
        });
        if (large != 0) add_unknown(field_.points(large_cells | field_.around(large_cells)), large, total);
        if (n != 0) total.open += reach(part.points, part.size);
    }
    move.size_ = n;
    if (hopeless(total, move.question_)) return;
    move.open_ = true;
    for (std::size_t i = 0; i < n; ++i) move.pieces_[i].wanted = cache_.ask(after.own, move.pieces_[i].cells);
}

bool Sum::decide(const State& after, After& move, Bound& bound) {
    if (!move.open_) return false;
    Total& total = move.total_;
    for (int i = 0; i < size_; ++i) {
        Part& part = parts_[static_cast<std::size_t>(i)];
        // What was known when the move was prepared is counted already.
        if (!part.small || (part.cells & (total.covered | bit(move.square_))) != 0) continue;
        evaluate(part, after, 1);
        add(part, 1, total);
        total.open -= reach(part.points, part.size);
        if (hopeless(total, move.question_)) return false;
    }
    for (std::size_t i = 0; i < move.size_; ++i) {
        const After::Piece& piece = move.pieces_[i];
        total.sum.add(cache_.worth(piece.wanted));
        if (conjectures()) total.plain.add(cache_.plain(after.own, piece.cells), (count(piece.cells) & 1) != 0);
        total.covered |= piece.cells;
    }
    return conclude(after, total, move.target_, bound);
}

}  // namespace foray::solver
