#include "freeze.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>

namespace foray::solver {
namespace {

using Four = FrozenWorth::Four;

/// What a square given away is about worth in half points, by the points on it: one of the other side's, an empty one, one of F's own.
constexpr int kPriceOfOther = 4;
constexpr int kPriceOfEmpty = 3;
constexpr int kPriceOfOwn = 1;
/// Few cuts cost less than this many half points for squares of mean value: nothing is tried for less.
constexpr int kLeastPrice = 5;
/// A piece that is still too large for each cell too many, likewise: it has to be cut again.
constexpr int kPriceOfExcess = 2;

Four four(int a, int taxed_a, int c, int taxed_c) {
    return Four{static_cast<std::int16_t>(a), static_cast<std::int16_t>(taxed_a), static_cast<std::int16_t>(c),
                static_cast<std::int16_t>(taxed_c)};
}

}  // namespace

Freezer::Freezer(const Field& field, ComponentCache& cache, FreezeLimits limits, int bits)
    : field_(field),
      cache_(cache),
      limits_(limits),
      tax_(cache.tax()),
      mean_(std::max(1, field.total() / field.squares())),
      index_shift_(64 - (bits - 1)),
      memory_((std::size_t{1} << bits) * sizeof(Slot)),
      buckets_(reinterpret_cast<Slot*>(memory_.data())) {
    static_assert(sizeof(Slot) * kBucket == 64);
    limits_.cells = std::clamp(limits_.cells, 1, kMostCells);
    limits_.whole = std::clamp(limits_.whole, limits_.cells, ComponentCache::kMostCells);
    const Set row = (Set{1} << field.cols()) - 1;
    const Set column = [&] {
        Set set = 0;
        for (int r = 0; r < field.rows(); ++r) set |= bit(r * field.cols());
        return set;
    }();
    Set before = 0;
    for (int r = 0; r + 1 < field.rows(); ++r) {
        const Set here = row << (r * field.cols());
        before |= here;
        lines_.push_back({before, here, here << field.cols(), true});
    }
    before = 0;
    for (int c = 0; c + 1 < field.cols(); ++c) {
        before |= column << c;
        lines_.push_back({before, column << c, column << (c + 1), false});
    }
}

// ---- where to cut

/// A guess of twice the open value: pieces that stand, and empties that only one side is next to.
int Freezer::estimate(const State& state) const {
    const Set mine = field_.around(state.own) & state.empty;
    const Set theirs = field_.around(state.opp) & state.empty;
    return 2 * (field_.points(state.own) - field_.points(state.opp)) + field_.points(mine & ~theirs) - field_.points(theirs & ~mine);
}

/// What the squares cost that are given away, in half points. `state` is seen from the favoured side.
int Freezer::price(const State& state, Set frozen) const {
    return kPriceOfOther * field_.points(frozen & state.opp) + kPriceOfEmpty * field_.points(frozen & state.empty) +
           kPriceOfOwn * field_.points(frozen & state.own);
}

/// What is given away by the cheapest cut of linked cells along a line between rows or columns; parts that stay too large pay for it. A
/// line gives away the occupied squares next to cells on both of its sides, and the cells next to one on the other side: of the squares
/// beside the line those with a cell across it that are cells themselves, or have another cell beside them.
Set Freezer::cheapest_cut(const State& state, Set cells, Set frozen) const {
    const Field::Sides by = field_.sides(cells);
    const Set level = by.left | by.right;
    const Set upright = by.above | by.below;
    const Set able = (cells | ~state.empty) & ~frozen;
    const Set at_below = by.below & able & (cells | level | by.above);  // at the line below the square
    const Set at_above = by.above & able & (cells | level | by.below);
    const Set at_right = by.right & able & (cells | upright | by.left);
    const Set at_left = by.left & able & (cells | upright | by.right);
    const int all = count(cells);
    Set best = 0;
    int least = std::numeric_limits<int>::max();
    for (const Line& line : lines_) {
        const int one = count(cells & line.before);
        if (one == 0 || one == all) continue;
        const Set given =
            line.between_rows ? (at_below & line.last) | (at_above & line.next) : (at_right & line.last) | (at_left & line.next);
        const int excess = std::max(0, one - limits_.cells) + std::max(0, all - one - limits_.cells);
        const int cost = price(state, given) + kPriceOfExcess * mean_ * excess;
        if (cost >= least) continue;
        least = cost;
        best = given;
    }
    return best;
}

/// Cuts all components of a state that are too large until no piece is. False if that gives away more than `dearest`, or if nothing is too
/// large.
bool Freezer::cut_up(const State& state, int dearest, Pieces& out) const {
    out.cut = {state.own, state.opp, 0};
    out.size = 0;
    std::array<Set, Field::kMaxSquares> open;
    std::size_t n = 0;
    for (Set rest = state.empty; rest != 0;) {
        const Set part = cache_.first_component(rest);
        rest &= ~part;
        if (count(part) > limits_.whole) {
            open[n++] = part;
        } else {
            out.cells[out.size++] = part;
        }
    }
    if (n == 0) return false;
    while (n > 0) {
        const Set all = open[--n];
        const Set given = cheapest_cut(state, all, out.cut.frozen);
        dearest -= price(state, given);
        if (dearest < 0) return false;
        out.cut = {out.cut.favoured & ~given, out.cut.other & ~given, out.cut.frozen | given};
        for (Set rest = all; rest != 0;) {
            Set part = rest & (~rest + 1);
            for (Set grown = grow(part, rest, out.cut); grown != part; grown = grow(part, rest, out.cut)) part = grown;
            rest &= ~part;
            if (count(part) > limits_.cells) {
                open[n++] = part;
            } else {
                out.cells[out.size++] = part;
            }
        }
    }
    return true;
}

// ---- what pieces are worth

FrozenWorth Freezer::single(int square, const Cut& cut) const {
    const Set near = field_.near(square);
    const Set theirs = near & cut.other;
    const int here = (cut.frozen & bit(square)) != 0 ? 0 : field_.value(square);
    const int of_mine = field_.points_near(square, cut.favoured);
    const int of_theirs = field_.points_near(square, theirs);
    const bool raid = (near & (cut.favoured | cut.frozen)) != 0;
    const int gain = here + of_mine + (raid ? of_theirs : -of_theirs);
    const int loss = here + of_theirs + (theirs != 0 ? of_mine : -of_mine);
    return {four(std::max(gain, -loss), std::max(gain - tax_, tax_ - loss), loss, loss - tax_)};
}

Freezer::Wanted Freezer::wanted(const Piece& piece, Set favoured) const {
    Wanted out{piece, favoured & piece.near & ~piece.frozen, 0, nullptr};
    if (piece.frozen == 0) return out;
    // Of lone neighbours of both colours it does not matter which are whose: whoever plays the cell can raid and gets them all. The lowest
    // is called F's, and none of them where F has a frozen base and can raid without.
    const Set mixed = field_.around(piece.lone & out.favoured) & field_.around(piece.lone & ~out.favoured) & piece.cells;
    if (mixed != 0) {
        const Set based = field_.around(piece.frozen);
        each(mixed, [&](int cell) {
            const Set lone = field_.near(cell) & piece.lone;
            out.favoured &= ~lone;
            if ((based & bit(cell)) == 0) out.favoured |= lone & (~lone + 1);
        });
    }
    out.colours = piece.fixed | gather_bits(out.favoured, piece.near);
    out.bucket = buckets_ + kBucket * (((piece.cells * 0x9E3779B97F4A7C15 ^ out.colours) * 0xD6E8FEB86659FD93) >> index_shift_);
    __builtin_prefetch(out.bucket);
    return out;
}

FrozenWorth Freezer::worth(const Wanted& wanted) {
    if (wanted.bucket == nullptr) {
        const Pack known = cache_.worth(wanted.favoured, wanted.piece.cells).numbers;
        return {Four{known[0], known[1], known[6], known[7]}};
    }
    Slot* const bucket = wanted.bucket;
    for (std::size_t i = 0; i < kBucket; ++i) {
        if (bucket[i].cells == wanted.piece.cells && bucket[i].colours == wanted.colours) return bucket[i].worth;
    }
    const FrozenWorth found = evaluate(wanted.piece, wanted.favoured);
    bucket[1] = bucket[0];
    bucket[0] = {wanted.piece.cells, wanted.colours, found};
    return found;
}

/// Which cells of a piece are linked, as sets of numbers: the cells counted from the lowest.
class Freezer::Links {
public:
    Links(const Field& field, const Piece& piece) : cells_(piece.cells) {
        const Set live = piece.near & ~piece.frozen;
        int n = 0;
        each(cells_, [&](int cell) {
            const Set near = field.near(cell);
            const Set adjacent = (piece.frozen & bit(cell)) != 0 ? near & ~piece.frozen : near;
            links_[static_cast<std::size_t>(n++)] = static_cast<unsigned>(gather_bits(adjacent | field.around(near & live), cells_));
        });
    }

