// A guess of the open value: where to put the first question. A wrong guess costs time, never truth.
#pragma once

#include "field.h"

namespace foray::solver {

/// A shallow search over the points on the board and the best single capture.
int guess_value(const Field& field, const State& state, int depth);

}  // namespace foray::solver
