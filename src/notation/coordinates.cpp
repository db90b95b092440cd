#include "foray/notation/coordinates.h"

#include "foray/notation/text.h"

namespace foray {

int row_label(const GameSpec& spec, int row) { return spec.family() == Family::kRaid ? row + 1 : spec.rows - row; }

char column_letter(int col) { return static_cast<char>('a' + col); }

std::string print_square(const GameSpec& spec, int square) {
    return column_letter(square % spec.cols) + std::to_string(row_label(spec, square / spec.cols));
}

std::optional<ParsedSquare> take_square(const GameSpec& spec, std::string_view& text) {
    const bool bracketed = text.starts_with('[');
    const std::size_t begin = bracketed ? 1 : 0;
    if (text.size() <= begin || !is_letter(text[begin])) return std::nullopt;
    const std::size_t digits = begin + 1 + (bracketed ? 1 : 0);
    if (bracketed && (text.size() <= digits || text[digits - 1] != ',')) return std::nullopt;
    std::size_t end = digits;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (end == digits || (bracketed && (end == text.size() || text[end] != ']'))) return std::nullopt;
    const int col = to_lower(text[begin]) - 'a';
    const auto label = parse_number(text.substr(digits, end - digits), static_cast<unsigned>(spec.rows));
    if (bracketed) ++end;
    ParsedSquare parsed{-1, text.substr(0, end)};
    text.remove_prefix(end);
    if (label && *label >= 1 && col < spec.cols) {
        const int number = static_cast<int>(*label);
        const int row = spec.family() == Family::kRaid ? number - 1 : spec.rows - number;
        parsed.square = row * spec.cols + col;
    }
    return parsed;
}

}  // namespace foray
