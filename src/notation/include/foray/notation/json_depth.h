// How deeply JSON from outside may be nested. Libraries copy, print and compare it by recursion, one frame a level: a text of a megabyte
// that consists of opening brackets would overflow the stack. Asked before a text is parsed.
#pragma once

#include <string_view>

namespace foray {

/// Records are nested most deeply: 64 variations within one another, of three brackets each.
inline constexpr int kDeepestJson = 256;

/// Whether brackets outside of quotes are nested more deeply than `most`. The text need not be JSON.
[[nodiscard]] constexpr bool nested_too_deeply(std::string_view text, int most = kDeepestJson) {
    int depth = 0;
    bool inside = false;  // of a text in quotes
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inside) {
            if (c == '\\') ++i;
            inside = c != '"';
        } else if (c == '"') {
            inside = true;
        } else if (c == '{' || c == '[') {
            if (++depth > most) return true;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

}  // namespace foray
