// How the inputs of a network, windows of 2x2 squares in one of 81 states, change places when the board is turned.
#pragma once

#include <cstdint>
#include <vector>

#include "foray/board/symmetry.h"

namespace foray {

/// What every input of a square board becomes: [81 * window + state].
std::vector<std::uint16_t> turned_inputs(int side, Symmetry symmetry);

}  // namespace foray
