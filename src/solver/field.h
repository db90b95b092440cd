// The board as the solver sees it: at most 64 squares, every set of squares one word, values of squares and which symmetries keep them.
//
// The solver speaks of a position as three disjoint words seen from the side to move:
//
//   empty   the empty squares, E
//   own     the mover's pieces that still have an empty neighbour
//   opp     the enemy's pieces that still have an empty neighbour
//
// own | opp is the rim of E: the occupied squares next to it. A piece outside the rim is settled: a piece changes hands only when a
// neighbour of it is played, and it has no empty neighbour left. Its points are a constant and its owner is forgotten.
// The *open value* of a position is what the mover gets minus what the enemy gets on E and its rim, with best play on both sides.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "foray/rules/game_spec.h"
#include "foray/rules/position.h"
#include "foray/rules/raid_points.h"

namespace foray::solver {

using Set = std::uint64_t;

constexpr Set bit(int square) { return Set{1} << square; }
inline int lowest(Set set) { return std::countr_zero(set); }
inline int count(Set set) { return std::popcount(set); }

/// Calls f(square) for every member.
template <class F>
inline void each(Set set, F&& f) {
    for (; set != 0; set &= set - 1) f(lowest(set));
}

/// Where a symmetry of the board takes sets of squares, eight squares at a time.
class SetMap {
public:
    explicit SetMap(const std::vector<int>& image);
    [[nodiscard]] Set operator()(Set set) const {
        Set out = 0;
        for (std::size_t i = 0; set != 0; ++i, set >>= 8) out |= bytes_[i][set & 0xFF];
        return out;
    }

private:
    std::array<std::array<Set, 256>, 8> bytes_{};
};

struct SymmetryPair {
    Symmetry symmetry;
    SetMap there;
    SetMap back;
};

class Field {
public:
    static constexpr int kMaxSquares = 64;

    /// A raid-family board of at most 64 squares.
    explicit Field(const GameSpec& spec);

    [[nodiscard]] int rows() const { return rows_; }
    [[nodiscard]] int cols() const { return cols_; }
    [[nodiscard]] int squares() const { return rows_ * cols_; }
    [[nodiscard]] Set board() const { return board_; }
    [[nodiscard]] int value(int square) const { return beside_.value(square); }
    [[nodiscard]] int total() const { return total_; }
    [[nodiscard]] int least_value() const { return least_value_; }
    [[nodiscard]] int most_value() const { return most_value_; }
    /// The orthogonal neighbours of a square.
    [[nodiscard]] Set near(int square) const { return beside_.near(square); }
    /// The squares at distance 1 or 2 of a square.
    [[nodiscard]] Set within_two(int square) const { return within_two_[static_cast<std::size_t>(square)]; }

    /// Whether it is plain from the members within two steps of `square` that those are linked to each other, each step of a link at most
    /// two squares long. (False may only mean that the link runs further out.)
    [[nodiscard]] bool linked_around(Set set, int square) const {
        const auto i = static_cast<std::size_t>(square);
        const std::uint64_t pattern = spread_bits(gather_bits(set, within_two_[i]), diamond_[i]);
        return ((linked_[pattern >> 6] >> (pattern & 63)) & 1) != 0;
    }
    /// The same where it is worth asking in order to save work: where bits are gathered quickly.
    [[nodiscard]] bool stays_whole(Set set, int square) const { return kGathersQuickly && linked_around(set, square); }

    /// Squares next to a member (a member may be among them).
    [[nodiscard]] Set around(Set set) const {
        return (((set & not_last_col_) << 1) | ((set & not_first_col_) >> 1) | (set << cols_) | (set >> cols_)) & board_;
    }
    /// The squares with a member on the left of them, on the right, above and below.
    struct Sides {
        Set left;
        Set right;
        Set above;
        Set below;
    };
    [[nodiscard]] Sides sides(Set set) const {
        return {(set & not_last_col_) << 1, (set & not_first_col_) >> 1, (set << cols_) & board_, set >> cols_};
    }
    /// The squares next to a member, and those next to exactly one.
    struct Touched {
        Set any;
        Set once;
    };
    [[nodiscard]] Touched touched(Set set) const {
        const Set a = (set & not_last_col_) << 1;
        const Set b = (set & not_first_col_) >> 1;
        const Set c = set << cols_;
        const Set d = set >> cols_;
        return {(a | b | c | d) & board_, ((a ^ b) ^ (c ^ d)) & ~((a & b) | (c & d)) & board_};
    }
    /// The empties that have no other empty within two steps: nothing touches them, and what they touch, nothing else touches.
    [[nodiscard]] Set isolated(Set empty, const Touched& by_empty) const {
        return empty & ~(by_empty.any | around(by_empty.any & ~by_empty.once));
    }
    /// The occupied squares next to an empty one.
    [[nodiscard]] Set rim(Set empty) const { return around(empty) & ~empty; }

