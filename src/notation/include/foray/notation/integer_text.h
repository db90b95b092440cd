// Whole numbers of any type and base, as files that programs write have them: nothing but digits and a minus, no more than the type holds.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace foray {

template <class Int>
std::optional<Int> parse_integer(std::string_view text, int base = 10) {
    Int value{};
    const char* const end = text.data() + text.size();
    const auto [stop, trouble] = std::from_chars(text.data(), end, value, base);
    if (trouble != std::errc{} || stop != end) return std::nullopt;
    return value;
}

}  // namespace foray
