#include "components.h"

#include <algorithm>

#include "foray/board/browser.h"
#include "foray/board/gather.h"

namespace foray::solver {
namespace {

/// The tax that helps most is what a move is worth late in the game, which is about the mean value of a square. Numbers of sixteen bits
/// limit it.
int tax_for(const Field& field) {
    const int mean = (field.total() + field.squares() / 2) / field.squares();
    return std::clamp((16000 - field.total()) / field.squares(), 0, std::max(1, mean));
}

/// 2^this many shapes are remembered; then all are forgotten. A small universe has no more.
int shape_bits_for(Set universe) { return std::min(15, count(universe)); }

}  // namespace

ComponentCache::ComponentCache(const Field& field, Set universe, int bits, bool with_plain)
    : field_(field),
      universe_(universe),
      tax_(tax_for(field)),
      key_shift_(std::min(63, count(universe))),
      index_shift_(64 - (bits - 1)),
      memory_((std::size_t{1} << bits) * sizeof(Slot)),
      buckets_(reinterpret_cast<Slot*>(memory_.data())),
      shape_bits_(shape_bits_for(universe)),
      shape_index_(std::size_t{2} << shape_bits_, nullptr),
      with_plain_(with_plain) {
    static_assert(sizeof(Slot) * kBucket == 64);
    const auto t = static_cast<std::int16_t>(tax_);
    taxes_ = Pack{0, t, 0, t, 0, t, 0, t};
}

// ---- shapes

ComponentCache::Shape& ComponentCache::shape_of(Set cells) {
    const std::size_t mask = shape_index_.size() - 1;
    std::size_t at = (cells * 0x9E3779B97F4A7C15) >> (64 - shape_bits_ - 1);
    for (; shape_index_[at] != nullptr; at = (at + 1) & mask) {
        if (shape_index_[at]->cells == cells) return *shape_index_[at];
    }
    Shape& shape = shapes_.emplace_back();
    shape_index_[at] = &shape;
    shape.cells = cells;
    const Field::Touched touched = field_.touched(cells);
    shape.rim = touched.any & ~cells;
    shape.all_rim = (std::uint32_t{1} << count(shape.rim)) - 1;
    shape.key = gather_bits(cells, universe_);
    each(cells, [&](int cell) {
        const Set priv = field_.near(cell) & touched.once & shape.rim;
        if (count(priv) >= 2) {
            shape.group[static_cast<std::size_t>(shape.groups++)] = static_cast<std::uint32_t>(gather_bits(priv, shape.rim));
        }
    });
    return shape;
}

void ComponentCache::find_moves(Shape& shape) {
    std::size_t used = 0;
    each(shape.cells, [&](int square) {
        const Set left = field_.around(shape.cells & ~bit(square));
        ShapeMove& move = shape.move[static_cast<std::size_t>(shape.moves++)];
        move.beside = field_.near(square) & shape.rim;
        move.fixed = static_cast<std::int16_t>((left & bit(square)) == 0 ? field_.value(square) : 0);
        move.settled = static_cast<std::int16_t>(field_.points_near(square, move.beside & ~left));
        move.pieces = 0;
        pieces_after(shape.cells, square, [&](Set piece) {
            ++move.pieces;
            shape.piece[used++] = &shape_of(piece);
        });
    });
    shape.pieces = static_cast<int>(used);
}

// ---- colours

ComponentCache::Wanted ComponentCache::ask(Set own, Set cells) const {
    const Field::Touched touched = field_.touched(cells);
    const Set rim = touched.any & ~cells;
    // A component and its exchange share a slot: the owner of the lowest rim square is called own.
    const bool exchanged = (own & rim & (~rim + 1)) == 0;
    Set mine = (exchanged ? ~own : own) & rim;
    // Of private neighbours of both colours it does not matter which are whose: the lowest is called own.
    const Set lone = touched.once & rim;
    each(field_.around(lone & mine) & field_.around(lone & ~mine) & cells, [&](int cell) {
        const Set group = field_.near(cell) & lone;
        mine = (mine & ~group) | (group & (~group + 1));
    });
    const std::uint64_t key = gather_bits(cells, universe_) | gather_bits(mine, rim) << key_shift_;
    Slot* const bucket = bucket_of(key);
    __builtin_prefetch(bucket);
    return {key, bucket, exchanged};
}

Plain ComponentCache::plain(Set own, Set cells) {
    const Wanted asked = ask(own, cells);
    const Slot& slot = look_up(asked, nullptr);
    return asked.exchanged ? slot.plain.exchanged() : slot.plain;
}

const ComponentCache::Slot& ComponentCache::fill(const Wanted& wanted, Shape* known) {
    if (known == nullptr) {
        if (shapes_.size() > std::size_t{1} << shape_bits_) {
            shapes_.clear();
            std::fill(shape_index_.begin(), shape_index_.end(), nullptr);
        }
        known = &shape_of(spread_bits(wanted.key & ((std::uint64_t{1} << key_shift_) - 1), universe_));
    }
    Shape& shape = *known;
    if (shape.moves == 0) find_moves(shape);
    const Set own = spread_bits(wanted.key >> key_shift_, shape.rim);
    const Worth worth = evaluate(shape, own);
    const Plain plain = !kForBrowser && with_plain_ ? evaluate_plain(shape, own) : Plain{};
    // The newest comes first and the oldest goes.
    Slot* const bucket = wanted.bucket;
    for (std::size_t i = kBucket - 1; i > 0; --i) bucket[i] = bucket[i - 1];
    bucket[0] = {wanted.key, plain, worth};
    return bucket[0];
}

Worth ComponentCache::single(Set own, Set opp, int square) const {
    // A switch. With neighbours of both colours everybody can raid; with one colour only its owner can, and nothing turns. Passing hands
    // the square to the other side, and its tax.
    const Swing found = swing_of(field_, own, opp, square);
    const Pack swing = all_of(found.size) - taxes_;
    const Pack size = greater(swing, -swing);
    const auto f = static_cast<std::int16_t>(found.fixed);
    const auto g = static_cast<std::int16_t>(-f);
    return {__builtin_shufflevector(size, swing, 0, 1, 2, 3, 8, 9, 10, 11) + Pack{f, f, g, g, f, f, g, g}};
}

Worth ComponentCache::evaluate(const Shape& shape, Set own) {
    ++evaluations_;
    const Set opp = shape.rim & ~own;
    // Every move of either side, and the pieces it leaves. What is left of the cells is the same whoever played.
    WorthSum after[2 * kMostCells];
    struct Open {
        Wanted wanted;
        Shape* shape;
        WorthSum* sum;
    };
    Open open[2 * kMostCells * (kMostCells - 1)];
    int asked = 0;
    for (int k = 0; k < shape.pieces; ++k) __builtin_prefetch(shape.piece[static_cast<std::size_t>(k)]);
    Shape* const* piece = shape.piece.data();
    for (int i = 0; i < shape.moves; ++i) {
        const ShapeMove& move = shape.move[static_cast<std::size_t>(i)];
        // What the one who answers owns then: a raid leaves him nothing beside the square.
        const Set answers[2] = {(move.beside & own) != 0 ? opp & ~move.beside : opp, (move.beside & opp) != 0 ? own & ~move.beside : own};
        for (int k = 0; k < move.pieces; ++k) {
            Shape& part = **piece++;
            for (int side = 0; side < 2; ++side) {
                if ((part.cells & (part.cells - 1)) == 0) {
                    after[2 * i + side].add(single(answers[side] & part.rim, part.rim & ~answers[side], lowest(part.cells)));
                    continue;
                }
                open[asked] = {wanted(part, answers[side]), &part, &after[2 * i + side]};
                __builtin_prefetch(open[asked++].wanted.bucket);
            }
        }
    }
    for (int i = 0; i < asked; ++i) {
        const Slot& slot = look_up(open[i].wanted, open[i].shape);
        open[i].sum->add(open[i].wanted.exchanged ? slot.worth.exchanged() : slot.worth);
    }
    Pack best = all_of(-30000);
    for (int i = 0; i < shape.moves; ++i) {
        // A is gain - tax - C of what is left, C is gain - tax - A of it; either side's moves at once.
        const ShapeMove& move = shape.move[static_cast<std::size_t>(i)];
        const auto mine = static_cast<std::int16_t>(move.fixed + ((move.beside & own) != 0 ? move.settled : -move.settled));
        const auto theirs = static_cast<std::int16_t>(move.fixed + ((move.beside & opp) != 0 ? move.settled : -move.settled));
        const Pack gain = Pack{mine, mine, theirs, theirs, mine, mine, theirs, theirs} - taxes_;
        const WorthSum& left = after[2 * i];
        const WorthSum& right = after[2 * i + 1];
        const Pack must = __builtin_shufflevector(left.numbers - left.start, right.numbers - right.start, 2, 3, 10, 11, 2, 3, 10, 11);
        const Pack pass = __builtin_shufflevector(left.numbers, right.numbers, 0, 1, 8, 9, 0, 1, 8, 9);
        best = greater(best, gain + __builtin_shufflevector(must, -pass, 0, 1, 2, 3, 12, 13, 14, 15));
    }
    // Who may pass may also leave the enemy to begin.
    return {greater(best, __builtin_shufflevector(-best, best, 6, 7, 4, 5, 12, 13, 14, 15))};
}

Plain ComponentCache::plain_single(Set own, Set opp, int square) const {
    const Swing swing = swing_of(field_, own, opp, square);
    const auto mine = static_cast<std::int16_t>(swing.size + swing.fixed);
    const auto other = static_cast<std::int16_t>(swing.size - swing.fixed);
    return {mine, mine, other, other};
}

Plain ComponentCache::evaluate_plain(const Shape& shape, Set own) {
    const Set colours[2] = {own, shape.rim & ~own};
    const bool rest_is_odd = (shape.moves & 1) == 0;
    int most[2] = {-30000, -30000};
    int least[2] = {-30000, -30000};
    for (int side = 0; side < 2; ++side) {
        Shape* const* piece = shape.piece.data();
        for (int i = 0; i < shape.moves; ++i) {
            const ShapeMove& move = shape.move[static_cast<std::size_t>(i)];
            const bool raid = (move.beside & colours[side]) != 0;
            const Set answers = raid ? colours[1 - side] & ~move.beside : colours[1 - side];
            WorthSum sum;
            PlainSum plain_sum;
            Plain part{};
            for (int k = 0; k < move.pieces; ++k) {
                Shape& left = **piece++;
                const bool one = (left.cells & (left.cells - 1)) == 0;
                const Set mine = answers & left.rim;
                const Set theirs = left.rim & ~answers;
                if (one) {
                    sum.add(single(mine, theirs, lowest(left.cells)));
                    part = plain_single(mine, theirs, lowest(left.cells));
                } else {
                    const Wanted asked = wanted(left, answers);
                    const Slot& slot = look_up(asked, &left);
                    sum.add(asked.exchanged ? slot.worth.exchanged() : slot.worth);
                    part = asked.exchanged ? slot.plain.exchanged() : slot.plain;
                }
                plain_sum.add(part, (count(left.cells) & 1) != 0);
            }
            // What is left is worth this much to the one who answers. A single piece is known best from itself.
            const Pack bounds = sum.most();
            int at_most = part.most;
            int at_least = part.least;
            if (move.pieces > 1) {
                at_most = std::min<int>(bounds[0], bounds[1] + (rest_is_odd ? tax_ : 0));
                at_least = -std::min<int>(bounds[2], bounds[3] - (rest_is_odd ? tax_ : 0));
                if (rest_is_odd) {
                    at_least = std::max(at_least, plain_sum.least());
                } else {
                    at_most = std::min(at_most, plain_sum.most());
                }
            }
            const int gain = move.fixed + (raid ? move.settled : -move.settled);
            most[side] = std::max(most[side], gain - at_least);
            least[side] = std::max(least[side], gain - at_most);
        }
    }
    const auto place = [](int number) { return static_cast<std::int16_t>(number); };
    return {place(most[0]), place(least[0]), place(most[1]), place(least[1])};
}

}  // namespace foray::solver
