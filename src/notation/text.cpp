#include "foray/notation/text.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <version>

namespace foray {
namespace {

template <class F>
std::string mapped(std::string_view text, F f) {
    std::string out(text);
    for (char& c : out) c = f(c);
    return out;
}

/// "\\x1b".
std::string escaped(unsigned char byte) {
    constexpr std::string_view kHex = "0123456789abcdef";
    return {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
}

}  // namespace

std::string lower(std::string_view text) { return mapped(text, to_lower); }
std::string upper(std::string_view text) { return mapped(text, to_upper); }

std::optional<unsigned> parse_number(std::string_view text, unsigned limit) {
    const auto value = parse_count(text, limit);
    if (!value) return std::nullopt;
    return static_cast<unsigned>(*value);
}

std::optional<std::uint64_t> parse_count(std::string_view text, std::uint64_t limit) {
    if (text.empty()) return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : text) {
        if (!is_digit(c)) return std::nullopt;
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (digit > limit || value > (limit - digit) / 10) return std::nullopt;
        value = value * 10 + digit;
    }
    return value;
}

std::optional<double> parse_decimal(std::string_view text) {
    if (text.empty() || !(is_digit(text[0]) || text[0] == '.')) return std::nullopt;
    double value = 0;
#if defined(__cpp_lib_to_chars)
    const char* end = text.data() + text.size();
    const auto [stop, status] = std::from_chars(text.data(), end, value);
    if (status != std::errc{} || stop != end) return std::nullopt;
#else
    // The library of the WebAssembly build reads no fractions that way; its only locale is C's. It would read hexadecimal ones.
    if (text.find_first_of("xX") != std::string_view::npos) return std::nullopt;
    const std::string copy(text);
    char* end = nullptr;
    value = std::strtod(copy.c_str(), &end);
    if (end != copy.c_str() + copy.size()) return std::nullopt;
#endif
    if (!std::isfinite(value)) return std::nullopt;
    return value;
}

std::string print_hundredths(int hundredths) {
    const auto size = hundredths < 0 ? -static_cast<long long>(hundredths) : hundredths;
    const std::string places = std::to_string(100 + size % 100).substr(1);
    return (hundredths < 0 ? "-" : "") + std::to_string(size / 100) + "." + places;
}

std::string print_points(int hundredths) {
    std::string text = (hundredths < 0 ? "" : "+") + print_hundredths(hundredths);
    if (text.ends_with(".00")) text.resize(text.size() - 3);
    return text;
}

std::vector<Word> split_words(std::string_view line) {
    std::vector<Word> words;
    std::size_t i = 0;
    while (i < line.size()) {
        if (is_blank(line[i])) {
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < line.size() && !is_blank(line[end])) ++end;
        words.push_back({line.substr(i, end - i), static_cast<int>(i) + 1});
        i = end;
    }
    return words;
}

std::string joined(std::span<const std::string> words, std::string_view between) {
    std::string out;
    for (const std::string& word : words) {
        if (&word != words.data()) out += between;
        out += word;
    }
    return out;
}

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
    }
    while (!lines.empty() && split_words(lines.back()).empty()) lines.pop_back();
    return lines;
}

std::string quoted(std::string_view text) {
    constexpr std::size_t kLongest = 40;
    std::string out = "'";
    for (const char c : text.substr(0, kLongest)) {
        const auto byte = static_cast<unsigned char>(c);
        byte >= 0x20 && byte < 0x7F ? out += c : out += escaped(byte);
    }
    if (text.size() > kLongest) out += "...";
    return out + "'";
}

std::string without_controls(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        byte >= 0x20 && byte != 0x7F ? out += c : out += escaped(byte);
    }
    return out;
}

Result<std::size_t> parse_word(std::string_view text, std::string_view what, std::span<const std::string_view> words) {
    std::string known;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (text == words[i]) return i;
        known += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + std::string(words[i]);
    }
    return Error{"unknown " + std::string(what) + " " + quoted(text) + "; expected " + known};
}

}  // namespace foray
