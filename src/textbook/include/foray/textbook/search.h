// Minimax and alpha-beta exactly as courses teach them: fixed depth, no table, no tricks in the result. One function serves both (pruning
// is a template parameter) and all variants; a tracer sees every step and vanishes where there is none.
//
// A node is a position that the search visits: the root, inner nodes and leaves. A position is a leaf at the depth limit or when the
// game is over. Of equal moves the first in the rules' order is played.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "foray/notation/trace.h"
#include "foray/rules/game.h"
#include "foray/textbook/evaluation.h"
#include "foray/textbook/last_ply.h"

namespace foray {

enum class Algorithm : std::uint8_t { kMinimax, kAlphaBeta };

/// The order in which children are searched: as the rules list them, by their static evaluation, best for the mover first, or as the queue
/// of the original Frakking Toaster hands them out: worst first, contrary to its README (Ataxx family only).
enum class MoveOrder : std::uint8_t { kPositional, kStatic, kToaster };

/// Which of equal root moves is played. Courses say the first; one public program's minimax keeps the last.
enum class Ties : std::uint8_t { kFirst, kLast };

/// Whose turn it is below the root's children. kTwice is the bug of the 2015 report's program: every root child is searched with the same
/// player to move again, and root and root children are not counted as nodes. Its alpha-beta cuts only when value > beta and opens a
/// fresh window for every root child.
enum class RootTurn : std::uint8_t { kAlternate, kTwice };

inline constexpr int kQuietPlies = 6;

struct TextbookOptions {
    Algorithm algorithm = Algorithm::kMinimax;
    int depth = 1;
    Evaluation evaluation = Evaluation::kScore;
    MoveOrder order = MoveOrder::kPositional;
    Ties ties = Ties::kFirst;
    RootTurn turn = RootTurn::kAlternate;
    /// Positions reached again by the same moves in another order are looked up, not searched. Not for RootTurn::kTwice.
    bool repeats = false;
    /// At the depth limit captures are played out, at most kQuietPlies of them; nobody has to capture. Not for RootTurn::kTwice.
    bool quiescence = false;
    /// Ataxx Reloaded without the horizontal jumps of two squares, as the original Frakking Toaster saw it.
    bool lacks_horizontal_two_jumps = false;
    /// Whether the last ply is evaluated for all moves at once where that is possible (last_ply.h). Changes speed alone.
    bool bulk_last_ply = true;

    friend bool operator==(const TextbookOptions&, const TextbookOptions&) = default;
};

struct SearchAnswer {
    Move move;      ///< a pass if there is no legal move
    int value = 0;  ///< for the side to move at the root
    std::uint64_t nodes = 0;
    bool complete = true;  ///< false: it gave up at its ceiling of nodes, and move and value say nothing
};

/// As many nodes as it takes.
inline constexpr std::uint64_t kNoCeiling = ~std::uint64_t{0};

using TraceSink = std::function<void(const TraceEvent&)>;

/// A textbook player for one game. Construction builds the rules' tables; each search is one virtual call.
class TextbookSearcher {
public:
    TextbookSearcher(const GameSpec& spec, const TextbookOptions& options);
    ~TextbookSearcher();
    TextbookSearcher(TextbookSearcher&&) noexcept;
    TextbookSearcher& operator=(TextbookSearcher&&) noexcept;

    /// Gives up soon after `most_nodes`: for callers that must not wait for ever.
    [[nodiscard]] SearchAnswer search(const WidePosition& position, std::uint64_t most_nodes = kNoCeiling) const;
    /// The same search, with every event. Not for RootTurn::kTwice.
    [[nodiscard]] SearchAnswer trace(const WidePosition& position, const TraceSink& sink, std::uint64_t most_nodes = kNoCeiling) const;

    class Impl;

private:
    std::unique_ptr<Impl> impl_;
};

/// A single search.
SearchAnswer textbook_search(const GameSpec& spec, const WidePosition& position, const TextbookOptions& options);

}  // namespace foray
