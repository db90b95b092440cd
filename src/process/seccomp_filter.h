// The calls of the system that no caged program needs, and that have helped others out of cages.
#pragma once

#include "foray/board/descriptor.h"
#include "foray/board/result.h"

namespace foray::process {

/// A file with the filter, as bubblewrap reads it (--seccomp). `counted`: a cgroup adds up what the program uses; otherwise memory that
/// belongs to no process is refused too, because nobody would see it.
Result<Descriptor> seccomp_filter(bool counted);

}  // namespace foray::process
