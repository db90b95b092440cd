// Learns RaidNet from exact values of endings and, where the solver would take too long, from deeper searches. Everything follows from the
// options, so a run can be repeated anywhere.
#pragma once

#include <functional>

#include "foray/engine/raid_net.h"
#include "foray/engine/tune.h"

namespace foray {

struct RaidTuneReport {
    RaidNet net{};
    int games = 0;  ///< as many as asked for, unless it was stopped
    int steps = 0;
    int positions = 0;
    int held_out = 0;  ///< of these, positions of games that nothing was learned from
    // Of these the root of the mean squared error, in mean squares.
    double error_before = 0;  ///< of the linear evaluation
    double error_after = 0;
};

/// `nodes` of the options are those of a search that judges a position, `steps` are batches of 256 positions.
RaidTuneReport tune_raid(const TuneOptions& options, const std::function<void(int)>& on_game = {});

}  // namespace foray
