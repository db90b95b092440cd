// Small pieces that all readers share. Nothing here depends on the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foray/board/result.h"

namespace foray {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string lower(std::string_view text);
std::string upper(std::string_view text);

/// A whole decimal number without sign, at most `limit`; nothing else around it.
std::optional<unsigned> parse_number(std::string_view text, unsigned limit);

/// The same for numbers beyond 32 bits.
std::optional<std::uint64_t> parse_count(std::string_view text, std::uint64_t limit);

/// A decimal number, such as 12.5 or 1e3, that is finite and not negative; nothing else around it.
std::optional<double> parse_decimal(std::string_view text);

/// A number of hundredths as a decimal number with two places: "-0.25". For people whole numbers go without places, and the sign is always
/// there: "+3", "-0.25".
std::string print_hundredths(int hundredths);
std::string print_points(int hundredths);

/// A file may begin with a byte order mark, which is no part of its text.
constexpr std::string_view without_bom(std::string_view text) {
    constexpr std::string_view kBom = "\xEF\xBB\xBF";
    return text.starts_with(kBom) ? text.substr(kBom.size()) : text;
}

/// A piece of text and the column (from 1) at which it began.
struct Word {
    std::string_view text;
    int column;
};
/// The words of a line, separated by spaces and tabs.
std::vector<Word> split_words(std::string_view line);

/// The lines of a text that may end its lines with LF or CRLF and may lack the final one. Empty lines at the end are dropped.
std::vector<std::string_view> split_lines(std::string_view text);

std::string joined(std::span<const std::string> words, std::string_view between);

/// Text from outside made fit for one line of an error message: quoted, unprintable bytes escaped, long text cut.
std::string quoted(std::string_view text);

/// A message made fit for a terminal: control characters escaped, everything else as it is.
std::string without_controls(std::string_view text);

/// Which of a few words a text is. `what` names it in the error: "unknown order 'x'; expected positional or static".
Result<std::size_t> parse_word(std::string_view text, std::string_view what, std::span<const std::string_view> words);

}  // namespace foray
