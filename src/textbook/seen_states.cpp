#include "seen_states.h"

namespace foray {

std::optional<int> SeenStates::find(const Key& key, int alpha, int beta) const {
    const auto found = known_.find(key);
    if (found == known_.end()) return std::nullopt;
    const auto& [value, bound] = found->second;
    if (bound == Bound::kExact || (bound == Bound::kAtLeast ? value >= beta : value <= alpha)) return value;
    return std::nullopt;
}

void SeenStates::add(const Key& key, int value, int alpha, int beta) {
    known_[key] = {value, value >= beta ? Bound::kAtLeast : value <= alpha ? Bound::kAtMost : Bound::kExact};
}

}  // namespace foray
