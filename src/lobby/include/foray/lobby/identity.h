// Who somebody is: a secret of 128 random bits that never leaves its owner's browser but to prove itself, and the hash of it, which
// everybody may see. Nothing personal is asked; a name is a word that one likes, and proves nothing.
#pragma once

#include <string>
#include <string_view>

#include "foray/board/result.h"

namespace foray::lobby {

/// 22 letters of base64url: 128 bits.
inline constexpr std::size_t kSecretLength = 22;
inline constexpr std::size_t kGameIdLength = 16;
inline constexpr std::size_t kLongestName = 20;  ///< in characters

/// Letters, digits, '-' and '_' only: what may stand in an address, a log and a statement without a second thought.
bool is_plain(std::string_view text);
bool is_secret(std::string_view text);
bool is_game_id(std::string_view text);

/// The public side of a secret; 22 letters too, but from it nobody finds the secret.
std::string person_of(std::string_view secret);
/// What is kept of an invitation.
std::string invitation_of(std::string_view secret);
/// The game that a person asked for under a number of his own: asking twice makes one game.
std::string game_id_of(std::string_view person, std::string_view request);

/// A name as it may be shown: valid UTF-8 of at most kLongestName characters, without control characters, marks that change the direction
/// of writing, characters that nobody sees, and towers of accents. Blanks are made one. May be empty.
Result<std::string> read_name(std::string_view text);
/// For those who gave none: "Guest 4711", the same for a person every time.
std::string guest_name(std::string_view person);

}  // namespace foray::lobby
