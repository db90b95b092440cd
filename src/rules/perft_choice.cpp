#include "counts.h"
#include "foray/rules/perft.h"

namespace foray {
namespace {

template <class Rules>
const CountsOf<Rules>& counts() {
    static const Counts& all = FORAY_HOT_CHOICE(perft);
    return std::get<CountsOf<Rules>>(all);
}

}  // namespace

template <class Rules>
std::uint64_t perft(const Rules& rules, const typename Rules::Pos& position, int depth) {
    return counts<Rules>().fast(rules, position, depth);
}

template <class Rules>
std::uint64_t perft_by_listing(const Rules& rules, const typename Rules::Pos& position, int depth) {
    return counts<Rules>().by_listing(rules, position, depth);
}

#define FORAY_INSTANTIATE(Rules)                                                        \
    template std::uint64_t perft<Rules>(const Rules&, const typename Rules::Pos&, int); \
    template std::uint64_t perft_by_listing<Rules>(const Rules&, const typename Rules::Pos&, int)
FORAY_INSTANTIATE(RaidRules<1>);
FORAY_INSTANTIATE(RaidRules<4>);
FORAY_INSTANTIATE(RaidRules<kMaxWords>);
FORAY_INSTANTIATE(AtaxxRules<1>);
FORAY_INSTANTIATE(AtaxxRules<4>);
FORAY_INSTANTIATE(AtaxxRules<kMaxWords>);
#undef FORAY_INSTANTIATE

}  // namespace foray
