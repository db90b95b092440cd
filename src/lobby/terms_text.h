// Terms and players as JSON: in events, and in messages.
#pragma once

#include "fields.h"
#include "foray/lobby/game.h"

namespace foray::lobby {

Json json_of(const Terms& terms);
/// Checks each field, and that there is such a game.
Terms read_terms(const Json& object, std::optional<Error>& wrong);
Json json_of(const Player& player);
Player read_player(const Json& object, std::optional<Error>& wrong);

inline constexpr std::string_view kWishes[] = {"lot", "first", "second"};
inline constexpr std::string_view kOfferWords[] = {"draw", "take-back", "rematch"};
inline constexpr std::string_view kOutcomeWords[] = {"none", "first", "second", "draw"};

}  // namespace foray::lobby
