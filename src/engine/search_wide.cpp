// The search on boards of more than 64 squares; a file of its own, so that the two halves of these templates compile side by side.
#include "search.h"

namespace foray::engine {

template class Search<RaidRules<4>>;
template class Search<RaidRules<kMaxWords>>;
template class Search<AtaxxRules<4>>;
template class Search<AtaxxRules<kMaxWords>>;

}  // namespace foray::engine
