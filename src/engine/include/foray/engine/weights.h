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

inline constexpr std::size_t kAtaxxFeatures = 10;
inline constexpr std::size_t kAtaxxBestCapture = 7;

inline constexpr std::array<std::string_view, kAtaxxFeatures> kAtaxxFeatureNames = {
    "pieces", "corners", "edges", "second ring", "open pieces", "clone squares", "own clone squares", "best capture", "threat", "to move"};

struct AtaxxWeights {
    std::array<int, kAtaxxFeatures> early;
    std::array<int, kAtaxxFeatures> late;
};

inline constexpr AtaxxWeights kAtaxxWeights{
    {-5, 118, -18, -27, -110, 3, 18, -145, 33, 127},
    {205, 13, 92, 17, 18, -16, 30, 289, -85, 54},
};

/// What an evaluation multiplies with; tuning and tests bring their own.
struct Weights {
    RaidWeights raid = kRaidWeights;
    AtaxxWeights ataxx = kAtaxxWeights;
};

}  // namespace foray
