// Perft: the number of move sequences of a given length, the field's test and speed measure for move generation.
// A forced pass is one move; a finished game has none, so sequences that end early do not count.
#pragma once

#include <cstdint>

#include "foray/rules/ataxx_rules.h"
#include "foray/rules/raid_rules.h"

namespace foray {

/// The last two plies are counted, not played: see perft.cpp. `depth` 0 is 1.
template <class Rules>
std::uint64_t perft(const Rules& rules, const typename Rules::Pos& position, int depth);

/// The same number by playing every move of the tree: the reference that perft is measured against.
template <class Rules>
std::uint64_t perft_by_listing(const Rules& rules, const typename Rules::Pos& position, int depth);

}  // namespace foray
