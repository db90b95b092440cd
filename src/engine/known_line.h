// The engine's answer where the outcome of a position is known: every move with what it leads to, and no search.
#pragma once

#include <optional>
#include <vector>

#include "foray/engine/engine.h"
#include "foray/engine/known_values.h"

namespace foray::engine {

/// The best lines of a position, if what is known decides the game within its limits: a win or a loss that comes before they end it, or,
/// in a game that a limit ends as a draw, a draw. Nothing otherwise, and where one of the moves is not known.
[[nodiscard]] std::optional<std::vector<SearchLine>> known_lines(const GameSpec& spec, const KnownValues& values,
                                                                 const WidePosition& position, int lines);

}  // namespace foray::engine
