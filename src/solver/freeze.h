// Bounds for components that are too large to be evaluated: squares are frozen, and what is left falls into pieces that are small enough.
//
// Give each side its own relation of which squares serve it as bases and which it can turn. Then the value for a side never falls if it
// gains bases or turns, or the other side loses some (the proof is that of monotonicity: every move stays at least as good). So for any set
// Y of squares, occupied or empty, the following game is worth at least as much to the side F as the real one:
//
//   the squares of Y are F's for ever as soon as they are occupied, whoever plays them, and serve F as bases from now on, empty or not
//
// An occupied square of Y links nothing any more: nobody turns it, and the base that F has there is there whatever happens elsewhere. Two
// adjacent empties are apart if both are in Y. Both are still to be played, so the sides still alternate over the same empties and the
// theorem on sums (components.h) holds for the pieces, taxes too. What the other side needs for such a bound are its squares outside Y.
//
// To cut a piece P off a component: Y = the occupied squares next to both parts, and the empties of each part that are next to the other.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "components.h"
#include "field.h"
#include "foray/board/gather.h"
#include "foray/board/memory.h"
#include "foray/solver/solver.h"
#include "table.h"

namespace foray::solver {

/// What a piece is worth to F, without tax and with it: at most A if F begins and he alone may pass, at least C to the other side if that
/// must begin and then F alone may pass.
struct FrozenWorth {
    using Four __attribute__((vector_size(8))) = std::int16_t;
    Four numbers;  ///< A, A taxed, C, C taxed
};

/// Bounds by freezing. One per thread.
class Freezer {
public:
    static constexpr int kMostCells = 7;  ///< of a piece that is evaluated

    /// 2^bits pieces of 32 bytes are remembered. `cache` knows what those are worth that nothing frozen touches.
    Freezer(const Field& field, ComponentCache& cache, FreezeLimits limits, int bits);
    [[nodiscard]] bool has_memory() const { return memory_.ok(); }

    /// Whether the open value of `state` is shown to be at least `target`, or less; then `bound` says how. Tries the likely one of the two.
    [[nodiscard]] bool decide(const State& state, int target, Bound& bound);

    [[nodiscard]] std::uint64_t evaluations() const { return evaluations_; }

private:
    /// A state in the eyes of the side F whose squares are frozen.
    struct Cut {
        Set favoured;  ///< F's squares outside Y
        Set other;     ///< the other side's squares outside Y
        Set frozen;    ///< Y
    };
    /// A state that was cut up.
    struct Pieces {
        Cut cut;
        std::size_t size;
        std::array<Set, Field::kMaxSquares> cells;
    };
    /// A line between rows or columns.
    struct Line {
        Set before;  ///< the squares above it, or left of it
        Set last;    ///< the row or column before it
        Set next;    ///< and after it
        bool between_rows;
    };
    struct alignas(32) Slot {
        Set cells;
        std::uint64_t colours;
        FrozenWorth worth;
    };
    static constexpr std::size_t kBucket = 2;             // one cache line
    static constexpr int kMostNear = 3 * kMostCells + 1;  // squares next to so many linked cells
    static_assert(2 * kMostNear + kMostCells <= 64);

    class Links;
    class Switches;
    /// Linked cells with everything about them but the colours.
    struct Piece {
        Set cells;
        Set near;             ///< occupied squares next to the cells
        Set frozen;           ///< of both, what is frozen
        Set lone;             ///< squares that can turn and are next to one cell only
        std::uint64_t fixed;  ///< what is frozen, as the key has it
    };
    /// A colouring of a piece, and where its worth is kept.
    struct Wanted {
        Piece piece;
        Set favoured;
        std::uint64_t colours;  ///< with the cells the key
        Slot* bucket;           ///< nothing: the cache of components knows it
    };
    /// Pieces added up.
    struct FrozenSum {
        FrozenWorth::Four numbers{};
        FrozenWorth::Four start{};

        void add(FrozenWorth part) {
            numbers += part.numbers;
            const FrozenWorth::Four begin = part.numbers + __builtin_shufflevector(part.numbers, part.numbers, 2, 3, 0, 1);
            start = begin > start ? begin : start;
        }
    };

    [[nodiscard]] int estimate(const State& state) const;
    [[nodiscard]] int price(const State& state, Set frozen) const;
    [[nodiscard]] Set cheapest_cut(const State& state, Set cells, Set frozen) const;
    [[nodiscard]] bool cut_up(const State& state, int dearest, Pieces& out) const;
    [[nodiscard]] Set grow(Set part, Set cells, const Cut& cut) const {
        // Adjacent empties are linked unless both are frozen; others by an occupied square that is not.
        const Set beside = field_.around(part);
        return (part | field_.around(part & ~cut.frozen) | (beside & ~cut.frozen) | field_.around(beside & (cut.favoured | cut.other))) &
               cells;
    }
    [[nodiscard]] Piece piece_of(Set cells, Set frozen) const {
        const Field::Touched touched = field_.touched(cells);
        const Set near = touched.any & ~cells;
        return {cells, near, frozen & (near | cells), touched.once & near & ~frozen,
                gather_bits(frozen, near) << kMostNear | gather_bits(frozen, cells) << 2 * kMostNear};
    }
    [[nodiscard]] Wanted wanted(const Piece& piece, Set favoured) const;
    [[nodiscard]] FrozenWorth worth(const Wanted& wanted);
    [[nodiscard]] FrozenWorth single(int square, const Cut& cut) const;
    [[nodiscard]] FrozenWorth evaluate(const Piece& piece, Set favoured);
    [[nodiscard]] FrozenSum add_up(const Pieces& pieces);

    const Field& field_;
    ComponentCache& cache_;
    FreezeLimits limits_;
    int tax_;
    int mean_;
    int index_shift_;
    HugeMemory memory_;
    Slot* buckets_;
    std::vector<Line> lines_;
    std::uint64_t evaluations_ = 0;
};

/// In its place where nobody asks for it.
struct NoFreezer {
    NoFreezer(const Field& /*field*/, ComponentCache& /*cache*/, FreezeLimits /*limits*/, int /*bits*/) {}
    static bool decide(const auto& /*state*/, int /*target*/, auto& /*reply*/) { return false; }
    static std::uint64_t evaluations() { return 0; }
    static bool has_memory() { return true; }
};

}  // namespace foray::solver
