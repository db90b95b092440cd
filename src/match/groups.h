// Groups of those who can all be reached from one another: the strongly connected components of a graph.
#pragma once

#include <cstddef>
#include <vector>

namespace foray {

struct Step {
    std::size_t from;
    std::size_t to;
};

/// Numbers the groups from 0 and writes everybody's into `group`, which has a place for each. Returns how many there are.
std::size_t mark_groups(std::vector<std::size_t>& group, const std::vector<Step>& steps);

}  // namespace foray
