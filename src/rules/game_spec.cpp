#include "foray/rules/game_spec.h"

#include <cassert>

namespace foray {
namespace {

constexpr RaidTraits kWargameTraits{RaidRule::kMandatory, OptionalOrder::kDropThenRaidPerSquare};
constexpr RaidTraits kSquirrelsTraits{RaidRule::kMandatory, OptionalOrder::kDropThenRaidPerSquare};
constexpr RaidTraits kStakeraidTraits{RaidRule::kOptional, OptionalOrder::kAllDropsThenAllRaids};

constexpr Offset kAtaxxJumps[] = {{-2, -2}, {-2, -1}, {-2, 0}, {-2, 1}, {-2, 2}, {-1, -2}, {-1, 2}, {0, -2},
                                  {0, 2},   {1, -2},  {1, 2},  {2, -2}, {2, -1}, {2, 0},   {2, 1},  {2, 2}};
constexpr Offset kReloadedJumps[] = {{-3, 0}, {-2, -2}, {-2, 0}, {-2, 2}, {0, -3}, {0, -2},
                                     {0, 2},  {0, 3},   {2, -2}, {2, 0},  {2, 2},  {3, 0}};

constexpr AtaxxTraits kAtaxxTraits{kAtaxxJumps, 100, 0};
constexpr AtaxxTraits kReloadedTraits{kReloadedJumps, 0, 200};

constexpr VariantInfo kVariants[] = {
    {Variant::kWargame,
     Family::kRaid,
     "wargame",
     "War Game",
     {"Blue", "Green"},
     PieceLook::kColours,
     {"Commando Para Drop", "M1 Death Blitz"},
     6,
     1,
     false,
     {"UIUC CS440. Drop a piece on any empty square; next to an own piece it blitzes: enemy pieces beside it turn.",
      "Blitzing is mandatory; the rule raid=optional lifts that. Full board: the larger sum of square values wins."},
     &kWargameTraits,
     nullptr},
    {Variant::kSquirrels,
     Family::kRaid,
     "squirrels",
     "Squirrels",
     {"X", "O"},
     PieceLook::kMarks,
     {"Sneak", "Raid"},
     5,
     1,
     false,
     {"USC CSCI 561, spring 2016, 5x5. Sneak onto an empty square; next to an own piece it is a raid: enemy pieces beside it turn.",
      "A square that can be raided is never sneaked. Full board: the larger sum of square values wins."},
     &kSquirrelsTraits,
     nullptr},
    {Variant::kStakeraid,
     Family::kRaid,
     "stakeraid",
     "Stake & Raid",
     {"X", "O"},
     PieceLook::kMarks,
     {"Stake", "Raid"},
     8,
     1,
     true,
     {"USC CSCI 561, fall 2016, N x N. Stake any empty square, or raid one next to an own piece: enemy pieces beside it turn.",
      "Staking where one could raid is allowed. Full board: the larger sum of square values wins."},
     &kStakeraidTraits,
     nullptr},
    {Variant::kReloaded,
     Family::kAtaxx,
     "reloaded",
     "Ataxx Reloaded",
     {"Black", "White"},
     PieceLook::kStones,
     {"Clone", "Jump"},
     7,
     2,
     false,
     {"Clone to a neighbouring square, or jump 2 along a row, column or diagonal, or 3 along a row or column; enemies beside it turn.",
      "Ends when the board is full, a side is gone, nobody can move, or after 100 turns of both. More pieces win."},
     nullptr,
     &kReloadedTraits},
    {Variant::kAtaxx,
     Family::kAtaxx,
     "ataxx",
     "Ataxx",
     {"Black", "White"},
     PieceLook::kStones,
     {"Clone", "Jump"},
     7,
     2,
     false,
     {"Clone to a neighbouring square, or jump to any of the 16 squares two away; enemies beside it turn. Squares may be blocked.",
      "Ends when the board is full, a side is gone or nobody can move: more pieces win. 100 plies without a clone: a draw."},
     nullptr,
     &kAtaxxTraits},
};

}  // namespace

std::span<const VariantInfo> all_variants() { return kVariants; }

const VariantInfo& info(Variant variant) {
    const auto& found = kVariants[static_cast<std::size_t>(variant)];
    assert(found.id == variant);
    return found;
}

GameSpec default_spec(Variant variant, int rows, int cols) {
    GameSpec spec{.variant = variant, .rows = rows, .cols = cols, .raid = RaidRule::kMandatory, .values = {}};
    if (const RaidTraits* raid = info(variant).raid) {
        spec.raid = raid->default_rule;
        spec.values.assign(static_cast<std::size_t>(rows * cols), std::uint8_t{1});
    }
    return spec;
}

GameSpec default_spec(Variant variant) { return default_spec(variant, info(variant).default_side, info(variant).default_side); }

}  // namespace foray
