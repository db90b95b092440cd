// The check of a proof by the rules alone. Nothing here, and nothing that is included here, knows how proofs are found.
//
// A proof is a list of nodes. Each says whether the value of a position, for its side to move, is at least a target, and why:
//
//   yes   a move leads to a node that says no to "at least 1 - target" for the enemy
//   no    every move leads to a node that says yes to it
//   or    somebody's answer (bounds of the position's value), the points that are still open, or a strategy of answering symmetrically
//
// Positions are compared up to two things that follow from the rules. A piece without an empty square beside it never changes hands, so
// calling an enemy's one own makes up for twice its points in the target. And a symmetry of the board that keeps all values keeps the value
// of a position. Where raids are optional, a drop needs no node of its own where a raid on the same square has one: the same squares
// stay empty, and who owns more never has a smaller value (docs/solver.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "foray/board/result.h"
#include "foray/board/symmetry.h"
#include "foray/rules/game.h"

namespace foray {

/// Is the value of this position, for the owner of `own`, who is to move, at least `target`?
struct BoundQuestion {
    std::uint64_t own = 0;
    std::uint64_t opp = 0;
    int target = 0;
    friend auto operator<=>(const BoundQuestion&, const BoundQuestion&) = default;  // NOLINT(modernize-use-nullptr): there is no null here
};

enum class BoundReason : std::uint8_t { kMoves, kAnswer, kPoints, kStrategy };

struct BoundNode {
    BoundQuestion question;
    bool yes = false;
    BoundReason reason = BoundReason::kMoves;
    struct Edge {
        int square = 0;
        std::size_t child = 0;
    };
    std::vector<Edge> edges{};  ///< kMoves only
};

/// What somebody found out about a position's value.
struct KnownBounds {
    std::uint64_t own = 0;
    std::uint64_t opp = 0;
    int lower = 0;
    int upper = 0;
};

class BoundJudge {
public:
    /// A raid game of at most 64 squares.
    explicit BoundJudge(const GameSpec& spec);

    /// The one that stands for all that are equal to it.
    [[nodiscard]] BoundQuestion normal(BoundQuestion question) const;
    /// What a move on an empty square, a raid where it can be one, asks the enemy; normal.
    [[nodiscard]] BoundQuestion after(const BoundQuestion& question, int square) const;
    [[nodiscard]] std::uint64_t empty_of(const BoundQuestion& question) const { return board_ & ~question.own & ~question.opp; }
    [[nodiscard]] std::optional<bool> by_points(const BoundQuestion& question) const;
    [[nodiscard]] std::optional<bool> by_strategy(const BoundQuestion& question) const;

    /// Whether the nodes, the first of which is the claim's, prove what the first one says. `answers` are taken as true; the error names
    /// the first node that does not follow.
    [[nodiscard]] Result<bool> check(const BoundQuestion& claim, std::span<const BoundNode> nodes,
                                     std::span<const KnownBounds> answers) const;

private:
    struct Parts {
        std::uint64_t own;  ///< pieces with an empty square beside them
        std::uint64_t opp;
        std::uint64_t empty;
        int target;  ///< of what is still open
        int open;    ///< points of it
    };
    [[nodiscard]] Parts parts(const BoundQuestion& question) const;
    [[nodiscard]] int points(std::uint64_t set) const;
    [[nodiscard]] std::uint64_t beside(std::uint64_t set) const;
    [[nodiscard]] std::uint64_t image(const SquareMap& map, std::uint64_t set) const;
    [[nodiscard]] const SquareMap* keeping(Symmetry symmetry, std::uint64_t empty) const;
    [[nodiscard]] std::optional<Error> check_moves(std::span<const BoundNode> nodes, std::size_t at) const;

    Game game_;
    std::uint64_t board_;
    std::vector<std::uint64_t> near_;
    struct Kept {
        Symmetry symmetry;
        SquareMap map;
    };
    std::vector<Kept> kept_;  ///< symmetries that keep all values
};

}  // namespace foray
