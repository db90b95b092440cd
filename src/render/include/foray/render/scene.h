// A picture as a list of shapes, before anybody decides whether it becomes SVG, PNG or GIF.
//
// Coordinates are pixels of the finished picture, y grows downwards: a layout that knows its pixels can put edges on them, which makes
// pictures crisp and animations small. All colours are opaque; shapes are drawn in order. Texts are valid UTF-8 without control characters.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace foray {

struct Colour {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    // clang-tidy 14 takes the 0 inside a defaulted comparison for a null pointer.
    friend constexpr auto operator<=>(const Colour&, const Colour&) = default;  // NOLINT(modernize-use-nullptr)
};

/// `share` = 0 is `from`, 1 is `to`.
Colour mix(Colour from, Colour to, double share);

struct Point {
    double x = 0;
    double y = 0;
};

struct Pen {
    Colour colour;
    double width = 1;
    bool dashed = false;  ///< dashes of three widths, gaps of two, both drawn from the start of the path
};

struct Paint {
    std::optional<Colour> fill{};
    std::optional<Pen> pen{};
};

struct BoxShape {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
    double radius = 0;  ///< of the corners
    Paint paint{};
};

struct DiscShape {
    Point centre;
    double radius = 0;
    Paint paint{};
};

/// An open line through the points, with butt ends and mitred corners.
struct StrokeShape {
    std::vector<Point> points;
    Pen pen;
};

enum class Anchor : std::uint8_t { kStart, kMiddle, kEnd };

struct TextShape {
    Point at;  ///< on the baseline; the anchor says which end of the text it is
    double size = 0;
    Anchor anchor = Anchor::kStart;
    bool bold = false;
    Colour colour;
    std::string text;
};

using Shape = std::variant<BoxShape, DiscShape, StrokeShape, TextShape>;

struct Scene {
    int width = 0;
    int height = 0;
    Colour background;
    std::string title;  ///< the picture in a sentence, for those who cannot see it
    std::vector<Shape> shapes;
    /// Which colours meet at an edge. Smooth edges blend them; a palette must hold those blends.
    std::set<std::pair<Colour, Colour>> contacts;

    /// Adds a shape and notes what it meets: `under` is the colour that it is drawn on.
    void add(Shape shape, Colour under);
};

/// The font of every text: free, in Debian's fonts-dejavu-core, and Verdana has the same widths where it is missing.
inline constexpr const char* kFontFamily = "DejaVu Sans";
/// Height of capitals and digits, as a share of the font size; half of it centres a number.
inline constexpr double kCapHeight = 0.729;

/// Width of a text in that font. Exact for ASCII, an estimate beyond.
double text_width(std::string_view text, double size, bool bold);
/// The text, cut and ended with an ellipsis where it is wider than `width`; "" where not even that fits.
std::string fit_text(std::string_view text, double size, bool bold, double width);
/// Text from anywhere made fit for a picture: what is not UTF-8, or cannot be seen, becomes U+FFFD.
std::string clean_text(std::string_view text);

}  // namespace foray
