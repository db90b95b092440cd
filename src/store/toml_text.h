// TOML as JSON, and where in a TOML text a key stands. The only part that knows toml++.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace foray {

/// Line and column of the key with this path ("player.2.name"), or of the nearest table around it; zeros for an empty text.
std::pair<int, int> place_in_toml(std::string_view toml, const std::string& path);

}  // namespace foray
