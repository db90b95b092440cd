#include "foray/render/svg.h"

#include <cmath>

#include "foray/notation/markup.h"

namespace foray {
namespace {

/// At most two decimals, no trailing zeros, whatever the locale. By whole numbers: to_chars brings tables of 100 kB into the web page.
std::string number(double value) {
    const auto hundredths = std::llround(std::abs(value) * 100);
    std::string text = (value < 0 && hundredths != 0 ? "-" : "") + std::to_string(hundredths / 100);
    if (const auto rest = hundredths % 100; rest != 0) {
        text += '.';
        text += static_cast<char>('0' + rest / 10);
        if (rest % 10 != 0) text += static_cast<char>('0' + rest % 10);
    }
    return text;
}

std::string colour(Colour colour) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text = "#";
    for (const std::uint8_t channel : {colour.red, colour.green, colour.blue}) {
        text += kDigits[channel >> 4];
        text += kDigits[channel & 15];
    }
    return text;
}

std::string attribute(std::string_view name, const std::string& value) { return " " + std::string(name) + "=\"" + value + "\""; }
std::string attribute(std::string_view name, double value) { return attribute(name, number(value)); }

std::string pen(const Pen& pen) {
    std::string out = attribute("stroke", colour(pen.colour)) + attribute("stroke-width", pen.width);
    if (pen.dashed) out += attribute("stroke-dasharray", number(3 * pen.width) + " " + number(2 * pen.width));
    return out;
}

std::string paint(const Paint& paint) {
    return attribute("fill", paint.fill ? colour(*paint.fill) : "none") + (paint.pen ? pen(*paint.pen) : "");
}

struct Element {
    std::string operator()(const BoxShape& box) const {
        std::string out = "<rect" + attribute("x", box.x) + attribute("y", box.y) + attribute("width", box.width);
        out += attribute("height", box.height);
        if (box.radius > 0) out += attribute("rx", box.radius);
        return out + paint(box.paint) + "/>";
    }
    std::string operator()(const DiscShape& disc) const {
        return "<circle" + attribute("cx", disc.centre.x) + attribute("cy", disc.centre.y) + attribute("r", disc.radius) +
               paint(disc.paint) + "/>";
    }
    std::string operator()(const StrokeShape& stroke) const {
        std::string points;
        for (const Point point : stroke.points) points += (points.empty() ? "" : " ") + number(point.x) + "," + number(point.y);
        return "<polyline" + attribute("points", points) + attribute("fill", std::string("none")) + pen(stroke.pen) + "/>";
    }
    std::string operator()(const TextShape& text) const {
        std::string out = "<text" + attribute("x", text.at.x) + attribute("y", text.at.y) + attribute("font-size", text.size);
        if (text.anchor != Anchor::kStart) out += attribute("text-anchor", std::string(text.anchor == Anchor::kEnd ? "end" : "middle"));
        if (text.bold) out += attribute("font-weight", std::string("bold"));
        return out + attribute("fill", colour(text.colour)) + ">" + escaped(text.text) + "</text>";
    }
};

}  // namespace

std::string to_svg(const Scene& scene) {
    const std::string width = std::to_string(scene.width);
    const std::string height = std::to_string(scene.height);
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width +
                      " " + height + "\" role=\"img\" font-family=\"'" + kFontFamily + "', Verdana, sans-serif\">\n";
    out += "<title>" + escaped(scene.title) + "</title>\n";
    out += "<rect width=\"100%\" height=\"100%\" fill=\"" + colour(scene.background) + "\"/>\n";
    for (const Shape& shape : scene.shapes) out += std::visit(Element{}, shape) + "\n";
    return out + "</svg>\n";
}

}  // namespace foray
