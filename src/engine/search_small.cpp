// The search on boards of up to 64 squares.
#include "search.h"

namespace foray::engine {

template class Search<RaidRules<1>>;
template class Search<AtaxxRules<1>>;

}  // namespace foray::engine
