// The order in which the original Frakking Toaster takes up its moves.
//
// Its program puts them into a binary heap that hands out the worst first, and plays the first of equal ones. Which of equal ones comes
// first is then a matter of how the heap was filled: pieces column by column, for each piece its steps in the order of a table, and a
// clone once for every piece that can make it. So the heap is filled and emptied here as there.
#pragma once

#include <utility>
#include <vector>

#include "foray/rules/move.h"

namespace foray {

/// Moves with their values for the mover, put into the order of the original's heap. `own` are the mover's squares.
void order_as_toaster(int side, const std::vector<int>& own, std::vector<std::pair<int, Move>>& ranked);

}  // namespace foray
