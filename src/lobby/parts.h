// What the files of this room share and nobody else needs.
#pragma once

#include <cstdint>
#include <string_view>

namespace foray::lobby {

/// How a request is remembered: by a hash of who asked and the number that he gave it.
std::uint64_t request_key(int side, std::string_view request);

}  // namespace foray::lobby
