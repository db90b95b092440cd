// The five variants as data, and GameSpec: which game is played, on what board, under which options.
// Source of the rules: the course assignments and libataxx, gathered in docs/rules.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "foray/board/geometry.h"

namespace foray {

enum class Variant : std::uint8_t { kWargame, kSquirrels, kStakeraid, kReloaded, kAtaxx };

enum class Family : std::uint8_t { kRaid, kAtaxx };

/// What may happen on an empty square next to an own piece: only a raid, or a raid or a plain drop at choice.
enum class RaidRule : std::uint8_t { kMandatory, kOptional };

/// The order of moves under the optional rule; it decides ties in the textbook searches.
enum class OptionalOrder : std::uint8_t { kDropThenRaidPerSquare, kAllDropsThenAllRaids };

/// How the pieces look, as the names of the players say: blue discs and green rings, a written X and O, or black and white stones.
enum class PieceLook : std::uint8_t { kColours, kMarks, kStones };

/// What people of a game call its two kinds of moves.
struct MoveWords {
    std::string_view place;  ///< a drop or a clone
    std::string_view other;  ///< a raid or a jump
};

/// What tells the variants of the raid family apart.
struct RaidTraits {
    RaidRule default_rule;
    OptionalOrder optional_order;
};

/// What tells the variants of the Ataxx family apart. A limit of 0 means that there is none.
struct AtaxxTraits {
    std::span<const Offset> jumps;
    int quiet_limit;  ///< plies without a clone after which the game is a draw
    int ply_limit;    ///< plies after which the pieces are counted
};

struct VariantInfo {
    Variant id;
    Family family;
    std::string_view key;    ///< as typed: "wargame"
    std::string_view title;  ///< as shown: "War Game"
    std::array<std::string_view, 2> players;
    PieceLook look;
    MoveWords words;
    int default_side;                         ///< rows and columns when nothing else is said
    int least_side;                           ///< Ataxx needs room for two pieces a side in the corners
    bool square_board;                        ///< as many rows as columns, always
    std::array<std::string_view, 2> summary;  ///< the rules in two lines
    const RaidTraits* raid;                   ///< null for the Ataxx family
    const AtaxxTraits* ataxx;                 ///< null for the raid family
};

/// All variants, in the order in which they are listed to people.
std::span<const VariantInfo> all_variants();
const VariantInfo& info(Variant variant);

/// The jumps that the original Frakking Toaster overlooked.
inline constexpr Offset kHorizontalTwoJumps[] = {{0, -2}, {0, 2}};

inline constexpr int kMinValue = 1;
inline constexpr int kMaxValue = 99;
/// What the rules can hold. Course files may go beyond 99: one of the published grading cases has a square of 100.
inline constexpr int kMaxCourseValue = 255;

/// A game without its position. `values` holds one number per square (raid family) or nothing (Ataxx family).
struct GameSpec {
    Variant variant = Variant::kWargame;
    int rows = 0;
    int cols = 0;
    RaidRule raid = RaidRule::kMandatory;
    std::vector<std::uint8_t> values;

    [[nodiscard]] int squares() const { return rows * cols; }
    [[nodiscard]] Family family() const { return info(variant).family; }

    friend bool operator==(const GameSpec&, const GameSpec&) = default;
};

/// The variant with its default rule; every square of a raid board is worth 1.
GameSpec default_spec(Variant variant, int rows, int cols);
GameSpec default_spec(Variant variant);

}  // namespace foray
