// Looking into a network: how large its weights are, and which squares of a position matter to it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "foray/engine/network.h"
#include "foray/rules/game.h"

namespace foray::learn {

/// How many numbers fall into each of a row of equal ranges.
struct Histogram {
    double first = 0;  ///< where the first range begins
    double width = 0;  ///< of each range
    std::vector<std::uint64_t> counts;
};

struct NetworkView {
    Histogram inputs;       ///< weights of the windows, in units
    Histogram outputs;      ///< weights of the hidden units
    int idle_units = 0;     ///< hidden units whose output weight is 0
    int unseen_inputs = 0;  ///< inputs all of whose weights are 0
};
NetworkView look_into(const Network& network);

/// What a square contributes, in hundredths for the side to move: the value of the position minus its value with the piece taken away. An
/// empty square counts what an own piece there would add.
struct SquareEffect {
    int square = 0;
    char what = '.';  ///< 'o' own, 'x' other's, '.' empty
    int effect = 0;
};
/// All squares, row by row from the top.
std::vector<SquareEffect> square_effects(const Network& network, const WidePosition& position);

/// The board as a heat map: green squares speak for the side to move, red ones against it.
std::string heat_map_svg(const std::vector<SquareEffect>& effects, int value, const std::string& title);

}  // namespace foray::learn
