// A program that speaks UAI: standard input to standard output until `quit` or the end.
#pragma once

#include "foray/board/threads.h"

#if FORAY_THREADS

namespace foray {

/// Returns when it is over; a search with limits still gives its answer when the input ends without `quit`.
void talk_uai();

}  // namespace foray

#endif
