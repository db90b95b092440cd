#include "foray/rules/raid_rules.h"

#include <cassert>

namespace foray {

template <int W>
ValuePlanes<W>::ValuePlanes(const std::vector<std::uint8_t>& values) {
    for (std::size_t square = 0; square < values.size(); ++square) {
        for (int k = 0; k < kPlanes; ++k) {
            if (((values[square] >> k) & 1) == 0) continue;
            planes_[static_cast<std::size_t>(k)].add(static_cast<int>(square));
            used_ = std::max(used_, k + 1);
        }
    }
}

template <int W>
RaidRules<W>::RaidRules(const GameSpec& spec)
    : geometry_(spec.rows, spec.cols),
      values_(spec.values),
      neighbours_(geometry_.reach_table(kOrthogonalSteps)),
      rule_(spec.raid),
      order_(info(spec.variant).raid->optional_order) {
    assert(spec.family() == Family::kRaid && spec.values.size() == static_cast<std::size_t>(spec.squares()));
}

template class ValuePlanes<1>;
template class ValuePlanes<4>;
template class ValuePlanes<kMaxWords>;
template class RaidRules<1>;
template class RaidRules<4>;
template class RaidRules<kMaxWords>;

}  // namespace foray
