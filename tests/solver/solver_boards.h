// Small boards for the tests of the solver.
#pragma once

#include <cstdint>

#include "foray/solver/solver.h"
#include "search.h"
#include "support/raid_boards.h"
#include "table.h"

namespace foray::test {

/// A search over a small board with its table, the way the solver wires them.
struct SmallSearch {
    explicit SmallSearch(const GameSpec& spec, const solver::Ideas& ideas = small_ideas(), std::size_t bytes = std::size_t{1} << 20)
        : field(spec),
          table(solver::Table::make(field, field.board(), std::max(bytes, solver::Table::least_bytes(field, field.board())))),
          search(field, solver::SolverOptions{.ideas = ideas}, *table, field.board(), field.board(), signals, 0) {}

    /// Symmetric images from two empties on, and small components, so that everything is at work on a small board.
    static solver::Ideas small_ideas() {
        solver::Ideas ideas;
        ideas.symmetry_from = 2;
        ideas.component_limit = 4;
        return ideas;
    }

    /// Those, and every component of more than `cells` empties cut wherever it is asked about.
    static solver::Ideas freezing_ideas(int cells) {
        solver::Ideas ideas = small_ideas();
        ideas.freezing = true;
        ideas.freeze = {.cells = cells, .whole = cells, .from = 0, .margin = 0, .spread = 0};
        return ideas;
    }

    /// The state of a full position, and what is settled in it.
    [[nodiscard]] solver::State state(std::uint64_t own, std::uint64_t opp) const {
        const solver::Set empty = field.board() & ~own & ~opp;
        const solver::Set rim = field.rim(empty);
        return {own & rim, opp & rim, empty};
    }
    [[nodiscard]] int settled(std::uint64_t own, std::uint64_t opp) const {
        const solver::Set rim = field.rim(field.board() & ~own & ~opp);
        return field.points(own & ~rim) - field.points(opp & ~rim);
    }

    solver::Field field;
    std::unique_ptr<solver::Table> table;
    solver::Signals signals;
    solver::Search search;
};

}  // namespace foray::test
