// The numbers of the evaluations. Those of the Ataxx family come from `foray tune`; docs/engine.md has the measurements.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "foray/engine/raid_net.h"

namespace foray {

/// One weight for each feature while the board is empty and one when it is full; in between they slide.
template <std::size_t N>
struct PhasedWeights {
    std::array<int, N> early;
    std::array<int, N> late;
    friend bool operator==(const PhasedWeights&, const PhasedWeights&) = default;
};

/// In 64ths; found by matches. Fitted to exact values instead (best raid 52, second raid, threats, exposed points, the move), they
/// explained more of the variance and lost 59 % of the games: what counts is what a deep search needs at its horizon.
struct RaidWeights {
    int best_raid = 96;     ///< what the side to move could capture at once
    int reach_count = 12;   ///< squares that only one side could raid, each as a mean square value...
    int reach_points = 12;  ///< ... and by their own values
};
inline constexpr RaidWeights kRaidWeights{};

inline constexpr std::size_t kAtaxxFeatures = 14;

/// Own minus other's; the last three are the mover's best capture, the other's, and the move itself. An empty square that the enemy reaches
/// is a hole: it is counted by how many pieces could be lost there, one feature for each binary digit of that number.
inline constexpr std::array<std::string_view, kAtaxxFeatures> kAtaxxFeatureNames = {
    "pieces",      "corners",     "beside corners", "other edges",  "second ring", "open pieces", "clone squares", "own clone squares",
    "holes, ones", "holes, twos", "holes, fours",   "best capture", "threat",      "to move"};
inline constexpr std::size_t kAtaxxBestCapture = 11;

using AtaxxWeights = PhasedWeights<kAtaxxFeatures>;

/// In hundredths of a piece.
inline constexpr AtaxxWeights kAtaxxWeights{
    {27, 31, -7, -5, -5, -7, -7, 16, -7, -5, -9, 26, -12, 43},
    {95, 65, 75, 50, 13, -51, -6, 28, -9, -9, -37, 24, 5, 154},
};
inline constexpr AtaxxWeights kReloadedWeights{
    {21, 32, -13, -9, -6, 4, -5, 18, -13, -10, -32, -2, -4, 86},
    {108, 77, 77, 53, 13, -75, -10, 24, 3, 0, -6, 26, 21, 110},
};

/// What an evaluation multiplies with; tuning and tests bring their own.
struct Weights {
    RaidWeights raid = kRaidWeights;
    const RaidNet* raid_net = &kRaidNet;  ///< outlives whoever uses it; null for the linear evaluation
    AtaxxWeights ataxx = kAtaxxWeights;
    AtaxxWeights reloaded = kReloadedWeights;
};

}  // namespace foray
