// The numbers of the evaluations. Those of the Ataxx family are hundredths of a piece and come from `foray tune`; those of the raid family
// are 64ths and were found by matches (docs/engine.md).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace foray {

struct RaidWeights {
    int best_raid = 96;
    int reach_count = 12;
    int reach_points = 12;
};

inline constexpr RaidWeights kRaidWeights{};

inline constexpr std::size_t kAtaxxFeatures = 14;

/// Own minus other's; the last three are the mover's best capture, the other's, and the move itself. An empty square that the enemy reaches
/// is a hole: it is counted by how many pieces could be lost there, one feature for each binary digit of that number.
inline constexpr std::array<std::string_view, kAtaxxFeatures> kAtaxxFeatureNames = {
    "pieces", "corners", "beside corners", "other edges", "second ring", "open pieces", "clone squares", "own clone squares",
    "holes, ones", "holes, twos", "holes, fours", "best capture", "threat", "to move"};
inline constexpr std::size_t kAtaxxBestCapture = 11;

struct AtaxxWeights {
    std::array<int, kAtaxxFeatures> early;
    std::array<int, kAtaxxFeatures> late;
};

inline constexpr AtaxxWeights kAtaxxWeights{
    {49, 50, -9, -2, -5, 3, 0, 23, -24, -18, -61, 32, 28, 174},
    {180, 91, 108, 70, 25, -60, 4, 38, -18, -25, -81, 103, -34, 238},
};
inline constexpr AtaxxWeights kReloadedWeights = kAtaxxWeights;

/// What an evaluation multiplies with; tuning and tests bring their own.
struct Weights {
    RaidWeights raid = kRaidWeights;
    AtaxxWeights ataxx = kAtaxxWeights;
    AtaxxWeights reloaded = kReloadedWeights;
};

}  // namespace foray
