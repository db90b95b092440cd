// "Did you mean ...?": which of the words that are known somebody meant by one that is not.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace foray {

/// The word that differs least from what was typed, letter case apart; empty where none is near: words of two to four letters may differ in
/// one, longer ones in two.
std::string_view nearest_word(std::string_view typed, std::span<const std::string_view> words);

/// "; did you mean X?", or nothing where no word is near.
std::string did_you_mean(std::string_view typed, std::span<const std::string_view> words);

}  // namespace foray
