// Bounds of a position from its components: see components.h for the theorem. A Sum is taken apart once at a node; a child then costs
// only the component that the move touched. Components are evaluated as late as possible: as long as those not yet evaluated could
// not decide the question whatever they were worth, they are left alone.
#pragma once

#include <array>

#include "components.h"
#include "field.h"
#include "foray/board/browser.h"
#include "foray/solver/solver.h"
#include "table.h"

namespace foray::solver {

class Sum {
public:
    Sum(const Field& field, const Ideas& ideas, ComponentCache& cache) : field_(field), ideas_(ideas), cache_(cache), tax_(cache.tax()) {}

    /// Takes a state apart. `switches` are its isolated empties.
    void take_apart(const State& state, Set switches);

    /// Whether the components decide if the open value is at least `target`; then `bound` says how.
    [[nodiscard]] bool decide(const State& state, int target, Bound& bound);
    /// The same for the state after a move, seen from its mover, in two steps: prepare() fetches what decide() reads, and between the two
    /// is time for another move.
    class After;
    void prepare(const State& after, Set switches, int square, int target, After& move) const;
    [[nodiscard]] bool decide(const State& after, After& move, Bound& bound);

private:
    struct Part {
        Set cells;
        int points;
        int size;  ///< cells in number
        bool small;
        bool known;
        Worth worth;
        Plain plain;  ///< with conjectures only
    };
    /// Running totals from the side of the mover in question.
    struct Total {
        WorthSum sum;
        PlainSum plain;   ///< with conjectures only
        Pack open{};      ///< what the components that could still be evaluated can matter
        Set covered = 0;  ///< cells whose worth was used
    };

    /// Nobody asks for them in a browser.
    [[nodiscard]] bool conjectures() const { return !kForBrowser && ideas_.conjectures; }
    /// The most that a component can matter to either side, without tax and with it: all its points, and all the taxes.
    [[nodiscard]] Pack reach(int points, int cells) const {
        const auto plain = static_cast<std::int16_t>(points);
        const auto taxed = static_cast<std::int16_t>(points + cells * tax_);
        return Pack{plain, taxed, plain, taxed, 0, 0, 0, 0};
    }
    [[nodiscard]] Pack question(const State& state, int target) const;
    [[nodiscard]] bool too_large(int square, int target) const;
    [[nodiscard]] bool hopeless(const Total& total, Pack question) const;
    void add(const Part& part, int side, Total& total) const;
    void add_unknown(int points, int cells, Total& total) const;
    void add_switches(const State& state, Set switches, Total& total) const;
    [[nodiscard]] bool conclude(const State& state, const Total& total, int target, Bound& bound) const;
    void evaluate(Part& part, const State& state, int side);

    const Field& field_;
    const Ideas& ideas_;
    ComponentCache& cache_;
    const int tax_;
    std::array<Part, 64> parts_;
    int size_ = 0;
    int limit_ = 0;
    int points_ = 0;   ///< of all components and switches
    int largest_ = 0;  ///< the part with the most cells
    Set switches_ = 0;
};

/// A move whose components are being added up.
class Sum::After {
    friend class Sum;
    struct Piece {
        Set cells;
        ComponentCache::Wanted wanted;
    };
    bool open_ = false;  ///< whether they may decide the question at all
    int square_ = 0;
    int target_ = 0;
    std::size_t size_ = 0;
    Total total_;
    Pack question_{};
    std::array<Piece, 8> pieces_;  ///< what is left of the component that was played in
};

}  // namespace foray::solver
