// Text inside HTML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace foray {

/// What means something to a reader of markup becomes a name for it; fit for text and for attributes in double quotes.
[[nodiscard]] inline std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

}  // namespace foray
