// The search on larger boards. Apart from search_small.cpp so that a build whose size matters can make the two differently.
#include "search.h"

namespace foray::engine {

template class Search<RaidRules<4>>;
template class Search<RaidRules<kMaxWords>>;
template class Search<AtaxxRules<4>>;
template class Search<AtaxxRules<kMaxWords>>;

}  // namespace foray::engine
