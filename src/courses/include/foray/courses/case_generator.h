// Random inputs of the two USC assignments that catch wrong programs: the same on every machine.
//
// Every set has, for every task, movers far behind and far ahead, late boards with fewer squares than plies, ties, large totals, even and
// odd depths, both sides to move, and plain random positions: a mistake hides where no search goes. Within that, each case is the one of
// several candidates that most of the typical mistakes (mutants.h) fail which few cases caught before it, in its task or at all; so twenty
// cases catch them all. Case `index` of a seed does not depend on how many follow it. Tasks and modes take turns. What a candidate may cost
// is counted in nodes: a plain program in a slow language needs less than a second of CPU time for each.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "foray/courses/grading.h"

namespace foray {

struct CaseSet {
    std::vector<CourseInput> inputs;
    /// For every mutant of the assignment, in their order: the indices of the cases that it fails. (A mutant that two cases catch is not
    /// tried on the cases after them.)
    std::vector<std::vector<int>> caught_by;

    [[nodiscard]] std::vector<std::string_view> uncaught(Assignment assignment) const;
};

/// Cases with a move to make; never a competition.
CaseSet telling_cases(Assignment assignment, std::uint64_t seed, int count);

}  // namespace foray
