// The numbers of the evaluations: one weight for each feature while the board is empty and one when it is full; in between they slide.
// All come from `foray tune` (docs/engine.md).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace foray {

template <std::size_t N>
struct PhasedWeights {
    std::array<int, N> early;
    std::array<int, N> late;
    friend bool operator==(const PhasedWeights&, const PhasedWeights&) = default;
};

/// Features in points, weights in 64ths. A raid is what it captures; a square that only one side could raid is in its exclusive reach, and
/// pieces beside a square that the enemy could raid are exposed. Counts and the move are measured in mean square values.
inline constexpr std::size_t kRaidFeatures = 10;
inline constexpr std::array<std::string_view, kRaidFeatures> kRaidFeatureNames = {
    "score difference", "best raid", "second raid", "worst threat", "second threat", "exclusive reach", "value of that reach",
    "exposed points", "settled points", "to move"};
using RaidWeights = PhasedWeights<kRaidFeatures>;

inline constexpr RaidWeights kRaidWeights{
    {64, 96, 0, 0, 0, 12, 12, 0, 0, 0},
    {64, 96, 0, 0, 0, 12, 12, 0, 0, 0},
};

inline constexpr std::size_t kAtaxxFeatures = 14;

/// Own minus other's; the last three are the mover's best capture, the other's, and the move itself. An empty square that the enemy reaches
/// is a hole: it is counted by how many pieces could be lost there, one feature for each binary digit of that number.
inline constexpr std::array<std::string_view, kAtaxxFeatures> kAtaxxFeatureNames = {
    "pieces", "corners", "beside corners", "other edges", "second ring", "open pieces", "clone squares", "own clone squares",
    "holes, ones", "holes, twos", "holes, fours", "best capture", "threat", "to move"};
inline constexpr std::size_t kAtaxxBestCapture = 11;

using AtaxxWeights = PhasedWeights<kAtaxxFeatures>;

/// In hundredths of a piece.
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
