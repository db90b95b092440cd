// Tables as text.
#pragma once

#include <string>
#include <string_view>

namespace foray::cli {

/// A field of a table: quoted where it holds what separates fields or lines.
inline std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + "\"";
}

}  // namespace foray::cli
