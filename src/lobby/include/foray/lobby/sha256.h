// SHA-256 (FIPS 180-4): what is kept of a secret is its hash. Secrets here are 128 random bits, so they need no salt and no slow hash.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace foray::lobby {

std::array<std::uint8_t, 32> sha256(std::string_view bytes);

/// The first `bytes` bytes of a hash in letters that an address may have (base64url without padding).
std::string hash_text(std::string_view text, std::size_t bytes);

}  // namespace foray::lobby
