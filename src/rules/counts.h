// The counting functions of perft.cpp for every kind of rules, as they are compiled for one kind of machine.
#pragma once

#include <cstdint>
#include <tuple>

#include "foray/board/instructions.h"
#include "foray/rules/ataxx_rules.h"
#include "foray/rules/raid_rules.h"

namespace foray {

template <class Rules>
struct CountsOf {
    std::uint64_t (*fast)(const Rules&, const typename Rules::Pos&, int);
    std::uint64_t (*by_listing)(const Rules&, const typename Rules::Pos&, int);
};
using Counts = std::tuple<CountsOf<RaidRules<1>>, CountsOf<RaidRules<4>>, CountsOf<RaidRules<kMaxWords>>, CountsOf<AtaxxRules<1>>,
                          CountsOf<AtaxxRules<4>>, CountsOf<AtaxxRules<kMaxWords>>>;

}  // namespace foray

FORAY_HOT_DECLARE(const foray::Counts&, perft)
