// What a table says about a state, for the side to move, in one byte: drawn, won in so many plies, or lost in so many.
//
// The distance counts plies (passes among them) until the game ends, where the winner hurries and the loser delays. "Drawn" means that
// neither side can force a win: the game ends with equal pieces or goes on without end. The limits of the games (100 plies without a
// clone, 100 turns) are no part of it; docs/tables.md says what they change.
#pragma once

#include <cstdint>

namespace foray::tables {

using Code = std::uint8_t;

inline constexpr Code kDrawn = 0;
/// The longest distance that a code can hold.
inline constexpr int kMostPlies = 126;

constexpr Code won_in(int plies) { return static_cast<Code>(1 + plies); }
constexpr Code lost_in(int plies) { return static_cast<Code>(2 + kMostPlies + plies); }
constexpr bool is_won(Code code) { return code >= won_in(0) && code <= won_in(kMostPlies); }
constexpr bool is_lost(Code code) { return code >= lost_in(0) && code <= lost_in(kMostPlies); }
constexpr int plies_of(Code code) { return is_won(code) ? code - won_in(0) : is_lost(code) ? code - lost_in(0) : 0; }

/// Without distances two bits do.
enum class Fate : std::uint8_t { kDraw = 0, kWin = 1, kLoss = 2 };
constexpr Fate fate_of(Code code) { return is_won(code) ? Fate::kWin : is_lost(code) ? Fate::kLoss : Fate::kDraw; }

}  // namespace foray::tables
