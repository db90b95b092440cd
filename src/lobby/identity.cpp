#include "foray/lobby/identity.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "foray/lobby/sha256.h"
#include "foray/notation/text.h"

namespace foray::lobby {
namespace {

/// The next character of a UTF-8 text, which is taken off it; nothing where it is no UTF-8 (RFC 3629: shortest form, no surrogates).
std::optional<char32_t> take_character(std::string_view& text) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xC2 && first < 0xE0 ? 2
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xF0 && first < 0xF5 ? 4
                                                               : 0;
    if (length == 0 || text.size() < length) return std::nullopt;
    constexpr std::array<unsigned, 5> kMasks = {0, 0x7F, 0x1F, 0x0F, 0x07};
    char32_t out = first & kMasks[length];
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0) != 0x80) return std::nullopt;
        out = out << 6 | (next & 0x3F);
    }
    constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
    if (out < kLeast[length] || out > 0x10FFFF || (out >= 0xD800 && out < 0xE000)) return std::nullopt;
    text.remove_prefix(length);
    return out;
}

using Range = std::pair<char32_t, char32_t>;
/// Controls, what cannot be seen, what turns the direction of writing, private use, and no characters at all.
constexpr std::array kRefused = {
    Range{0x00, 0x1F},     Range{0x7F, 0x9F},     Range{0xAD, 0xAD},     Range{0x34F, 0x34F},   Range{0x61C, 0x61C},
    Range{0x115F, 0x1160}, Range{0x17B4, 0x17B5}, Range{0x180B, 0x180F}, Range{0x200B, 0x200F}, Range{0x2028, 0x202E},
    Range{0x2060, 0x206F}, Range{0x2800, 0x2800}, Range{0x3164, 0x3164}, Range{0xE000, 0xF8FF}, Range{0xFDD0, 0xFDEF},
    Range{0xFE00, 0xFE0F}, Range{0xFEFF, 0xFEFF}, Range{0xFFA0, 0xFFA0}, Range{0xFFF0, 0xFFFF}, Range{0xE0000, 0x10FFFF},
};
constexpr std::array kAccents = {Range{0x300, 0x36F},   Range{0x483, 0x489},   Range{0x1AB0, 0x1AFF},
                                 Range{0x1DC0, 0x1DFF}, Range{0x20D0, 0x20FF}, Range{0xFE20, 0xFE2F}};
constexpr std::array kBlanks = {Range{0x20, 0x20},     Range{0xA0, 0xA0},     Range{0x1680, 0x1680}, Range{0x2000, 0x200A},
                                Range{0x202F, 0x202F}, Range{0x205F, 0x205F}, Range{0x3000, 0x3000}};

template <std::size_t N>
bool is_in(const std::array<Range, N>& ranges, char32_t c) {
    return std::any_of(ranges.begin(), ranges.end(), [&](const Range& one) { return c >= one.first && c <= one.second; });
}

}  // namespace

bool is_plain(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; });
}
bool is_secret(std::string_view text) { return text.size() == kSecretLength && is_plain(text); }
bool is_game_id(std::string_view text) { return text.size() == kGameIdLength && is_plain(text); }

std::string person_of(std::string_view secret) { return hash_text("foray person " + std::string(secret), 16); }
std::string invitation_of(std::string_view secret) { return hash_text("foray invitation " + std::string(secret), 16); }
std::string game_id_of(std::string_view person, std::string_view request) {
    return hash_text("foray game " + std::string(person) + " " + std::string(request), 12);
}

Result<std::string> read_name(std::string_view text) {
    constexpr int kMostAccents = 2;
    std::string out;
    std::size_t length = 0;
    int accents = 0;
    bool blank = false;
    while (!text.empty()) {
        const std::string_view before = text;
        const auto c = take_character(text);
        if (!c) return Error{"a name must be UTF-8"};
        if (is_in(kBlanks, *c)) {
            blank = true;
            continue;
        }
        if (is_in(kRefused, *c)) return Error{"a name cannot have characters that are not seen"};
        accents = is_in(kAccents, *c) ? accents + 1 : 0;
        if (accents > kMostAccents || (accents > 0 && out.empty())) return Error{"a name cannot have so many accents"};
        if (blank && !out.empty()) out += ' ', ++length;
        blank = false;
        out += before.substr(0, before.size() - text.size());
        if (++length > kLongestName) return Error{"a name has at most " + std::to_string(kLongestName) + " characters"};
    }
    return out;
}

std::string guest_name(std::string_view person) {
    constexpr std::uint64_t kGuests = 9000;
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : person) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return "Guest " + std::to_string(1000 + (hash >> 20) % kGuests);
}

}  // namespace foray::lobby
