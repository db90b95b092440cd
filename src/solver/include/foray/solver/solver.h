// The exact solver of the raid family on boards of up to 64 squares: values with best play on both sides, proved.
//
//   auto made = Solver::make(spec, position, options);        // refuses what it cannot do, in words
//   Answer answer = made->value()->solve(position);           // bounds of the value; equal when it finished
//
// Values are the points of the side to move minus the other's at the end of the game. One solver serves the position it was made for
// and everything that can be reached from it; its table grows more useful with every question. A question can be stopped from another
// thread at any time, and then says what was proved until then. Threads exist only where FORAY_THREADS is not 0.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "foray/board/result.h"
#include "foray/notation/budget.h"
#include "foray/rules/game.h"

namespace foray::solver {

class Field;
class Table;
class Workshop;

/// About how many nodes an exact value takes with so many empties: measured on 6x6 boards after random play, two hundred thousand at 20
/// and 2.2 times as many with each more. (docs/solver.md; single positions are off by a factor of three either way.)
[[nodiscard]] double expected_nodes(int empties);

// Every idea of the search has a switch, so that what it gains can be measured: one line here is all that a new one needs besides its
// use. All of them are exact.
// clang-format off
#define FORAY_IDEAS(ONE)                                                                                                                \
    ONE(table,            "table",            true,  "bounds are remembered at all")                                                    \
    ONE(dominance,        "dominance",        true,  "an entry serves every position that owns more, not only the same")                \
    ONE(partition,        "partition",        true,  "entries name only the squares their proof needs, not all of a side's")            \
    ONE(child_probes,     "child-probes",     true,  "every child is looked up in the table before one is searched")                    \
    ONE(mixed_private,    "mixed-private",    true,  "mixed private neighbours count as one square")                                    \
    ONE(symmetry,         "symmetry",         true,  "one table entry for all symmetric images")                                        \
    ONE(switches,         "switches",         true,  "of switches only the hottest is searched, equal ones cancel")                     \
    ONE(components,       "components",       true,  "bounds from the sum of components at the node")                                   \
    ONE(child_components, "child-components", true,  "and at every child before one is searched")                                       \
    ONE(order_reach,      "order-reach",      true,  "moves are ordered by exclusive reach")                                            \
    ONE(order_reply,      "order-reply",      true,  "and by gain minus the enemy's best reply")                                        \
    ONE(order_split,      "order-split",      true,  "moves come earlier that part the empties around them")                            \
    ONE(order_centre,     "order-centre",     true,  "and those near the centre of the board")                                          \
    ONE(order_last,       "order-last",       true,  "and those near the enemy's last move")                                            \
    ONE(order_margin,     "order-margin",     true,  "all that otherwise for a side that is ahead")                                     \
    ONE(answers,          "answers",          true,  "the answer that last won against the same move is asked first")                   \
    ONE(last_plies,       "last-plies",       true,  "code of its own for the last empties")                                            \
    ONE(freezing,         "freezing",         false, "bounds for large components; the commands use it, the browser has no room for it")
// clang-format on

/// When a component is cut by freezing squares, and how small.
struct FreezeLimits {
    int cells = 5;     ///< of the largest piece, at most 7
    int whole = 7;     ///< a component of so many cells is not cut, at most 8
    int from = 10;     ///< empties of a position that is worth a try
    int margin = 200;  ///< how far the estimate must be from the target, in per cent of what the cut costs
    int spread = 8;    ///< not on boards whose best square is worth less than this many times the least: nodes are too cheap there
};

struct Ideas {
#define FORAY_ONE(member, name, on, what) bool member = on;
    FORAY_IDEAS(FORAY_ONE)
#undef FORAY_ONE
    bool conjectures = false;  ///< theorem 10: bounds that rest on a statement that is checked but that nobody has proved

    int component_limit = 8;                                  ///< no component of more cells is evaluated, ...
    std::array<int, 3> larger_components_from = {7, 10, 14};  ///< ... and those of six, seven and eight only at nodes of so many empties
    FreezeLimits freeze;
    int symmetry_from = 8;  ///< symmetric images are looked up from this many empties on
};

/// The ideas by name, for options and reports.
struct NamedIdea {
    std::string_view name;
    std::string_view what;
    bool Ideas::* flag;
};
inline constexpr NamedIdea kIdeas[] = {
#define FORAY_ONE(member, name, on, what) {name, what, &Ideas::member},
    FORAY_IDEAS(FORAY_ONE)
#undef FORAY_ONE
};

struct SolverOptions {
    Ideas ideas;
    std::size_t table_bytes = 0;  ///< 0: by the number of empties
    std::size_t cache_bytes = 0;  ///< of what each thread remembers of components; 0: as much as the table, up to 64 MB
    int threads = 1;
};

/// What is proved about a value: lower <= value <= upper.
struct Answer {
    int lower = 0;
    int upper = 0;
    std::string_view strategy;  ///< the theorem that gave one of the bounds at once, or nothing
    bool conjectural = false;   ///< whether the bounds rest on a conjecture
    [[nodiscard]] bool finished() const { return lower == upper; }
};

/// What can be said of the positions of a game without a search, for whoever has to choose between many of them.
class Glance {
public:
    /// A raid game on at most 64 squares.
    explicit Glance(const GameSpec& spec);
    ~Glance();
    Glance(Glance&&) noexcept;
    Glance& operator=(Glance&&) noexcept;

