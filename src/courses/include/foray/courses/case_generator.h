// Random inputs of the two USC assignments, for grading: the same on every machine.
//
// Case `index` of a seed does not depend on how many cases are made. Tasks and modes take turns, so that a few cases have all of them.
// Depths are such that a plain program in a slow language needs a second or two. In some cases the values are small numbers: then many
// moves are equal, and tie-breaks are tested.
#pragma once

#include <cstdint>

#include "foray/notation/course_files.h"

namespace foray {

SquirrelsInput random_squirrels(std::uint64_t seed, std::uint64_t index);
/// MINIMAX or ALPHABETA; never a full board.
StakeraidInput random_stakeraid(std::uint64_t seed, std::uint64_t index);

}  // namespace foray
