// Measuring and cutting text without a font at hand: layouts are made where no font library is (the web page).
#include <array>

#include "foray/render/scene.h"

namespace foray {
namespace {

/// Advance widths of the characters 32 to 126, in thousandths of the font size.
constexpr std::array<std::uint16_t, 95> kRegularWidths = {
    318, 401, 460, 838, 636, 950, 780, 275, 390,  390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636, 636,
    636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
    603, 787, 695, 635, 611, 732, 684, 989, 685,  611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635,
    634, 278, 278, 579, 278, 974, 634, 612, 635,  635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838};
constexpr std::array<std::uint16_t, 95> kBoldWidths = {
    348, 456, 521, 838, 696, 1002, 872, 306,  457,  457, 523, 838, 380, 415, 380, 365, 696, 696, 696, 696, 696, 696, 696, 696,
    696, 696, 400, 400, 838, 838,  838, 580,  1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995, 837, 850,
    733, 850, 770, 720, 682, 812,  774, 1103, 771,  724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716,
    712, 343, 343, 665, 343, 1042, 712, 687,  716,  716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838};

constexpr std::string_view kEllipsis = "\u2026";
constexpr std::string_view kReplacement = "\uFFFD";

/// A character of UTF-8: its number and how many bytes it takes; 0 bytes if there is none here.
struct Character {
    char32_t code = 0;
    std::size_t bytes = 0;
};

Character first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
    char32_t code = lead & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        code = (code << 6) | (byte(i) & 0x3FU);
    }
    constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};  // less is an overlong form
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < kSmallest[bytes] || code > 0x10FFFF || surrogate) return {};
    return {code, bytes};
}

/// Controls, what XML forbids, and marks that reverse the direction of the text after them.
bool is_invisible(char32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF || code == 0xFFFE || code == 0xFFFF;
}

double character_width(char32_t code, bool bold) {
    if (code >= 32 && code < 127) return (bold ? kBoldWidths : kRegularWidths)[code - 32] / 1000.0;
    if (code == 0xB7) return bold ? 0.38 : 0.318;
    // Scripts written in full squares are as wide as the font is high; so is the ellipsis.
    return code >= 0x1100 ? 1.0 : 0.7;
}

}  // namespace

double text_width(std::string_view text, double size, bool bold) {
    double width = 0;
    while (!text.empty()) {
        const Character next = first_character(text);
        width += next.bytes == 0 ? 1.0 : character_width(next.code, bold);
        text.remove_prefix(next.bytes == 0 ? 1 : next.bytes);
    }
    return width * size;
}

std::string fit_text(std::string_view text, double size, bool bold, double width) {
    if (text_width(text, size, bold) <= width) return std::string(text);
    const double room = width - text_width(kEllipsis, size, bold);
    std::size_t kept = 0;
    while (kept < text.size()) {
        const std::size_t bytes = std::max<std::size_t>(first_character(text.substr(kept)).bytes, 1);
        if (text_width(text.substr(0, kept + bytes), size, bold) > room) break;
        kept += bytes;
    }
    if (kept == 0) return "";
    return std::string(text.substr(0, kept)) + std::string(kEllipsis);
}

std::string clean_text(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const Character next = first_character(text);
        if (next.bytes == 0 || is_invisible(next.code)) {
            out += kReplacement;
        } else {
            out += text.substr(0, next.bytes);
        }
        text.remove_prefix(next.bytes == 0 ? 1 : next.bytes);
    }
    return out;
}

}  // namespace foray