    /// Calls f(cells) for every piece that is left of `rest`, where the cells of `joined` are linked to each other too.
    template <class F>
    void each_piece(unsigned rest, unsigned joined, F&& f) const {
        while (rest != 0) {
            unsigned part = rest & (~rest + 1);
            for (unsigned fresh = part; fresh != 0;) {
                unsigned next = (fresh & joined) != 0 ? joined : 0;
                for (; fresh != 0; fresh &= fresh - 1) next |= links_[static_cast<std::size_t>(std::countr_zero(fresh))];
                fresh = next & rest & ~part;
                part |= fresh;
            }
            rest &= ~part;
            f(spread_bits(part, cells_));
        }
    }

private:
    Set cells_;
    std::array<unsigned, kMostCells> links_;
};

FrozenWorth Freezer::evaluate(const Piece& piece, Set favoured) {
    ++evaluations_;
    const Set live = piece.near & ~piece.frozen;
    const Set other = live & ~favoured;
    const Links links(field_, piece);
    struct Move {
        int gain;
        int loss;
        FrozenSum mine;
        FrozenSum theirs;
    };
    struct Asked {
        Wanted wanted;
        FrozenSum* sum;
    };
    std::array<Move, kMostCells> moves;
    std::array<Asked, 2 * kMostCells*(kMostCells - 1)> asked;
    std::size_t n = 0;
    std::size_t questions = 0;
    const unsigned all = (1U << count(piece.cells)) - 1;
    each(piece.cells, [&](int square) {
        const Set here = bit(square) & ~piece.frozen;
        const Set near = field_.near(square);
        const Set beside = near & live;
        const Set left = piece.cells ^ bit(square);
        const Set open = field_.around(left);
        const bool raid = (near & (favoured | piece.frozen)) != 0;
        const bool raided = (beside & other) != 0;
        const int fixed = (here & ~open) != 0 ? field_.value(square) : 0;
        const int settled = field_.points_near(square, beside & ~open);
        Move& move = moves[n];
        move = {fixed + (raid ? settled : -settled), fixed + (raided ? settled : -settled), {}, {}};
        const Cut mine{favoured | here | (raid ? beside : 0), raid ? other & ~beside : other, piece.frozen};
        const Cut theirs{raided ? favoured & ~beside : favoured, other | here | (raided ? beside : 0), piece.frozen};
        const auto joined = here != 0 ? static_cast<unsigned>(gather_bits(near, piece.cells)) : 0U;
        links.each_piece(all & ~(1U << n), joined, [&](Set part) {
            if ((part & (part - 1)) == 0) {
                move.mine.add(single(lowest(part), mine));
                move.theirs.add(single(lowest(part), theirs));
                return;
            }
            const Piece next = piece_of(part, piece.frozen);
            asked[questions++] = {wanted(next, mine.favoured), &move.mine};
            asked[questions++] = {wanted(next, theirs.favoured), &move.theirs};
        });
        ++n;
    });
    for (std::size_t i = 0; i < questions; ++i) asked[i].sum->add(worth(asked[i].wanted));
    int a[2] = {-30000, -30000};
    int c[2] = {-30000, -30000};
    for (std::size_t k = 0; k < n; ++k) {
        const Move& move = moves[k];
        for (int i = 0; i < 2; ++i) {
            const int t = i == 0 ? 0 : tax_;
            a[i] = std::max(a[i], move.gain - t + move.mine.numbers[i] - move.mine.start[i]);
            c[i] = std::max(c[i], move.loss - t - move.theirs.numbers[i]);
        }
    }
    for (int i = 0; i < 2; ++i) a[i] = std::max(a[i], -c[i]);
    return {four(a[0], a[1], c[0], c[1])};
}

// ---- the bound

/// Pieces of one cell count as one together: their swings are taken in turn, the largest first (as in Sum).
class Freezer::Switches {
public:
    void add(FrozenWorth one) {
        // A is mean + swing, C is swing - mean.
        const int swing = (one.numbers[0] + one.numbers[2]) / 2;
        fixed_ += one.numbers[0] - swing;
        std::size_t at = size_++;
        for (; at > 0 && swings_[at - 1] < swing; --at) swings_[at] = swings_[at - 1];
        swings_[at] = swing;
    }
    [[nodiscard]] FrozenWorth worth(int tax) const {
        int plain = 0;
        int hot = 0;
        int cold = 0;
        for (std::size_t i = size_; i-- > 0;) {
            plain = swings_[i] - plain;
            if (swings_[i] >= tax) {
                hot = swings_[i] - tax - hot;
            } else {
                cold += tax - swings_[i];
            }
        }
        return {four(plain + fixed_, hot + cold + fixed_, plain - fixed_, hot - cold - fixed_)};
    }

private:
    std::size_t size_ = 0;
    int fixed_ = 0;
    std::array<int, Field::kMaxSquares> swings_;
};

/// All pieces of a state together.
Freezer::FrozenSum Freezer::add_up(const Pieces& pieces) {
    std::array<Wanted, Field::kMaxSquares> asked;
    std::size_t n = 0;
    Switches switches;
    for (std::size_t i = 0; i < pieces.size; ++i) {
        const Set part = pieces.cells[i];
        if ((part & (part - 1)) == 0) {
            switches.add(single(lowest(part), pieces.cut));
        } else {
            asked[n++] = wanted(piece_of(part, pieces.cut.frozen), pieces.cut.favoured);
        }
    }
    FrozenSum sum;
    sum.add(switches.worth(tax_));
    for (std::size_t i = 0; i < n; ++i) sum.add(worth(asked[i]));
    return sum;
}

bool Freezer::decide(const State& state, int target, Bound& bound) {
    const int empties = count(state.empty);
    if (empties < limits_.from) return false;
    // Whoever seems to miss his aim gets the squares. A cut that costs too much of what he misses is not worth a try.
    const int ahead = estimate(state) - 2 * target + 1;  // in half points
    const int dearest = limits_.margin == 0 ? std::numeric_limits<int>::max() : std::abs(ahead) * 100 / limits_.margin;
    if (dearest < kLeastPrice * mean_) return false;
    const bool own_favoured = ahead < 0;
    const State seen = own_favoured ? state : State{state.opp, state.own, state.empty};
    Pieces pieces;
    if (!cut_up(seen, dearest, pieces)) return false;
    const FrozenSum sum = add_up(pieces);
    const int odd_tax = (empties & 1) != 0 ? tax_ : 0;
    const int most = own_favoured ? std::min<int>(sum.numbers[0], sum.numbers[1] + odd_tax)
                                  : std::min<int>(sum.numbers[0] - sum.start[0], sum.numbers[1] - sum.start[1] - odd_tax);
    const int total = most + field_.points(pieces.cut.frozen);
    if (own_favoured ? total >= target : -total < target) return false;
    bound = {own_favoured ? total : -total, pieces.cut.other};
    return true;
}

}  // namespace foray::solver
