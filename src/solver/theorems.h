// Bounds that need no search, recognised from the values and the position. Proofs in docs/solver.md.
//
//   mirror   A side of the board is even, and values and empties are symmetric under the reflection whose axis runs between squares.
//            If the mirror image of the mover's pieces is the enemy's, the enemy answers every move with its mirror image and the mover
//            gets no more than he: V <= 0.
//   centre   Both sides are odd, and values and empties are symmetric under the half turn. Whoever owns the centre, and the half turn of
//            the other's pieces, answers every move with its half turn and ends ahead by at least the centre's value. The mover may be
//            the one who takes the centre first.
#pragma once

#include <string_view>

#include "field.h"
#include "table.h"

namespace foray::solver {

/// A bound of the whole value (settled points included) and the strategy that gives it.
struct Strategy {
    std::string_view name;  ///< empty if there is none
    Kind kind = Kind::kAtMost;
    int value = 0;
};

/// The strategy that applies to a full position (all pieces, settled ones too).
Strategy find_strategy(const Field& field, Set own, Set opp, Set empty);

}  // namespace foray::solver
