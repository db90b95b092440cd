// A child of a node while the search deals with it; shared by the search and the ordering of moves.
#pragma once

#include "foray/solver/search.h"

namespace foray::solver {

/// A move that may have to be searched. `state` is the position after it, reduced; everything is seen from the child's mover.
struct Search::Child {
    State state;
    Set switches = 0;   ///< isolated empties of `state`
    Set beside = 0;     ///< occupied neighbours of the square, before the move
    Set settled = 0;    ///< those of them, and the square, that settled
    Set own_extra = 0;  ///< what lower and upper bounds of the child need besides, for the switches that cancelled
    Set opp_extra = 0;
    View view;
    int gain = 0;  ///< value of the move = gain - open value of `state`
    int square = 0;
    bool raid = false;
    int order = 0;
};

}  // namespace foray::solver
