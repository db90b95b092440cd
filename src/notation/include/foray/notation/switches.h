// Lists of switches to turn off, one syntax for engine and solver: "null+late" (a comma does as well as a plus).
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "foray/board/result.h"

namespace foray {

namespace switches {
/// The word before the next separator, which is removed with it.
std::string_view next_word(std::string_view& text);
Error unknown(std::string_view word, const std::string& names);
}  // namespace switches

/// `all` with those in `text` turned off. `named` lists them: rows with a `name` and a `flag`, a pointer to a member of Switches.
template <class Switches, class Table>
Result<Switches> turn_off(std::string_view text, Switches all, const Table& named) {
    while (!text.empty()) {
        const std::string_view word = switches::next_word(text);
        const auto found = std::find_if(std::begin(named), std::end(named), [&](const auto& one) { return one.name == word; });
        if (found == std::end(named)) {
            std::string names;
            for (const auto& one : named) names += (names.empty() ? "" : ", ") + std::string(one.name);
            return switches::unknown(word, names);
        }
        all.*(found->flag) = false;
    }
    return all;
}

}  // namespace foray
