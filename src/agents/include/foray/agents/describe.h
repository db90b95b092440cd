// What a player's name alone says about it: how it judges a position, and what should be said before it plays.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "foray/board/result.h"
#include "foray/rules/game_spec.h"
#include "foray/textbook/search.h"

namespace foray {

/// The settings of a textbook player (greedy, minimax, alphabeta, toaster and the report's two); nothing for another player.
Result<std::optional<TextbookOptions>> textbook_options_of(std::string_view player);

/// A sentence for people where a player does not play as its name promises: the report's program knows optional raids only.
std::optional<std::string> remark_about(const GameSpec& spec, std::string_view player);

}  // namespace foray
