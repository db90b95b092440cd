#include "foray/solver/components.h"

#include <algorithm>

#include "foray/solver/gather.h"

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

ComponentCache::ComponentCache(const Field& field, Set universe, int bits)
    : field_(field),
      universe_(universe),
      tax_(tax_for(field)),
      key_shift_(std::min(63, count(universe))),
      index_shift_(64 - (bits - 1)),
      memory_((std::size_t{1} << bits) * sizeof(Slot)),
      buckets_(reinterpret_cast<Slot*>(memory_.data())),
      shape_bits_(shape_bits_for(universe)),
      shape_index_(std::size_t{2} << shape_bits_, nullptr) {
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
    shape.key = gather(cells, universe_);
    each(cells, [&](int cell) {
        const Set priv = field_.near(cell) & touched.once & shape.rim;
        if (count(priv) >= 2) {
            shape.group[static_cast<std::size_t>(shape.groups++)] = static_cast<std::uint32_t>(gather(priv, shape.rim));
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
}

// ---- colours

Worth ComponentCache::worth(Set own, Set cells) {
    if (shapes_.size() > std::size_t{1} << shape_bits_) {
        shapes_.clear();
        std::fill(shape_index_.begin(), shape_index_.end(), nullptr);
    }
    return look_up(wanted(shape_of(cells), own));
}

Worth ComponentCache::look_up(const Wanted& wanted) {
    Slot* const bucket = wanted.bucket;
    for (std::size_t i = 0; i < kBucket; ++i) {
        if (bucket[i].key == wanted.key) return wanted.exchanged ? bucket[i].worth.exchanged() : bucket[i].worth;
    }
    Shape& shape = *wanted.shape;
    if (shape.moves == 0) find_moves(shape);
    const Worth fresh = evaluate(shape, spread(wanted.key >> key_shift_, shape.rim));
    // The newest comes first and the oldest goes.
    for (std::size_t i = kBucket - 1; i > 0; --i) bucket[i] = bucket[i - 1];
    bucket[0] = {wanted.key, fresh};
    return wanted.exchanged ? fresh.exchanged() : fresh;
}

Worth ComponentCache::single(Set own, Set opp, int square) const {
    // A switch. With neighbours of both colours everybody can raid; with one colour only its owner can, and nothing turns. Passing hands
    // the square to the other side, and its tax.
    const int here = field_.value(square);
    const int owned = field_.points_near(square, own);
    const int theirs = field_.points_near(square, opp);
    const bool mixed = owned != 0 && theirs != 0;
    const Pack swing = all_of(mixed ? here + owned + theirs : here) - taxes_;
    const Pack size = greater(swing, -swing);
    const auto f = static_cast<std::int16_t>(mixed ? 0 : owned - theirs);
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
        WorthSum* sum;
    };
    Open open[2 * kMostCells * (kMostCells - 1)];
    int asked = 0;
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
                open[asked] = {wanted(part, answers[side]), &after[2 * i + side]};
                __builtin_prefetch(open[asked++].wanted.bucket);
            }
        }
    }
    for (int i = 0; i < asked; ++i) open[i].sum->add(look_up(open[i].wanted));
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

}  // namespace foray::solver
