// What to say to somebody who mistyped a board's name.
#pragma once

#include <string>
#include <string_view>

namespace foray {

/// "no board is called 'Smolenk'; did you mean Smolensk? (the boards are ...)".
std::string unknown_board(std::string_view name);

}  // namespace foray
