// What the reader and the writer of PGN share.
#pragma once

#include <string_view>

#include "foray/rules/position.h"

namespace foray {

/// What a record tells about where it comes from has tags that begin so.
inline constexpr std::string_view kAboutTag = "About_";
/// What a game is called that belongs to no event.
inline constexpr std::string_view kUsualEvent = "Foray game";

/// "1-0" is the first player's victory if `first_is_one`, and the second's otherwise.
constexpr std::string_view result_text(Outcome outcome, bool first_is_one) {
    switch (outcome) {
        case Outcome::kFirstWins: return first_is_one ? "1-0" : "0-1";
        case Outcome::kSecondWins: return first_is_one ? "0-1" : "1-0";
        case Outcome::kDraw: return "1/2-1/2";
        case Outcome::kOngoing: break;
    }
    return "*";
}

}  // namespace foray