    [[nodiscard]] int points(Set set) const {
        int sum = 0;
        if (planes_used_ <= kFewPlanes) {
            for (int k = 0; k < planes_used_; ++k) sum += count(set & planes_[static_cast<std::size_t>(k)]) << k;
            return sum;
        }
        // Eight squares at a time; boards of more than 40 squares are beyond what can be solved quickly anyway.
        for (std::size_t i = 0; i < 5; ++i) sum += byte_points_[i][(set >> (8 * i)) & 0xFF];
        if (squares() > 40) {
            for (std::size_t i = 5; i < 8; ++i) sum += byte_points_[i][(set >> (8 * i)) & 0xFF];
        }
        return sum;
    }
    /// The points of those neighbours of a square that are in the set.
    [[nodiscard]] int points_near(int square, Set set) const { return beside_(square, set); }
    /// What a move on an empty square gains at once: a raid if one of `own` is beside it, else a drop.
    [[nodiscard]] int gain_at_once(int square, Set own, Set opp) const {
        return move_gain(value(square), (near(square) & own) != 0 ? points_near(square, opp) : 0);
    }
    /// 1 if the points of the set are odd.
    [[nodiscard]] int parity(Set set) const { return count(set & planes_[0]) & 1; }

    /// Symmetries other than the identity that map every square to one of the same value.
    [[nodiscard]] const std::vector<SymmetryPair>& symmetries() const { return symmetries_; }
    /// Where such a symmetry takes sets; nothing if it does not keep the values.
    [[nodiscard]] const SetMap* image_under(Symmetry symmetry) const {
        for (const SymmetryPair& pair : symmetries_) {
            if (pair.symmetry == symmetry) return &pair.there;
        }
        return nullptr;
    }

private:
    int rows_;
    int cols_;
    Set board_;
    Set not_first_col_ = 0;
    Set not_last_col_ = 0;
    int total_ = 0;
    int least_value_ = 255;
    int most_value_ = 0;
    int planes_used_ = 0;
    static constexpr int kFewPlanes = 3;
    std::array<Set, 8> planes_{};
    std::array<std::array<std::int16_t, 256>, 8> byte_points_{};
    NeighbourPoints<std::int16_t> beside_;
    std::array<Set, kMaxSquares> within_two_{};
    std::vector<SymmetryPair> symmetries_;
    /// Of the twelve squares within two steps of a square in mid-board, row by row, those that this square has too.
    std::array<std::uint16_t, kMaxSquares> diamond_{};
    /// One bit for each set of those twelve: whether they are linked.
    const std::array<std::uint64_t, 64>& linked_;
};

/// A position as above: own and opp lie in the rim of empty and fill it.
struct State {
    Set own;
    Set opp;
    Set empty;
    friend bool operator==(const State&, const State&) = default;
};

/// A whole position as a state, and what its settled squares are worth to the mover.
struct Opened {
    State state;
    int settled;
};
inline Opened open_position(const Field& field, const Position<kMaxWords>& position) {
    const Set own = position.own.words[0];
    const Set opp = position.opp.words[0];
    const Set empty = position.empty.words[0];
    const Set rim = field.rim(empty);
    return {{own & rim, opp & rim, empty}, field.points(own & ~rim) - field.points(opp & ~rim)};
}

/// A move on `square` and the state after it, seen from the other side. The mover's points that settle, minus the enemy's, are `gain`:
/// open value of the state before = max over moves of (gain - open value of `after`).
struct Step {
    State after;
    int gain;
    Set beside;   ///< the occupied neighbours of the square
    Set settled;  ///< squares that left the rim: neighbours, and the square itself
    bool raid;
};

/// Plays the one move per empty square that matters: a raid where there can be one, else a drop. A raid is never worse than a drop on
/// the same square, because the same empties remain and the mover owns more (the value never falls when he owns more), so this serves
/// both raid rules. `touched` are the squares next to the empties that remain.
inline Step play(const Field& field, const State& state, int square, Set touched) {
    const Set here = bit(square);
    const Set empty = state.empty ^ here;
    const Set rim = touched & ~empty;
    const Set beside = field.near(square) & ~state.empty;
    const Set settled = (beside | here) & ~rim;
    // Without a branch: whether there is a raid is hard to foresee.
    const bool raid = (beside & state.own) != 0;
    const Set turned = beside & (Set{0} - static_cast<Set>(raid));
    const int around = field.points_near(square, settled) * (2 * static_cast<int>(raid) - 1);
    const int gain = around + field.value(square) * static_cast<int>((settled & here) != 0);
    return {{state.opp & ~turned & rim, (state.own | turned | here) & rim, empty}, gain, beside, settled, raid};
}
inline Step play(const Field& field, const State& state, int square) {
    return play(field, state, square, field.around(state.empty ^ bit(square)));
}

/// The swing of a switch, and what its one-coloured neighbours are worth to the mover for good.
struct Swing {
    int size;
    int fixed;
};
inline Swing swing_of(const Field& field, Set own, Set opp, int square) {
    const Set mine = field.near(square) & own;
    const Set theirs = field.near(square) & opp;
    const int here = field.value(square);
    if (mine != 0 && theirs != 0) return {here + field.points_near(square, mine | theirs), 0};
    return {here, field.points_near(square, mine) - field.points_near(square, theirs)};
}

}  // namespace foray::solver