    /// What the points on the board and the known strategies prove.
    [[nodiscard]] Answer bounds(const WidePosition& position) const;
    /// A guess of the value, from a search of two plies.
    [[nodiscard]] int guess(const WidePosition& position) const;

private:
    std::unique_ptr<const Field> field_;
};

struct MoveValue {
    Move move;
    Answer value;  ///< for the side that moves
};

/// What a solver counted. A node is a state that the search entered with four or more empties.
struct Counters {
    std::uint64_t nodes = 0;
    std::uint64_t last_nodes = 0;  ///< states entered with three or fewer empties
    std::uint64_t cuts = 0;
    std::uint64_t first_cuts = 0;  ///< cut-offs by the first child searched
};

/// What a running question has come to; safe to ask from another thread.
struct Progress {
    int lower = 0;
    int upper = 0;
    int target = 0;  ///< the bound in question
    std::uint64_t nodes = 0;
    double filled = 0;
};

class Solver {
public:
    static constexpr int kMostSquares = 64;

    /// Refuses Ataxx variants, boards of more than 64 squares, and tables that are too small for exact entries or not to be had.
    static Result<std::unique_ptr<Solver>> make(const GameSpec& spec, const WidePosition& root, const SolverOptions& asked);
    /// Another solver of the same root that shares this one's table, for a thread with questions of its own: what one proves the other
    /// knows. Both may be asked at the same time, and either may go first.
    [[nodiscard]] Result<std::unique_ptr<Solver>> beside() const;
    ~Solver();
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    /// The value of a position that can be reached from the root, or the root itself.
    [[nodiscard]] Answer solve(const WidePosition& position, const SearchRequest& request = {});
    /// Whether the value is at least `value`: then lower >= value, else upper < value. Neither if it was stopped.
    [[nodiscard]] Answer prove(const WidePosition& position, int value, const SearchRequest& request = {});
    /// A move that reaches the value, once it is known. Nothing if it was stopped or the game is over.
    [[nodiscard]] std::optional<Move> best_move(const WidePosition& position, int value, const SearchRequest& request = {});
    /// Best play from a position of known value to the end, or as far as it got before it was stopped.
    [[nodiscard]] std::vector<Move> best_line(const WidePosition& position, int value, const SearchRequest& request = {});
    /// The value of every legal move, in the order of the rules.
    [[nodiscard]] std::vector<MoveValue> move_values(const WidePosition& position, const SearchRequest& request = {});

    /// Ends the running question soon. May be called from a signal handler. Stays in force until resume().
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    void resume() { stop_.store(false, std::memory_order_relaxed); }
    [[nodiscard]] bool stopped() const { return stop_.load(std::memory_order_relaxed); }

    [[nodiscard]] Progress progress() const;
    [[nodiscard]] std::uint64_t nodes() const;
    [[nodiscard]] Counters counters() const;
    [[nodiscard]] std::uint64_t component_evaluations() const;
    [[nodiscard]] std::size_t table_bytes() const;
    /// How full the table is, 0..1; from a sample.
    [[nodiscard]] double table_filled() const;

    [[nodiscard]] const GameSpec& spec() const { return game_.spec(); }
    [[nodiscard]] const SolverOptions& options() const { return options_; }
    [[nodiscard]] const WidePosition& root() const { return root_; }

    /// Bounds of the root that were proved before, for instance in an earlier run; solve(root) starts from them.
    void assume_root(int lower, int upper);
    [[nodiscard]] Answer root_bounds() const { return {root_lower_, root_upper_, {}, false}; }

    /// The least memory for exact entries, and a table that fills to a half. Where no size is asked for, it gets half of that.
    static std::size_t least_table_bytes(const GameSpec& spec, const WidePosition& root, const Ideas& ideas);
    static std::size_t usual_table_bytes(const GameSpec& spec, const WidePosition& root, const Ideas& ideas);
    /// What is left of a budget for the table: every thread remembers components in as much memory as the table has, up to 64 MB.
    static std::size_t table_within(std::size_t budget, int threads);
    /// Divides a budget between the table and what the threads remember; the table gets what exact entries need before anything else.
    static void divide(std::size_t budget, const GameSpec& spec, const WidePosition& root, SolverOptions& options);

    /// The table and the searches; for the room itself.
    [[nodiscard]] Workshop& workshop() { return *workshop_; }

private:
    struct Deadline;
    static Result<std::unique_ptr<Solver>> with_table(const GameSpec& spec, const WidePosition& root, const SolverOptions& options,
                                                      std::shared_ptr<Table> table);
    Solver(const GameSpec& spec, const WidePosition& root, const SolverOptions& options, std::unique_ptr<Workshop> workshop);

    [[nodiscard]] std::optional<Move> best_move(const WidePosition& position, int value, const SearchRequest& request,
                                                const Deadline& deadline);
    [[nodiscard]] Answer narrow(const WidePosition& position, Answer known, const SearchRequest& request, const Deadline& deadline);
    [[nodiscard]] Answer known_bounds(const WidePosition& position) const;
    void note(const WidePosition& position, const Answer& answer);

    Game game_;
    WidePosition root_;
    SolverOptions options_;
    std::atomic<bool> stop_{false};
    std::unique_ptr<Workshop> workshop_;
    std::atomic<int> root_lower_;
    std::atomic<int> root_upper_;
    std::atomic<int> lower_{0};
    std::atomic<int> upper_{0};
    std::atomic<int> target_{0};
};

}  // namespace foray::solver
