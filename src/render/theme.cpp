#include "foray/render/theme.h"

#include <algorithm>
#include <cmath>

#include "foray/notation/text.h"

namespace foray {
namespace {

constexpr Colour rgb(std::uint32_t hex) {
    return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8 & 0xFF), static_cast<std::uint8_t>(hex & 0xFF)};
}

constexpr Theme kLight{
    .paper = rgb(0xFBFAF7),
    .ink = rgb(0x26241F),
    .faint = rgb(0x837C70),
    .value_ink = rgb(0x5C5446),
    .low_square = rgb(0xF1ECE1),
    .high_square = rgb(0xD9B27C),
    .blocked = rgb(0x5A5650),
    .blocked_mark = rgb(0x77726A),
    .first = rgb(0x1F4F9E),
    .on_first = rgb(0xFFFFFF),
    .second = rgb(0x3FA66B),
    .hole = rgb(0xFFFFFF),
    .on_second = rgb(0x1F5A38),
    .track = rgb(0xE6E1D6),
    .accent = rgb(0xC42B4E),
    .black = rgb(0x1D1C1A),
    .white = rgb(0xFFFFFF),
    .stone_edge = rgb(0x4A463E),
};

constexpr Theme kDark{
    .paper = rgb(0x16181C),
    .ink = rgb(0xECE8DF),
    .faint = rgb(0x8E8A82),
    .value_ink = rgb(0xC9C2B4),
    .low_square = rgb(0x262A31),
    .high_square = rgb(0x705733),
    .blocked = rgb(0x0B0C0E),
    .blocked_mark = rgb(0x34373D),
    .first = rgb(0x3A7BE0),
    .on_first = rgb(0xFFFFFF),
    .second = rgb(0x8FE0A8),
    .hole = rgb(0x14201A),
    .on_second = rgb(0xC4F2D1),
    .track = rgb(0x34383F),
    .accent = rgb(0xFF7D8C),
    .black = rgb(0x050505),
    .white = rgb(0xF1EEE7),
    .stone_edge = rgb(0x8A857B),
};

constexpr int kSteps = 11;

}  // namespace

Colour Theme::square(double height) const {
    return mix(low_square, high_square, std::round(std::clamp(height, 0.0, 1.0) * kSteps) / kSteps);
}

Theme Theme::with(PieceLook look) const {
    Theme out = *this;
    if (look != PieceLook::kStones) return out;
    out.first = black;
    out.second = stone_edge;
    out.hole = white;
    return out;
}

const Theme& light_theme() { return kLight; }
const Theme& dark_theme() { return kDark; }

Result<const Theme*> parse_theme(std::string_view text) {
    const std::string name = lower(text);
    if (name == "light") return &kLight;
    if (name == "dark") return &kDark;
    return Error{quoted(text) + " is not a theme: light or dark"};
}

}  // namespace foray
