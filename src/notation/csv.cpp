#include "foray/notation/csv.h"

#include "foray/notation/text.h"

namespace foray {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }

/// "-12.5": what a spreadsheet computes from it is itself.
bool is_number(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    return !text.empty() && is_digit(text.front()) && parse_decimal(text).has_value();
}

}  // namespace

std::string csv_field(std::string_view text) {
    std::string plain(text);
    for (char& c : plain) {
        if (is_control(c) && c != '\n') c = ' ';
    }
    // Blanks in front do not stop every spreadsheet.
    const std::size_t first = plain.find_first_not_of(" \n");
    const bool is_formula = first != std::string::npos && std::string_view("=+-@").find(plain[first]) != std::string_view::npos;
    if (is_formula && !is_number(plain)) plain.insert(plain.begin(), '\'');
    if (plain.find_first_of(",\"\n") == std::string::npos) return plain;
    std::string out = "\"";
    for (const char c : plain) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

}  // namespace foray
