#include "foray/notation/match_text.h"

#include <cmath>
#include <utility>

#include "foray/notation/text.h"

namespace foray {
namespace {

constexpr unsigned kMostPlies = 100;
constexpr double kMostElo = 1000;
constexpr double kLongestSeconds = 1'000'000;  // eleven days
constexpr unsigned kMostMoves = 10'000;
constexpr unsigned kLargestClaim = 100'000;

/// A decimal number with an optional sign.
std::optional<double> parse_signed_decimal(std::string_view text) {
    const bool minus = text.starts_with('-');
    if (minus || text.starts_with('+')) text.remove_prefix(1);
    const auto size = parse_decimal(text);
    if (!size) return std::nullopt;
    return minus ? -*size : *size;
}

/// Seconds as milliseconds. No less than a thousandth, or none at all.
std::optional<double> parse_seconds(std::string_view text) {
    const auto seconds = parse_decimal(text);
    if (!seconds || *seconds > kLongestSeconds) return std::nullopt;
    return std::round(*seconds * 1000);
}

std::string print_seconds(double ms) {
    std::string text = std::to_string(ms / 1000);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

}  // namespace

Result<PlyRange> parse_ply_range(std::string_view text) {
    const std::size_t dash = text.find('-');
    const auto least = parse_number(text.substr(0, dash), kMostPlies);
    const auto most = dash == std::string_view::npos ? least : parse_number(text.substr(dash + 1), kMostPlies);
    if (!least || !most || *most < *least) return Error{"expected a number up to 100 or a range such as 2-4, found " + quoted(text)};
    return PlyRange{static_cast<int>(*least), static_cast<int>(*most)};
}

std::string print_ply_range(const PlyRange& range) {
    return std::to_string(range.least) + (range.least == range.most ? "" : "-" + std::to_string(range.most));
}

Result<EloRange> parse_elo_range(std::string_view text) {
    const std::size_t comma = text.find(',');
    const auto low = parse_signed_decimal(text.substr(0, comma));
    const auto high = comma == std::string_view::npos ? std::nullopt : parse_signed_decimal(text.substr(comma + 1));
    if (!low || !high || !(*low < *high) || std::abs(*low) > kMostElo || std::abs(*high) > kMostElo) {
        return Error{"expected two differences in Elo, the smaller first, such as 0,10; found " + quoted(text)};
    }
    return EloRange{*low, *high};
}

Result<Clock> parse_time_control(std::string_view text) {
    const Error wrong{"expected seconds such as 10+0.1 or 40/60+0.5, found " + quoted(text)};
    std::string_view rest = text;
    Clock control;
    if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
        const auto moves = parse_number(rest.substr(0, slash), kMostMoves);
        if (!moves || *moves == 0) return wrong;
        control.moves_to_go = static_cast<int>(*moves);
        rest.remove_prefix(slash + 1);
    }
    const std::size_t plus = rest.find('+');
    const auto base = parse_seconds(rest.substr(0, plus));
    const auto increment = plus == std::string_view::npos ? std::optional<double>(0) : parse_seconds(rest.substr(plus + 1));
    if (!base || !increment || *base <= 0) return wrong;
    control.left_ms = *base;
    control.increment_ms = *increment;
    return control;
}

std::string print_time_control(const Clock& clock) {
    std::string text = clock.moves_to_go ? std::to_string(*clock.moves_to_go) + "/" : "";
    text += print_seconds(clock.left_ms);
    return clock.increment_ms > 0 ? text + "+" + print_seconds(clock.increment_ms) : text;
}

Result<double> parse_duration(std::string_view text) {
    constexpr double kLongest = 10 * 366 * 86'400.0;
    constexpr std::pair<char, double> kUnits[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86'400}};
    double scale = 1;
    std::string_view digits = text;
    for (const auto& [unit, seconds] : kUnits) {
        if (!text.ends_with(unit)) continue;
        scale = seconds;
        digits.remove_suffix(1);
    }
    const auto number = parse_decimal(digits);
    if (!number) return Error{"expected a duration such as 2h, 90m or 30s, found " + quoted(text)};
    if (*number * scale > kLongest) return Error{"expected a duration of at most ten years, found " + quoted(text)};
    return *number * scale;
}

Result<ValueClaim> parse_value_claim(std::string_view text) {
    std::string_view rest = text;
    const auto starts = [&](std::string_view mark) {
        if (!rest.starts_with(mark)) return false;
        rest.remove_prefix(mark.size());
        return true;
    };
    const bool at_least = starts(">=");
    const bool at_most = !at_least && starts("<=");
    const bool more = !at_least && !at_most && starts(">");
    const bool less = !at_least && !at_most && !more && starts("<");
    if (!at_least && !at_most && !more && !less) return Error{quoted(text) + " should be such as \">=0\", \">3\", \"<=-2\" or \"<5\""};
    while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
    const bool negative = starts("-");
    if (!negative) (void)starts("+");
    const auto number = parse_number(rest, kLargestClaim);
    if (!number) return Error{quoted(text) + " does not end in a whole number"};
    const int bound = negative ? -static_cast<int>(*number) : static_cast<int>(*number);
    // "More than 3" asks for at least 4; "less than 5" and "at most 4" are denials of at least 5.
    return ValueClaim{more || at_most ? bound + 1 : bound, at_least || more};
}

}  // namespace foray
