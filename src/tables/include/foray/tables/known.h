// Tables as what the engine may ask (foray/engine/known_values.h).
#pragma once

#include <memory>
#include <string>

#include "foray/engine/known_values.h"

namespace foray::tables {

/// The tables with distances that lie in this folder, for boards of this game with whatever squares blocked; null where there can be none.
/// A table is opened when a position on its board is first asked for; one that cannot be read is as if it were not there.
[[nodiscard]] std::shared_ptr<const KnownValues> known_values(const std::string& folder, const GameSpec& spec);

}  // namespace foray::tables
