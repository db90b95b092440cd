// The strong player: one search for every game of both families.
//
// Values are in hundredths, for the side to move: of a point (raid family) or of a piece (Ataxx family). A raid value that is `exact` is
// the margin of best play times 100. In the Ataxx family winning comes before the margin: a proved win is kWin + 100 * margin.
//
// With one thread a search limited by depth or nodes gives the same answer on every machine. Nothing here throws, prints or reads; threads
// exist only where FORAY_THREADS is not 0.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "foray/board/threads.h"
#include "foray/engine/weights.h"
#include "foray/rules/game.h"

namespace foray {

inline constexpr int kWin = 1'000'000;
/// The deepest search in plies.
inline constexpr int kMaxDepth = 100;
inline constexpr int kMaxThreads = 64;

/// Every technique that changes the shape of the tree, so that tests and matches can turn each off. `table` and `history` never change an
/// exact value; the others are heuristics and are left out of exact searches.
struct Techniques {
    bool table = true;
    bool aspiration = true;
    bool history = true;
    bool reductions = true;        ///< late moves are searched less deep first
    bool null_move = true;         ///< a side that may pass and still fails high is far ahead
    bool reverse_futility = true;  ///< far above beta close to the horizon
    bool futility = true;          ///< close to the horizon moves that gain too little are not searched
    bool late_pruning = true;      ///< close to the horizon the last moves of a long list are not searched
    bool quiescence = true;        ///< large captures are played out below the horizon
    bool child_cutoffs = true;     ///< a child's table entry may refute a node before any child is searched
    bool exact_ending = true;      ///< raid family: the last squares are searched to the end of the game without any heuristic

    static constexpr Techniques none() { return {false, false, false, false, false, false, false, false, false, false, false}; }
};

struct EngineOptions {
    std::size_t hash_mb = 16;
    int threads = 1;
    Techniques techniques{};
    Weights weights{};
};

/// One side's chess clock: what is left, what every move adds, and after how many moves the time is given once more (never, if not said).
struct GameClock {
    double left_ms = 0;
    double increment_ms = 0;
    std::optional<int> moves_to_go{};
    friend bool operator==(const GameClock&, const GameClock&) = default;
};

struct SearchLimits {
    std::optional<double> ms{};
    std::optional<GameClock> clock{};
    std::optional<std::uint64_t> nodes{};
    std::optional<int> depth{};
    std::optional<std::chrono::steady_clock::time_point> since{};  ///< when the time began to run, if not with the search
    int lines = 1;                                                 ///< how many of the best moves are searched with full windows
    const std::atomic<bool>* stop = nullptr;
};

/// One line of play and what is known about it.
struct SearchLine {
    int rank = 1;  ///< 1 for the best move
    int depth = 0;
    int deepest = 0;  ///< the longest line looked at
    int value = 0;
    bool exact = false;       ///< `value` is the result of best play
    std::vector<Move> moves;  ///< never empty
    std::uint64_t nodes = 0;
    double ms = 0;
    int table_permille = 0;
};

using OnLine = std::function<void(const SearchLine&)>;

/// Lines by rank; never empty for a position with a legal move.
struct SearchResult {
    std::vector<SearchLine> lines;
    std::uint64_t nodes = 0;
    double ms = 0;
    [[nodiscard]] Move move() const { return lines.front().moves.front(); }
};

/// A part of an evaluation, in hundredths for the side to move.
struct EvaluationTerm {
    std::string_view name;
    int value;
};

/// A player of one game. Remembers what it saw (the table) from one search to the next, until new_game().
class Engine {
public:
    explicit Engine(const GameSpec& spec, const EngineOptions& options = {});
    ~Engine();
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;

    /// The position must have a legal move.
    [[nodiscard]] SearchResult search(const WidePosition& position, const SearchLimits& limits, const OnLine& on_line = {});
    void new_game();
    /// The static evaluation, term by term; they add up to it.
    [[nodiscard]] std::vector<EvaluationTerm> evaluate(const WidePosition& position) const;

    class Impl;

private:
    std::unique_ptr<Impl> impl_;
};

}  // namespace foray
