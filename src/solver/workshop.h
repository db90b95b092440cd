// What a solver works with: the board as the search sees it, one table, and a search for every thread. Private to the room; tests look in.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

#include "field.h"
#include "foray/board/crew.h"
#include "foray/solver/solver.h"
#include "search.h"
#include "signals.h"
#include "table.h"

namespace foray::solver {

class Workshop {
public:
    using Clock = std::chrono::steady_clock;

    /// A table must be at hand for sets of empties within `universe`; several workshops may share it. Questions are about empties of
    /// `root`.
    Workshop(const Field& field, const SolverOptions& options, Set universe, Set root, std::shared_ptr<Table> table, Crew crew);

    /// Whether all its searches have the memory they need: asked once, before anything else.
    [[nodiscard]] bool has_memory() const;

    [[nodiscard]] const Field& field() const { return field_; }
    [[nodiscard]] Table& table() { return *table_; }
    [[nodiscard]] const Table& table() const { return *table_; }
    [[nodiscard]] const std::shared_ptr<Table>& shared_table() const { return table_; }
    [[nodiscard]] Search& first() { return *searches_.front(); }
    [[nodiscard]] const std::vector<std::unique_ptr<Search>>& searches() const { return searches_; }

    /// What ends a question: a moment, a number of nodes since the solver's beginning (0 is none), somebody's wish.
    struct Until {
        Clock::time_point moment;
        std::uint64_t nodes;
        const std::atomic<bool>* stop;
        const std::atomic<bool>* other_stop;
    };
    /// Whether the open value of a state is at least `target`, asked of all threads; false if it was stopped before there was an answer.
    [[nodiscard]] bool ask(const State& state, int target, const Until& until, Bound& bound);

    [[nodiscard]] std::uint64_t nodes() const;

    /// All sets of empties that the table may be asked about: those of the root, and their symmetric images.
    static Set universe_of(const Field& field, const WidePosition& root, const Ideas& ideas);

private:
    Field field_;
    std::shared_ptr<Table> table_;
    Crew crew_;
    Signals signals_;
    std::vector<std::unique_ptr<Search>> searches_;
};

}  // namespace foray::solver
