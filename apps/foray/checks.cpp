#include "checks.h"

#include <fmt/format.h>

#include "foray/notation/text.h"

namespace foray::cli {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    const auto check = [least, most](const std::string& text) {
        const auto number = parse_count(text, most);
        if (number && *number >= least) return std::string();
        const std::string range = most == std::numeric_limits<std::uint64_t>::max() ? fmt::format("from {} to 2^64 - 1", least)
                                                                                    : fmt::format("from {} to {}", least, most);
        return foray::quoted(text) + " is not a whole number " + range;
    };
    return {check, ""};
}

CLI::Validator decimal(double least, double most) {
    const auto check = [least, most](const std::string& text) {
        const auto number = parse_decimal(text);
        if (number && *number >= least && *number <= most) return std::string();
        return foray::quoted(text) + fmt::format(" is not a number from {:g} to {:g}", least, most);
    };
    return {check, ""};
}

CLI::Validator positive_decimal(double most) {
    const auto check = [most](const std::string& text) {
        const auto number = parse_decimal(text);
        if (number && *number > 0 && *number <= most) return std::string();
        return foray::quoted(text) + fmt::format(" is not a number above 0, up to {:.0f}", most);
    };
    return {check, ""};
}

}  // namespace foray::cli
