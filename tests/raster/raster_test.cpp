// Pictures: what is on them, and that PNG and GIF say the same when read back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/raster/raster.h"
#include "foray/render/board_scene.h"
#include "foray/render/svg.h"
#include "support/picture.h"
#include "support/random_play.h"

namespace foray {
namespace {

using test::Image;

/// A game as frames: the positions of a line with their last moves.
struct Film {
    Game game;
    Line line;

    [[nodiscard]] Scene scene(int ply, const PictureOptions& options) const {
        const auto i = static_cast<std::size_t>(ply);
        std::optional<LastMove> last;
        if (ply > 0) last = LastMove{line.moves[i - 1], game.captures(line.positions[i - 1], line.moves[i - 1])};
        return board_scene(game, line.positions[i], last, ply, options);
    }
    [[nodiscard]] int plies() const { return static_cast<int>(line.moves.size()); }
    [[nodiscard]] std::string gif(const PictureOptions& options, GifTiming timing = {}) const {
        return to_gif(plies() + 1, [&](int ply) { return scene(ply, options); }, timing);
    }
};

Film random_film(std::uint64_t seed, GameSpec spec, int plies) {
    Film film{Game(std::move(spec)), {}};
    film.line.positions.push_back(film.game.start());
    for (int i = 0; i < plies && !film.game.verdict(film.line.positions.back()).over(); ++i) {
        const auto moves = film.game.legal_moves(film.line.positions.back());
        film.line.moves.push_back(moves[static_cast<std::size_t>(test::draw(seed, static_cast<int>(moves.size())))]);
        film.line.positions.push_back(film.game.after(film.line.positions.back(), film.line.moves.back()));
    }
    return film;
}

GameSpec smolensk() {
    GameSpec spec = default_spec(Variant::kWargame, 6, 6);
    spec.values = find_board("Smolensk")->board().values;
    return spec;
}

/// The tiles of a scene, square by square: they are the boxes as high as wide, one fill, no pen.
std::vector<BoxShape> tiles_of(const Scene& scene) {
    std::vector<BoxShape> tiles;
    for (const Shape& shape : scene.shapes) {
        const auto* box = std::get_if<BoxShape>(&shape);
        if (box != nullptr && box->paint.fill && !box->paint.pen && box->width == box->height && box->width > 3) tiles.push_back(*box);
    }
    return tiles;
}

/// The pixel of a tile at a distance from its centre, as shares of its side.
Colour pixel(const Image& image, const BoxShape& tile, double dx, double dy) {
    return image.at(tile.x + tile.width * (0.5 + dx), tile.y + tile.height * (0.5 + dy));
}

bool has_text(const Scene& scene, const std::string& text) {
    return std::any_of(scene.shapes.begin(), scene.shapes.end(), [&](const Shape& shape) {
        const auto* found = std::get_if<TextShape>(&shape);
        return found != nullptr && found->text == text;
    });
}

int text_count(const Scene& scene) {
    return static_cast<int>(std::count_if(scene.shapes.begin(), scene.shapes.end(),
                                          [](const Shape& shape) { return std::holds_alternative<TextShape>(shape); }));
}

/// Every shape lies inside the picture.
void expect_inside(const Scene& scene) {
    const auto inside = [&](double left, double top, double right, double bottom) {
        EXPECT_GE(left, 0);
        EXPECT_GE(top, 0);
        EXPECT_LE(right, scene.width);
        EXPECT_LE(bottom, scene.height);
    };
    for (const Shape& shape : scene.shapes) {
        if (const auto* box = std::get_if<BoxShape>(&shape)) inside(box->x, box->y, box->x + box->width, box->y + box->height);
        if (const auto* disc = std::get_if<DiscShape>(&shape)) {
            const double r = disc->radius + (disc->paint.pen ? disc->paint.pen->width / 2 : 0);
            inside(disc->centre.x - r, disc->centre.y - r, disc->centre.x + r, disc->centre.y + r);
        }
        if (const auto* text = std::get_if<TextShape>(&shape)) {
            const double width = text_width(text->text, text->size, text->bold);
            const double left = text->at.x - (text->anchor == Anchor::kEnd ? width : text->anchor == Anchor::kMiddle ? width / 2 : 0);
            inside(left, text->at.y - text->size * kCapHeight, left + width, text->at.y);
            EXPECT_GE(text->size, 6.5) << text->text;
        }
    }
}

class Themes : public testing::TestWithParam<const Theme*> {};

TEST_P(Themes, PixelsOfKnownSquares) {
    const Theme& theme = *GetParam();
    const Game game(default_spec(Variant::kAtaxx, 3, 3));
    const Scene scene = board_scene(game, *parse_fen(game, "x1o/1-1/o1x x 0 1"), std::nullopt, std::nullopt, {480, &theme, {}});
    const Image image = test::decode_png(to_png(scene));
    EXPECT_EQ(image.width, scene.width);
    EXPECT_EQ(image.height, scene.height);
    const auto tiles = tiles_of(scene);
    ASSERT_EQ(tiles.size(), 9U);
    EXPECT_EQ(image.at(0, 0), theme.paper);
    EXPECT_EQ(pixel(image, tiles[0], 0, 0), theme.black);  // stones, as the players are called Black and White
    EXPECT_EQ(pixel(image, tiles[0], 0.33, 0), theme.black);
    EXPECT_EQ(pixel(image, tiles[2], 0, 0), theme.white);
    EXPECT_EQ(pixel(image, tiles[2], 0, -0.33), theme.white);
    EXPECT_EQ(pixel(image, tiles[2], 0.375, 0), theme.stone_edge);
    EXPECT_EQ(pixel(image, tiles[2], 0.45, 0), theme.square(0.25));
    EXPECT_EQ(pixel(image, tiles[1], 0, 0), theme.square(0.25));
    EXPECT_EQ(pixel(image, tiles[4], 0.4, 0), theme.blocked);
    EXPECT_EQ(pixel(image, tiles[4], 0, 0), theme.blocked_mark);
}

TEST_P(Themes, PlayersLookAsTheyAreCalled) {
    const Theme& theme = *GetParam();
    const auto drawn = [&](Variant variant) {
        const Game game(default_spec(variant, 3, 3));
        const Scene scene = board_scene(game, *parse_fen(game, "x1o/3/3 x"), std::nullopt, std::nullopt, {480, &theme, {}});
        return std::pair{test::decode_png(to_png(scene)), tiles_of(scene)};
    };
    const auto [colours, places] = drawn(Variant::kWargame);
    EXPECT_EQ(pixel(colours, places[0], 0.36, 0), theme.first);
    EXPECT_EQ(pixel(colours, places[2], 0.33, 0), theme.second);
    EXPECT_EQ(pixel(colours, places[2], 0.22, 0), theme.hole);
    const auto [marks, squares] = drawn(Variant::kStakeraid);
    EXPECT_EQ(pixel(marks, squares[0], -0.06, -0.06), theme.first);  // where the strokes of an X cross
    EXPECT_EQ(pixel(marks, squares[0], 0.2, 0), theme.square(0.25));
    EXPECT_EQ(pixel(marks, squares[2], -0.06, -0.06), theme.square(0.25));  // an O is open
    EXPECT_EQ(pixel(marks, squares[2], 0.182, -0.06), theme.second);
}

TEST_P(Themes, LastMoveCapturesAndJumpSourceAreMarked) {
    const Theme& theme = *GetParam();
    const Game game(default_spec(Variant::kAtaxx, 4, 4));
    const WidePosition before = *parse_fen(game, "x2o/4/1o2/o2x x 0 1");
    const Move move = *parse_move(game, before, "a4a2");  // beside b2 and a1
    const LastMove last{move, game.captures(before, move)};
    ASSERT_EQ(last.captured.count(), 2);
    const Scene scene = board_scene(game, game.after(before, move), last, 1, {480, &theme, {}});
    EXPECT_TRUE(has_text(scene, "1 · a4a2 Jump"));
    const Image image = test::decode_png(to_png(scene));
    const auto tiles = tiles_of(scene);
    const auto corner = [&](int square) { return pixel(image, tiles[static_cast<std::size_t>(square)], -0.40, -0.445); };
    const auto edge = [&](int square) { return pixel(image, tiles[static_cast<std::size_t>(square)], 0, -0.48); };
    EXPECT_EQ(edge(8), theme.accent);     // a2, framed all round
    EXPECT_EQ(corner(9), theme.accent);   // b2, in brackets
    EXPECT_EQ(corner(12), theme.accent);  // a1
    EXPECT_NE(edge(9), theme.accent);
    EXPECT_NE(corner(15), theme.accent);                         // d1 had no part in it
    EXPECT_EQ(pixel(image, tiles[0], 0.3, 0.01), theme.accent);  // a4, where the dashes begin
    EXPECT_EQ(pixel(image, tiles[0], 0, 0), theme.square(0.25));
}

TEST_P(Themes, ColoursAreFarApart) {
    const Theme& theme = *GetParam();
    // Relative luminance and contrast as in WCAG 2.
    const auto luminance = [](Colour colour) {
        const auto linear = [](int channel) {
            const double v = channel / 255.0;
            return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
    };
    const auto contrast = [&](Colour one, Colour other) {
        const auto [low, high] = std::minmax({luminance(one), luminance(other)});
        return (high + 0.05) / (low + 0.05);
    };
    EXPECT_GE(contrast(theme.ink, theme.paper), 7);
    EXPECT_GE(contrast(theme.on_first, theme.first), 4);
    EXPECT_GE(contrast(theme.on_second, theme.hole), 7);
    EXPECT_GE(contrast(theme.faint, theme.paper), 3.5);
    EXPECT_GE(contrast(theme.first, theme.second), 2.2);
    for (const double height : {0.0, 0.5, 1.0}) {
        EXPECT_GE(contrast(theme.value_ink, theme.square(height)), 3.5) << height;
        EXPECT_GE(contrast(theme.accent, theme.square(height)), 2.2) << height;
    }
}

TEST_P(Themes, FramesOfAGifAreThePngsOfTheirPlies) {
    const Film film = random_film(5, smolensk(), 36);
    ASSERT_EQ(film.plies(), 36);
    const PictureOptions options{480, GetParam(), {}};
    const std::string bytes = film.gif(options, {.frame_ms = 500});
    EXPECT_LT(bytes.size(), 200'000U);
    const test::Animation animation = test::decode_gif(bytes);
    ASSERT_EQ(animation.frames.size(), 37U);
    EXPECT_TRUE(animation.repeats_for_ever);
    EXPECT_EQ(std::count(animation.delays_ms.begin(), animation.delays_ms.end() - 1, 500), 36);
    EXPECT_EQ(animation.delays_ms.back(), 3000);
    for (int ply = 0; ply <= 36; ply += 6) {
        const Image png = test::decode_png(to_png(film.scene(ply, options)));
        const test::Difference difference = test::compare(animation.frames[static_cast<std::size_t>(ply)], png);
        EXPECT_LE(difference.greatest, 40) << ply;
        EXPECT_LE(difference.average, 0.5) << ply;
        EXPECT_EQ(png.height, 480);
    }
}

INSTANTIATE_TEST_SUITE_P(Both, Themes, testing::Values(&light_theme(), &dark_theme()),
                         [](const auto& param) { return param.param == &light_theme() ? "Light" : "Dark"; });

TEST(Picture, SquaresAreTintedByValue) {
    GameSpec spec = default_spec(Variant::kWargame, 1, 3);
    spec.values = {1, 50, 99};
    const Game game(spec);
    const auto tiles = tiles_of(board_scene(game, game.start(), std::nullopt, 0, {}));
    ASSERT_EQ(tiles.size(), 3U);
    EXPECT_EQ(tiles[0].paint.fill, light_theme().low_square);
    EXPECT_EQ(tiles[1].paint.fill, light_theme().square(0.5));
    EXPECT_EQ(tiles[2].paint.fill, light_theme().high_square);
}

TEST(Picture, TextsNameWhatThereIsToKnow) {
    const Game game(smolensk());
    const Line line = *parse_line(game, game.start(), "d4 c3 c4");
    const LastMove last{line.moves.back(), game.captures(line.positions[2], line.moves.back())};
    const Scene scene = board_scene(game, line.positions.back(), last, 3, {});
    for (const char* text : {"A", "F", "1", "6", "99", "Blue", "Green", "85", "0", "To move", "3 · C4 M1 Death Blitz", "+85"}) {
        EXPECT_TRUE(has_text(scene, text)) << text;
    }
    EXPECT_EQ(scene.title, "War Game, 6x6, raid=mandatory: Blue 85, Green 0. Green to move");
    const Game ataxx(default_spec(Variant::kAtaxx, 3, 3));
    EXPECT_TRUE(has_text(board_scene(ataxx, *parse_fen(ataxx, "xxx/xxx/xoo x 0 1"), std::nullopt, 0, {}), "Black wins by 5"));
    const Game even(default_spec(Variant::kStakeraid, 2, 2));
    EXPECT_TRUE(has_text(board_scene(even, *parse_fen(even, "xo/ox x"), std::nullopt, 0, {}), "A draw"));
    PictureOptions resigned;
    resigned.decided = Decided{Outcome::kSecondWins, Ending::kResignation};
    EXPECT_TRUE(has_text(board_scene(game, line.positions.back(), last, 3, resigned), "Green wins, resignation"));
}

TEST(Picture, NamesFromOutsideAreCutCleanedAndEscaped) {
    const Game game(default_spec(Variant::kSquirrels, 2, 2));
    const Scene odd = board_scene(game, game.start(), std::nullopt, 0, {480, &light_theme(), {"<b>&\"", "\xFF\x01ok"}});
    const std::string svg = to_svg(odd);
    EXPECT_EQ(test::xml_fault(svg), "");
    EXPECT_NE(svg.find("&lt;b&gt;&amp;&quot;"), std::string::npos);
    EXPECT_EQ(svg.find("<b>"), std::string::npos);
    EXPECT_NE(svg.find("\uFFFD\uFFFDok"), std::string::npos);
    (void)test::decode_png(to_png(odd));

    const std::string endless(300, 'w');
    const Scene cut = board_scene(game, game.start(), std::nullopt, 0, {480, &light_theme(), {endless, "\u00E9\u00E9" + endless}});
    expect_inside(cut);
    EXPECT_EQ(test::count_of(to_svg(cut), "w\u2026</text>"), 3);
    const Scene won = board_scene(game, *parse_fen(game, "xx/xo x"), std::nullopt, 4, {480, &light_theme(), {endless, ""}});
    expect_inside(won);
    EXPECT_NE(to_svg(won).find("w\u2026 wins by 2</text>"), std::string::npos);  // a sentence keeps its end
    (void)test::decode_png(to_png(cut));
}

TEST(Picture, CleanTextIsUtf8) {
    EXPECT_EQ(clean_text("Zo\u00EB \u2022 \U0001F600"), "Zo\u00EB \u2022 \U0001F600");
    EXPECT_EQ(clean_text("a\tb\x7F"), "a\uFFFDb\uFFFD");
    EXPECT_EQ(clean_text("\xC0\xAF"), "\uFFFD\uFFFD");            // overlong
    EXPECT_EQ(clean_text("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");  // a surrogate
    EXPECT_EQ(clean_text("\xE2\x82"), "\uFFFD\uFFFD");            // cut off
    EXPECT_EQ(clean_text("\u202Eevil"), "\uFFFDevil");            // turns the text round
    EXPECT_EQ(fit_text("abc", 10, false, 100), "abc");
    EXPECT_EQ(fit_text("abc", 10, false, 17), "a\u2026");
    EXPECT_EQ(fit_text("abc", 10, false, 5), "");
}

TEST(Picture, EveryVariantShapeSizeAndThemeFitsItsFrame) {
    struct Size {
        int rows;
        int cols;
    };
    std::uint64_t seed = 77;
    for (const VariantInfo& variant : all_variants()) {
        for (const Size size : {Size{1, 1}, {2, 26}, {26, 2}, {26, 26}, {7, 7}, {5, 5}}) {
            if ((variant.square_board && size.rows != size.cols) || size.rows < variant.least_side) continue;
            const Game game(test::random_spec(seed, variant.id, size.rows, size.cols, RaidRule::kMandatory));
            const WidePosition position = test::random_position(seed, game);
            for (const int size_px : {48, 96, 160, 240, 480, 1001}) {
                for (const Theme* theme : {&light_theme(), &dark_theme()}) {
                    const std::string what = std::string(variant.key) + " " + std::to_string(size.rows) + "x" + std::to_string(size.cols) +
                                             " at " + std::to_string(size_px);
                    SCOPED_TRACE(what);
                    const Scene scene = board_scene(game, position, std::nullopt, std::nullopt, {size_px, theme, {}});
                    EXPECT_EQ(std::max(scene.width, scene.height), size_px);
                    expect_inside(scene);
                    EXPECT_EQ(test::xml_fault(to_svg(scene)), "");
                    if (size_px > 480) continue;
                    const Image image = test::decode_png(to_png(scene));
                    EXPECT_EQ(image.width, scene.width);
                    EXPECT_EQ(image.height, scene.height);
                }
            }
        }
    }
}

TEST(Picture, SmallPicturesLeaveOutWhatCannotBeRead) {
    const Game game(smolensk());
    const auto texts = [&](int size_px) {
        return text_count(board_scene(game, game.start(), std::nullopt, 0, {size_px, &light_theme(), {}}));
    };
    EXPECT_EQ(texts(96), 0);
    EXPECT_EQ(texts(480), 36 + 12 + 6);  // values, coordinates, two names, two scores, whose turn
    EXPECT_EQ(texts(2400), 36 + 12 + 6);
    const Game huge(default_spec(Variant::kStakeraid, 26, 26));
    const Scene scene = board_scene(huge, huge.start(), std::nullopt, 0, {480, &light_theme(), {}});
    EXPECT_EQ(text_count(scene), 52 + 6);  // no values
}

TEST(Svg, HoldsTheShapesOfTheScene) {
    const Game game(default_spec(Variant::kAtaxx, 7, 7));
    const Scene scene = board_scene(game, *parse_fen(game, "x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1"), std::nullopt, 0, {});
    const std::string svg = to_svg(scene);
    EXPECT_EQ(test::xml_fault(svg), "");
    EXPECT_EQ(svg.rfind("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", 0), 0U);
    EXPECT_EQ(test::count_of(svg, "<circle"), 4 + 3);    // pieces; both players and the status
    EXPECT_EQ(test::count_of(svg, "<polyline"), 4 * 2);  // crosses of the blocked squares
    EXPECT_EQ(test::count_of(svg, "<title>"), 1);
    EXPECT_EQ(test::count_of(svg, ">a</text>"), 1);
    EXPECT_GE(test::count_of(svg, "<rect"), 49);
}

TEST(Svg, CheckerFindsFaults) {
    EXPECT_EQ(test::xml_fault("<a b=\"1\"><c/>x&amp;y</a>\n"), "");
    for (const char* bad : {"<a>", "<a></b>", "<a>&</a>", "<a b=1/>", "<a b=\"1\" b=\"2\"/>", "<a/><b/>", "x", "<a b=\"<\"/>"}) {
        EXPECT_NE(test::xml_fault(bad), "") << bad;
    }
}

TEST(Gif, StoresOnlyWhatChanges) {
    const Film film = random_film(9, default_spec(Variant::kReloaded, 7, 7), 12);
    const test::Animation animation = test::decode_gif(film.gif({240, &dark_theme(), {}}, {.frame_ms = 4000, .end_ms = 3000}));
    ASSERT_EQ(animation.frames.size(), 13U);
    EXPECT_EQ(animation.delays_ms, std::vector<int>(13, 4000));  // slow frames make a slow end
    EXPECT_EQ(animation.areas[0], animation.width * animation.height);
    for (std::size_t i = 1; i < animation.areas.size(); ++i) EXPECT_LT(animation.areas[i], animation.areas[0]);
}

TEST(Gif, OneFrameAndEqualFrames) {
    const Film still = random_film(1, default_spec(Variant::kWargame, 1, 1), 0);
    EXPECT_EQ(test::decode_gif(still.gif({48, &light_theme(), {}})).frames.size(), 1U);
    const Scene scene = still.scene(0, {});
    const test::Animation same = test::decode_gif(to_gif(3, [&](int) { return scene; }, {}));
    ASSERT_EQ(same.frames.size(), 3U);
    EXPECT_EQ(same.areas[1], 1);
    EXPECT_EQ(test::compare(same.frames[0], same.frames[2]).greatest, 0);
}

TEST(Gif, LargeBoardsKeepTheirPalette) {
    std::uint64_t seed = 3;
    const Film film = random_film(4, test::random_spec(seed, Variant::kStakeraid, 26, 26, RaidRule::kOptional), 20);
    const PictureOptions options{1000, &light_theme(), {}};
    const test::Animation animation = test::decode_gif(film.gif(options));
    const test::Difference difference = test::compare(animation.frames.back(), test::decode_png(to_png(film.scene(20, options))));
    EXPECT_LE(difference.greatest, 60);
    EXPECT_LE(difference.average, 1);
}

}  // namespace
}  // namespace foray
