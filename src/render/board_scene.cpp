#include "foray/render/board_scene.h"

#include <algorithm>

#include "foray/notation/coordinates.h"
#include "foray/notation/text.h"
#include "layout.h"
#include "status_scene.h"

namespace foray {
namespace {

/// How far a written X or O stands from the middle of its square, as a share of the side.
constexpr double kAside = 0.06;

struct Tile {
    double x;
    double y;
    double side;
    Colour colour;
    [[nodiscard]] Point centre() const { return {x + side / 2, y + side / 2}; }
};

class BoardPainter {
public:
    BoardPainter(Scene& scene, const Game& game, const WidePosition& position, const PictureLayout& layout, const Theme& theme)
        : scene_(scene), game_(game), spec_(game.spec()), position_(position), layout_(layout), theme_(theme) {
        if (spec_.values.empty()) return;
        const auto [least, greatest] = std::minmax_element(spec_.values.begin(), spec_.values.end());
        least_ = *least;
        greatest_ = *greatest;
    }

    void paint(const std::optional<LastMove>& last) {
        if (layout_.has_labels()) labels();
        for (int square = 0; square < spec_.squares(); ++square) {
            tile(square);
            if (last && layout_.has_shapes()) marks(square, *last);
            piece(square);
        }
    }

private:
    [[nodiscard]] bool blocked(int square) const { return !position_.occupied().has(square) && !position_.empty.has(square); }

    [[nodiscard]] Tile tile_at(int square) const {
        const int inset = layout_.gap / 2;
        const int row = square / spec_.cols;
        const int col = square % spec_.cols;
        return {static_cast<double>(layout_.board_x + col * layout_.cell + inset),
                static_cast<double>(layout_.board_y + row * layout_.cell + inset), static_cast<double>(layout_.cell - layout_.gap),
                blocked(square) ? theme_.blocked : tint(square)};
    }

    /// A board without differences is neither low nor high.
    [[nodiscard]] Colour tint(int square) const {
        if (least_ == greatest_) return theme_.square(0.25);
        return theme_.square(static_cast<double>(game_.value(square) - least_) / (greatest_ - least_));
    }

    void labels() {
        const double size = layout_.label_size;
        const bool on_top = spec_.family() == Family::kRaid;
        const double half_gutter = layout_.gutter / 2.0;
        const double half_capital = size * kCapHeight / 2;
        const double letters_y = on_top ? layout_.board_y - half_gutter : layout_.board_y + layout_.cell * spec_.rows + half_gutter;
        for (int col = 0; col < spec_.cols; ++col) {
            const char letter = column_letter(col);
            const double x = layout_.board_x + (col + 0.5) * layout_.cell;
            label({x, letters_y + half_capital}, std::string(1, on_top ? to_upper(letter) : letter));
        }
        for (int row = 0; row < spec_.rows; ++row) {
            const double y = layout_.board_y + (row + 0.5) * layout_.cell;
            label({layout_.board_x - half_gutter, y + half_capital}, std::to_string(row_label(spec_, row)));
        }
    }

    void label(Point at, std::string text) {
        scene_.add(TextShape{at, layout_.label_size, Anchor::kMiddle, false, theme_.faint, std::move(text)}, theme_.paper);
    }

    void tile(int square) {
        const Tile tile = tile_at(square);
        const double radius = layout_.cell >= 12 ? tile.side * 0.08 : 0;
        scene_.add(BoxShape{tile.x, tile.y, tile.side, tile.side, radius, {.fill = tile.colour}}, theme_.paper);
        if (!blocked(square) || !layout_.has_shapes()) return;
        const double inset = tile.side * 0.3;
        const Pen pen{theme_.blocked_mark, std::max(1.0, tile.side * 0.07)};
        const auto [x, y, side, colour] = tile;
        scene_.add(StrokeShape{{{x + inset, y + inset}, {x + side - inset, y + side - inset}}, pen}, colour);
        scene_.add(StrokeShape{{{x + side - inset, y + inset}, {x + inset, y + side - inset}}, pen}, colour);
    }

    void marks(int square, const LastMove& last) {
        const Tile tile = tile_at(square);
        const double width = std::clamp(tile.side * 0.055, 1.0, std::max(1.0, layout_.bar_height * 0.8));
        if (last.move.is_jump() && last.move.from == square) {
            scene_.add(DiscShape{tile.centre(), tile.side * 0.3, {.pen = Pen{theme_.accent, width, true}}}, tile.colour);
        }
        if (!last.move.is_pass() && last.move.to == square) {
            const double side = tile.side - width;
            const Paint paint{.pen = Pen{theme_.accent, width}};
            scene_.add(BoxShape{tile.x + width / 2, tile.y + width / 2, side, side, layout_.cell >= 12 ? side * 0.07 : 0, paint},
                       tile.colour);
        } else if (last.captured.has(square)) {
            brackets(tile, width);
        }
    }

