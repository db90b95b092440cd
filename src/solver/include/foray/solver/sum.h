// Bounds of a position from its components: see components.h for the theorem. A Sum is taken apart once at a node; the bounds of a child
// then cost only the component that the move touched.
#pragma once

#include <array>

#include "foray/solver/components.h"
#include "foray/solver/field.h"
#include "foray/solver/ideas.h"

namespace foray::solver {

/// Bounds of an open value, with the squares they need: the mover's for `low`, the enemy's for `high`.
struct Range {
    int low;
    int high;
    Set low_need;
    Set high_need;
};

/// The swing of a switch, and what its one-coloured neighbours are worth to the mover for good.
struct Swing {
    int size;
    int fixed;
};
Swing swing_of(const Field& field, Set own, Set opp, int square);

class Sum {
public:
    Sum(const Field& field, const Ideas& ideas, ComponentCache& cache) : field_(field), ideas_(ideas), cache_(cache) {}

    /// Takes a state apart. `switches` are its isolated empties.
    void take_apart(const State& state, Set switches);

    [[nodiscard]] Range range(const State& state) const;
    /// Bounds of the state after a move, seen from its mover. `switches` are the isolated empties of `after`.
    [[nodiscard]] Range range_after(const State& after, Set switches);

    /// Whether anything could be evaluated, or everything is one heap too large.
    [[nodiscard]] bool useful() const { return useful_; }

private:
    struct Part {
        Set cells;
        int points;
        bool known;
        Worth worth;
    };
    /// Running totals of a range from one side's view.
    struct Total {
        int high = 0;
        int low = 0;
        int best_start = 0;  ///< max of C - B
        Set covered = 0;     ///< cells whose worth was used
        void add(const Worth& worth, int side);
        void add_unknown(int points);
    };

    [[nodiscard]] Range finish(const State& state, Set switches, Total total) const;
    void split(const State& state, Set cells, Total& total);

    const Field& field_;
    const Ideas& ideas_;
    ComponentCache& cache_;
    std::array<Part, 64> parts_;
    int size_ = 0;
    Set switches_ = 0;
    bool useful_ = false;
};

}  // namespace foray::solver
