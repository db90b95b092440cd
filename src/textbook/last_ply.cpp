#include "foray/textbook/last_ply.h"

namespace foray {

RaidLastPly::RaidLastPly(const RaidRules<1>& rules)
    : rules_(rules),
      optional_(rules.rule() == RaidRule::kOptional),
      drops_first_(optional_ && rules.optional_order() == OptionalOrder::kAllDropsThenAllRaids),
      gains_(rules.geometry(), [&](int square) { return rules.values().sum(Bits<1>::single(square)); }) {
    for (int square = 0; square < rules.geometry().squares(); ++square) {
        for (int limit = 0; limit <= gains_.value(square); ++limit) {
            at_least_[static_cast<std::size_t>(limit)] |= std::uint64_t{1} << square;
        }
    }
}

}  // namespace foray
