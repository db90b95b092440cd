// Decides one question: is the open value of a state at least `target`? The answer is a bound with the squares its proof needs:
// a value >= target is a lower bound that needs squares of the mover, a smaller value an upper bound that needs squares of the enemy.
//
// The search is a null-window alpha-beta whose every return is such a theorem. Why the needed squares are right (partition search; the
// value never falls when the mover owns more, and a raid erases the old colours around it):
//
//   won by a raid on s    what the child's bound needs of the mover, without s and its neighbours (the raid provides them), plus one own
//                         neighbour of s, so that the raid is there
//   won by a drop on s    what the child's bound needs, without s. With more own pieces the same move can only be better
//   lost                  what every child's bound needs of the enemy. Raids need nothing else: the enemy squares around s are gone, and
//                         a position where the mover cannot raid is worse for him. A drop on s whose enemy neighbours matter (they settle,
//                         or the child's bound needs one) also needs all occupied neighbours of s to be the enemy's, or a raid would be
//                         there
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "components.h"
#include "field.h"
#include "foray/board/browser.h"
#include "foray/board/instructions.h"
#include "foray/solver/solver.h"
#include "freeze.h"
#include "signals.h"
#include "sum.h"
#include "table.h"

namespace foray::solver {

class Search {
public:
    /// What a search remembers of components at the most.
    static constexpr std::size_t kMostCacheBytes = std::size_t{64} << 20;
    /// And of pieces of components.
    static constexpr std::size_t kMostFrozenBytes = std::size_t{8} << 20;

    /// `universe` holds all empties that will ever be asked about and their images; the table is made for it. `root` holds the former.
    /// Searches that share a table share the signals and have different thread numbers.
    Search(const Field& field, const SolverOptions& options, Table& table, Set universe, Set root, Signals& signals, int thread);

    /// What it remembers of components has a place; without it nothing may be asked.
    [[nodiscard]] bool has_memory() const { return cache_.has_memory() && freezer_.has_memory(); }

    /// If a signal ended it, `stopped()` is true and the result means nothing.
    [[nodiscard]] Bound decide(const State& state, int target);
    [[nodiscard]] bool stopped() const { return stopped_; }
    /// Whether the answer needs no search: the points, the table or the components give it.
    [[nodiscard]] bool known(const State& state, int target, Bound& found);

    [[nodiscard]] const Counters& counters() const { return counters_; }
    [[nodiscard]] std::uint64_t nodes_seen() const { return published_nodes_.load(std::memory_order_relaxed); }
    [[nodiscard]] const ComponentCache& cache() const { return cache_; }
    void share() { shared_ = true; }

    /// Both questions, as they are compiled for the machine that runs them: the way in for the room's other files.
    struct Entries {
        Bound (Search::*decide)(const State&, int);
        bool (Search::*known)(const State&, int, Bound&);
    };
    [[nodiscard]] static const Entries& entries();

private:
    /// Where a state is looked up: its place, and its squares as the entries there name them.
    struct View {
        Table::Place place;
        Set own;
        Set opp;
        Set mixed;     ///< empties with private neighbours of both colours
        int symmetry;  ///< index of the symmetry that was applied, or -1
    };
    struct Child;
    /// What the order of moves takes from the board.
    struct BoardOrder {
        BoardOrder(const Field& field, const Ideas& ideas);
        std::array<std::uint8_t, Field::kMaxSquares> from_centre{};  ///< of every square, four times its distance squared
        int modest_value;                                            ///< of a square: between the least and the mean
        int six_squares;                                             ///< points of six mean squares
    };
    /// In place of the last move where there was none.
    static constexpr int kNoSquare = Field::kMaxSquares;

    [[nodiscard]] Bound search(const State& state, Set switches, const View& view, int target, int last);
    [[nodiscard]] Bound search_children(const State& state, Child* children, std::uint8_t* pending, int left, int target, int last,
                                        Bound lost);
    void count_node();
    [[nodiscard]] Set moves_to_try(const State& state, Set switches, Set& need) const;
    [[nodiscard]] int most_promising(const State& state, Set moves) const;
    [[nodiscard]] static bool conclude(const State& state, const Child& child, const Bound& reply, int target, Bound& won, Bound& lost);
    [[nodiscard]] Bound last_plies(const State& state, int target);

    void look_at(const State& state, Set touched_once, View& view) const;
    [[nodiscard]] Set to_view(const State& state, const View& view, Set need) const;
    [[nodiscard]] Set from_view(const State& state, const View& view, Set need, Kind kind) const;
    [[nodiscard]] bool probe(const State& state, const View& view, int target, Bound& found);
    [[nodiscard]] bool probe_passed(const State& state, const View& view, int target, Bound& found);
    void store(const State& state, const View& view, int target, const Bound& bound, std::uint64_t work);

    void make_child(const State& state, Set switches, int square, Child& child) const;
    void begin_child(const State& state, Set switches, int square, Child& child) const;
    void cancel_switches(Child& child) const;
    void order(const State& state, Child* children, const std::uint8_t* pending, int n, int target, int last) const;
    static void pick(const Child* children, std::uint8_t* pending, int from, int n);

    const Field& field_;
    const Ideas ideas_;
    Table& table_;
    Signals& signals_;
    int thread_;
    bool shared_ = false;  ///< whether other threads search too
    ComponentCache cache_;
    std::conditional_t<kForBrowser, NoFreezer, Freezer> freezer_;
    Counters counters_;
    std::vector<std::size_t> symmetries_;  ///< those of the board that are of use here
    const BoardOrder board_order_;
    /// By empties and the enemy's last move: the answer that won last.
    std::array<std::array<std::uint8_t, Field::kMaxSquares + 1>, Field::kMaxSquares + 1> answers_{};
    std::atomic<std::uint64_t> published_nodes_{0};
    std::uint64_t next_look_ = 0;
    bool stopped_ = false;
};

}  // namespace foray::solver

FORAY_HOT_DECLARE(const foray::solver::Search::Entries&, solver_search)
