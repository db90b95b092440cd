// Numbers for people.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace foray::cli {

/// "141,865,520".
inline std::string grouped(std::uint64_t number) {
    const std::string digits = std::to_string(number);
    std::string out;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) out += ',';
        out += digits[i];
    }
    return out;
}

/// "6.95 G", "812 k".
inline std::string short_count(double number) {
    for (const auto& [unit, name] : {std::pair{1e9, " G"}, std::pair{1e6, " M"}, std::pair{1e3, " k"}}) {
        if (number >= unit) return fmt::format("{:.3g}{}", number / unit, name);
    }
    return fmt::format("{:.0f} ", number);
}

}  // namespace foray::cli
