// A child of a node while the search deals with it; shared by the search and the ordering of moves.
#pragma once

#include "search.h"

namespace foray::solver {

/// A move that may have to be searched. `state` is the position after it, reduced; everything is seen from the child's mover.
struct Search::Child {
    State state;
    Set switches;   ///< isolated empties of `state`
    Set beside;     ///< occupied neighbours of the square, before the move
    Set settled;    ///< those of them, and the square, that settled
    Set own_extra;  ///< what lower and upper bounds of the child need besides, for the switches that cancelled
    Set opp_extra;
    Set touched_once;  ///< squares next to exactly one empty
    View view;
    int gain;  ///< value of the move = gain - open value of `state`
    int square;
    bool raid;
    int order;
};

}  // namespace foray::solver
