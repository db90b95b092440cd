#include <algorithm>

#include "foray/solver/solver.h"
#include "guess.h"
#include "theorems.h"

namespace foray::solver {

Glance::Glance(const GameSpec& spec) : field_(std::make_unique<const Field>(spec)) {}
Glance::~Glance() = default;
Glance::Glance(Glance&&) noexcept = default;
Glance& Glance::operator=(Glance&&) noexcept = default;

// The settled squares are left out of sight: a strategy for the rest of the board is one for the whole, whoever owns them.
Answer Glance::bounds(const WidePosition& position) const {
    const auto [state, settled] = open_position(*field_, position);
    const int open = field_->points(state.empty | state.own | state.opp);
    Answer answer{settled - open, settled + open, {}, false};
    const Strategy strategy = find_strategy(*field_, state.own, state.opp, state.empty);
    if (strategy.name.empty()) return answer;
    answer.strategy = strategy.name;
    if (strategy.kind == Kind::kAtLeast) answer.lower = std::max(answer.lower, settled + strategy.value);
    if (strategy.kind == Kind::kAtMost) answer.upper = std::min(answer.upper, settled + strategy.value);
    return answer;
}

int Glance::guess(const WidePosition& position) const {
    const auto [state, settled] = open_position(*field_, position);
    return settled + guess_value(*field_, state, std::min(2, count(state.empty)));
}

}  // namespace foray::solver
