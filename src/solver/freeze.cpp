#include "freeze.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include "foray/board/gather.h"

namespace foray::solver {
namespace {

using Four = FrozenWorth::Four;

/// What a square given away is about worth in half points, by the points on it: one of the other side's, an empty one, one of F's own.
constexpr int kPriceOfOther = 4;
constexpr int kPriceOfEmpty = 3;
constexpr int kPriceOfOwn = 1;
/// No cut costs less than this many half points for squares of mean value.
constexpr int kLeastPrice = 2;
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
    for (int row = 1; row < field.rows(); ++row) halves_.push_back((Set{1} << (row * field.cols())) - 1);
    for (int col = 1; col < field.cols(); ++col) {
        Set half = 0;
        for (int square = 0; square < field.squares(); ++square) {
            if (square % field.cols() < col) half |= bit(square);
        }
        halves_.push_back(half);
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

/// The squares to freeze so that two sets of empties do not touch each other.
Set Freezer::between(const State& state, Set one, Set two) const {
    const Set by_one = field_.around(one);
    const Set by_two = field_.around(two);
    return (by_one & by_two & ~state.empty) | (by_one & two) | (by_two & one);
}

/// Cuts all components of a state that are too large, along lines between rows or columns: each time the cheapest, and those that leave
/// too large parts pay for it. Returns the squares to freeze.
Set Freezer::cut_up(const State& state) const {
    Set frozen = 0;
    std::array<Set, Field::kMaxSquares> open;
    std::size_t n = 0;
    for (Set rest = state.empty; rest != 0;) {
        open[n++] = cache_.first_component(rest);
        rest &= ~open[n - 1];
    }
    const auto excess = [&](Set cells) { return std::max(0, count(cells) - limits_.cells); };
    while (n > 0) {
        const Set all = open[--n];
        if (excess(all) == 0) continue;
        Set part = 0;
        Set best = 0;
        int least = std::numeric_limits<int>::max();
        for (const Set half : halves_) {
            const Set one = all & half;
            const Set two = all & ~half;
            if (one == 0 || two == 0) continue;
            const Set given = between(state, one, two);
            const int cost = price(state, given) + kPriceOfExcess * mean_ * (excess(one) + excess(two));
            if (cost >= least) continue;
            least = cost;
            part = one;
            best = given;
        }
        frozen |= best;
        open[n++] = part;
        open[n++] = all & ~part;
    }
    return frozen;
}

// ---- what pieces are worth

FrozenWorth Freezer::single(int square, const Cut& cut) const {
    const Set near = field_.near(square);
    const Set mine = near & cut.favoured;
    const Set theirs = near & cut.other;
    const int here = (cut.frozen & bit(square)) != 0 ? 0 : field_.value(square);
    const int of_mine = field_.points_near(square, mine);
    const int of_theirs = field_.points_near(square, theirs);
    const bool raid = (near & (cut.favoured | cut.frozen)) != 0;
    const int gain = here + of_mine + (raid ? of_theirs : -of_theirs);
    const int loss = here + of_theirs + (theirs != 0 ? of_mine : -of_mine);
    return {four(std::max(gain, -loss), std::max(gain - tax_, tax_ - loss), loss, loss - tax_)};
}

FrozenWorth Freezer::worth(Set cells, const Cut& cut) {
    if ((cells & (cells - 1)) == 0) return single(lowest(cells), cut);
    const Set near = field_.around(cells) & ~cells;
    const Set frozen = cut.frozen & (near | cells);
    if (frozen == 0) {
        const Pack known = cache_.worth(cut.favoured, cells).numbers;
        return {Four{known[0], known[1], known[6], known[7]}};
    }
    const std::uint64_t colours =
        gather_bits(cut.favoured, near) | gather_bits(frozen, near) << kMostNear | gather_bits(frozen, cells) << 2 * kMostNear;
    Slot* const bucket = buckets_ + kBucket * (((cells * 0x9E3779B97F4A7C15 ^ colours) * 0xD6E8FEB86659FD93) >> index_shift_);
    for (std::size_t i = 0; i < kBucket; ++i) {
        if (bucket[i].cells == cells && bucket[i].colours == colours) return bucket[i].worth;
    }
    const FrozenWorth found = evaluate(cells, {cut.favoured & near, cut.other & near, frozen});
    bucket[1] = bucket[0];
    bucket[0] = {cells, colours, found};
    return found;
}

FrozenWorth Freezer::evaluate(Set cells, const Cut& cut) {
    int a[2] = {-30000, -30000};
    int c[2] = {-30000, -30000};
    each(cells, [&](int square) {
        const Set here = bit(square) & ~cut.frozen;
        const Set rest = cells ^ bit(square);
        const Set open = field_.around(rest);
        const Set beside = field_.near(square) & (cut.favoured | cut.other);
        const int fixed = (here & ~open) != 0 ? field_.value(square) : 0;
        const int settled = field_.points_near(square, beside & ~open);
        const bool raid = (field_.near(square) & (cut.favoured | cut.frozen)) != 0;
        const bool raided = (beside & cut.other) != 0;
        const Cut mine{cut.favoured | here | (raid ? beside : 0), raid ? cut.other & ~beside : cut.other, cut.frozen};
        const Cut theirs{raided ? cut.favoured & ~beside : cut.favoured, cut.other | here | (raided ? beside : 0), cut.frozen};
        int sum[2] = {0, 0};
        int start[2] = {0, 0};
        int after[2] = {0, 0};
        each_piece(rest, mine, [&](Set piece) {
            const Four one = worth(piece, mine).numbers;
            const Four two = worth(piece, theirs).numbers;
            for (int i = 0; i < 2; ++i) {
                sum[i] += one[i];
                start[i] = std::max(start[i], one[i] + one[i + 2]);
                after[i] += two[i];
            }
        });
        const int gain = fixed + (raid ? settled : -settled);
        const int loss = fixed + (raided ? settled : -settled);
        for (int i = 0; i < 2; ++i) {
            const int t = i == 0 ? 0 : tax_;
            a[i] = std::max(a[i], gain - t + sum[i] - start[i]);
            c[i] = std::max(c[i], loss - t - after[i]);
        }
    });
    for (int i = 0; i < 2; ++i) a[i] = std::max(a[i], -c[i]);
    return {four(a[0], a[1], c[0], c[1])};
}

// ---- the bound

bool Freezer::decide(const State& state, int target, Bound& bound) {
    if (count(state.empty) < limits_.from) return false;
    // Whoever seems to miss his aim gets the squares. A cut that costs too much of what he misses is not worth a try.
    const int ahead = estimate(state) - 2 * target + 1;  // in half points
    const auto too_dear = [&](int cost) { return std::abs(ahead) * 100 < limits_.margin * cost; };
    if (too_dear(kLeastPrice * mean_)) return false;
    const bool own_favoured = ahead < 0;
    const State seen = own_favoured ? state : State{state.opp, state.own, state.empty};
    const Set frozen = cut_up(seen);
    if (too_dear(price(seen, frozen))) return false;
    const Cut cut{seen.own & ~frozen, seen.opp & ~frozen, frozen};
    int sum[2] = {0, 0};
    int start[2] = {0, 0};
    each_piece(state.empty, cut, [&](Set piece) {
        const Four one = worth(piece, cut).numbers;
        for (int i = 0; i < 2; ++i) {
            sum[i] += one[i];
            start[i] = std::max(start[i], one[i] + one[i + 2]);
        }
    });
    const int odd_tax = (count(state.empty) & 1) != 0 ? tax_ : 0;
    const int most = own_favoured ? std::min(sum[0], sum[1] + odd_tax) : std::min(sum[0] - start[0], sum[1] - start[1] - odd_tax);
    const int total = most + field_.points(cut.frozen);
    if (own_favoured ? total >= target : -total < target) return false;
    bound = {own_favoured ? total : -total, cut.other};
    return true;
}

}  // namespace foray::solver
