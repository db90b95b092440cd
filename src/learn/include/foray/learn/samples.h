// Positions with what should be thought of them, gathered from self-play files.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "foray/board/result.h"
#include "foray/rules/game_spec.h"

namespace foray::learn {

/// `target` is a share of the points for the side to move: what a search and the end of the game say, mixed.
struct Sample {
    std::uint64_t own;
    std::uint64_t opp;
    float target;
};

struct SampleOptions {
    double scale = 250;          ///< so many hundredths ahead is to win 73 % of the points
    double result_share = 0.15;  ///< how much the end of the game counts beside the search's thought
    double later_share = 0;      ///< how much what was thought later in the game counts beside what was thought at once
    bool with_asides = true;     ///< whether positions that were only tried are samples
    int hold_out = 50;           ///< one game of so many is for validation alone; 0 for none
    friend bool operator==(const SampleOptions&, const SampleOptions&) = default;
};

struct Samples {
    GameSpec spec;
    std::vector<Sample> training;
    std::vector<Sample> validation;
    std::uint64_t games = 0;
};

/// A thought in hundredths as a share of the points.
[[nodiscard]] double share_of(double thought, double scale);

/// Adds the positions of one file's bytes; `out.spec` is that of the first file, and the others must agree.
Result<bool> add_samples(std::string_view bytes, const SampleOptions& options, Samples& out);

}  // namespace foray::learn