    /// Four corners, clear of the piece between them.
    void brackets(const Tile& tile, double width) {
        const double near = width * 1.1;
        const double length = std::max(2.0, tile.side * 0.17);
        for (const bool right : {false, true}) {
            for (const bool low : {false, true}) {
                const double x = right ? tile.x + tile.side - near : tile.x + near;
                const double y = low ? tile.y + tile.side - near : tile.y + near;
                const double dx = right ? -length : length;
                const double dy = low ? -length : length;
                scene_.add(StrokeShape{{{x + dx, y}, {x, y}, {x, y + dy}}, Pen{theme_.accent, width}}, tile.colour);
            }
        }
    }

    void piece(int square) {
        const Tile tile = tile_at(square);
        const bool first = position_.first().has(square);
        const bool second = position_.second().has(square);
        const PieceLook look = game_.variant().look;
        const bool written = look == PieceLook::kMarks && (first || second) && layout_.has_shapes();
        if ((first || second) && layout_.has_shapes()) {
            // A mark makes room for its value in the corner, inside of the frame of a last move.
            const double aside = written && layout_.has_values() ? tile.side * kAside : 0;
            const Point centre{tile.centre().x - aside, tile.centre().y - aside};
            add_piece(scene_, look, first ? 0 : 1, centre, tile.side * 0.39, theme_, tile.colour);
        } else if (first || second) {
            scene_.add(BoxShape{tile.x, tile.y, tile.side, tile.side, 0, {.fill = first ? theme_.first : theme_.second}}, tile.colour);
        }
        if (!layout_.has_values()) return;
        if (written) return value_in_the_corner(tile, game_.value(square));
        const Colour ink = first ? theme_.on_first : second ? theme_.on_second : theme_.value_ink;
        const Colour under = first ? theme_.first : second ? theme_.hole : tile.colour;
        const int value = game_.value(square);
        const double size = layout_.value_size * (value > 99 ? 0.75 : 1);  // three digits have to fit into the ring as well
        const Point at{tile.centre().x, tile.centre().y + size * kCapHeight / 2};
        scene_.add(TextShape{at, size, Anchor::kMiddle, first || second, ink, std::to_string(value)}, under);
    }

    /// A written X or O leaves no room in its middle.
    void value_in_the_corner(const Tile& tile, int value) {
        const double size = std::max(layout_.value_size * 0.55, 6.5);
        const Point at{tile.x + tile.side * 0.88, tile.y + tile.side * 0.88};
        scene_.add(TextShape{at, size, Anchor::kEnd, false, theme_.value_ink, std::to_string(value)}, tile.colour);
    }

    Scene& scene_;
    const Game& game_;
    const GameSpec& spec_;
    const WidePosition& position_;
    const PictureLayout& layout_;
    const Theme& theme_;
    int least_ = 1;
    int greatest_ = 1;
};

}  // namespace

void add_piece(Scene& scene, PieceLook look, int player, Point centre, double radius, const Theme& theme, Colour under) {
    if (look == PieceLook::kStones) {
        const double edge = std::max(1.0, radius * 0.08);
        const Paint paint{.fill = player == 0 ? theme.black : theme.white, .pen = Pen{theme.stone_edge, edge}};
        scene.add(DiscShape{centre, radius - edge / 2, paint}, under);
        return;
    }
    if (look == PieceLook::kMarks) {
        const double width = std::max(1.0, radius * 0.26);
        const double arm = radius * 0.62;
        const auto [x, y] = centre;
        if (player == 1) {
            scene.add(DiscShape{centre, arm, {.pen = Pen{theme.second, width}}}, under);
            return;
        }
        scene.add(StrokeShape{{{x - arm, y - arm}, {x + arm, y + arm}}, Pen{theme.first, width}}, under);
        scene.add(StrokeShape{{{x + arm, y - arm}, {x - arm, y + arm}}, Pen{theme.first, width}}, under);
        return;
    }
    if (player == 0) {
        scene.add(DiscShape{centre, radius, {.fill = theme.first}}, under);
        return;
    }
    const double rim = radius * 0.3;
    scene.add(DiscShape{centre, radius - rim / 2, {.fill = theme.hole, .pen = Pen{theme.second, rim}}}, under);
}

Scene board_scene(const Game& game, const WidePosition& position, const std::optional<LastMove>& last, std::optional<int> ply,
                  const PictureOptions& options) {
    const GameSpec& spec = game.spec();
    const bool raid = spec.family() == Family::kRaid;
    const int size_px = std::clamp(options.size_px, kSmallestPicture, kLargestPicture);
    const PictureLayout layout = lay_out(spec.rows, spec.cols, raid, raid, size_px);
    Scene scene{layout.width, layout.height, options.theme->paper, {}, {}, {}};
    const Theme theme = options.theme->with(game.variant().look);
    StatusPainter(scene, game, position, layout, theme, options).paint(last, ply);
    BoardPainter(scene, game, position, layout, theme).paint(last);
    return scene;
}

}  // namespace foray
