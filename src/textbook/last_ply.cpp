#include "foray/textbook/last_ply.h"

namespace foray {

RaidLastPly::RaidLastPly(const RaidRules<1>& rules)
    : rules_(rules),
      optional_(rules.rule() == RaidRule::kOptional),
      drops_first_(optional_ && rules.optional_order() == OptionalOrder::kAllDropsThenAllRaids) {
    for (int square = 0; square < rules.geometry().squares(); ++square) {
        const auto s = static_cast<std::size_t>(square);
        value_[s] = static_cast<std::int16_t>(rules.values().sum(Bits<1>::single(square)));
        for (int limit = 0; limit <= value_[s]; ++limit) at_least_[static_cast<std::size_t>(limit)] |= std::uint64_t{1} << square;
#if defined(__BMI2__)
        std::vector<int> around;
        rules.neighbours(square).for_each([&](int neighbour) { around.push_back(neighbour); });
        for (std::size_t turned = 0; turned < 16; ++turned) {
            int gain = value_[s];
            for (std::size_t i = 0; i < around.size(); ++i) {
                if (((turned >> i) & 1) != 0) gain += 2 * rules.values().sum(Bits<1>::single(around[i]));
            }
            gain_[s][turned] = static_cast<std::int16_t>(gain);
        }
#endif
    }
}

}  // namespace foray
