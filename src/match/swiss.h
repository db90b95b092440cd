// One round of a Swiss system in the Dutch way: players of equal points meet, upper half against lower half, nobody twice, colours
// balanced.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace foray {

struct SwissPlayer {
    int id = 0;
    int half_points = 0;
    int colour = 0;       ///< games with the first move minus games without
    int last_colour = 0;  ///< 1, -1, or 0 before the first game
    bool had_bye = false;
};

struct SwissRound {
    std::vector<std::pair<int, int>> pairs;  ///< who gets the first move is first
    std::optional<int> bye;
};

/// `met` says how often two players (the smaller id first) have met. Nobody meets again while another pairing of the whole field exists.
SwissRound pair_swiss(std::vector<SwissPlayer> players, const std::map<std::pair<int, int>, int>& met);

}  // namespace foray
