// The numbers of the evaluations. Those of the Ataxx family are hundredths of a piece and come from `foray tune`; those of the raid family
// are 64ths and were found by matches (docs/engine.md).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace foray {

struct RaidWeights {
    int best_raid = 32;
    int reach_count = 20;
    int reach_points = 20;
};

inline constexpr RaidWeights kRaidWeights{};

inline constexpr std::size_t kAtaxxFeatures = 10;

inline constexpr std::array<std::string_view, kAtaxxFeatures> kAtaxxFeatureNames = {
    "pieces", "corners", "edges", "second ring", "open pieces", "clone squares", "own clone squares", "best capture", "threat", "to move"};

struct AtaxxWeights {
    std::array<int, kAtaxxFeatures> early;
    std::array<int, kAtaxxFeatures> late;
};

inline constexpr AtaxxWeights kAtaxxWeights{
    {100, 30, 15, 0, -10, 5, 10, 60, -20, 60},
    {100, 10, 5, 0, -10, 5, 20, 120, -40, 100},
};

/// What an evaluation multiplies with; tuning and tests bring their own.
struct Weights {
    RaidWeights raid = kRaidWeights;
    AtaxxWeights ataxx = kAtaxxWeights;
};

}  // namespace foray
