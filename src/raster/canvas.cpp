#include "canvas.h"

#include <cstring>
#include <numbers>
#include <stdexcept>
#include <string>

// The leak checker reports 1016 bytes of fontconfig's at the end of every program that draws text: the same for one text as for thousands,
// and for a program of ten lines that only calls cairo. They are not ours to free.
#if defined(FORAY_SANITIZED)
extern "C" {
// What libraries leak; a program has one such list, so SOCI's connections that fail are on it too. The names are the checker's own; without
// the options it would print what it suppressed at the end of every command.
const char* __lsan_default_suppressions();                                                                   // NOLINT
const char* __lsan_default_options();                                                                        // NOLINT
const char* __lsan_default_suppressions() { return "leak:libfontconfig.so\nleak:libsoci_postgresql.so\n"; }  // NOLINT
const char* __lsan_default_options() { return "print_suppressions=0"; }                                      // NOLINT
}
#endif

namespace foray {
namespace {

struct DestroyContext {
    void operator()(cairo_t* context) const { cairo_destroy(context); }
};
struct DestroyFontOptions {
    void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};

class Painter {
public:
    explicit Painter(cairo_surface_t* surface) : context_(cairo_create(surface)) {
        // Letters keep their shape at every size and on every machine: no hinting, grey edges.
        const std::unique_ptr<cairo_font_options_t, DestroyFontOptions> options(cairo_font_options_create());
        cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
        cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
        cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
        cairo_set_font_options(context_.get(), options.get());
    }

    void background(Colour colour) {
        ink(colour);
        cairo_paint(context_.get());
    }

    void operator()(const BoxShape& box) {
        cairo_t* c = context_.get();
        cairo_new_path(c);
        if (box.radius <= 0) {
            cairo_rectangle(c, box.x, box.y, box.width, box.height);
        } else {
            constexpr double kQuarter = std::numbers::pi / 2;
            const double r = box.radius;
            const double right = box.x + box.width;
            const double bottom = box.y + box.height;
            cairo_arc(c, right - r, box.y + r, r, -kQuarter, 0);
            cairo_arc(c, right - r, bottom - r, r, 0, kQuarter);
            cairo_arc(c, box.x + r, bottom - r, r, kQuarter, 2 * kQuarter);
            cairo_arc(c, box.x + r, box.y + r, r, 2 * kQuarter, 3 * kQuarter);
            cairo_close_path(c);
        }
        paint(box.paint);
    }

    void operator()(const DiscShape& disc) {
        cairo_new_path(context_.get());
        cairo_arc(context_.get(), disc.centre.x, disc.centre.y, disc.radius, 0, 2 * std::numbers::pi);
        cairo_close_path(context_.get());
        paint(disc.paint);
    }

    void operator()(const StrokeShape& stroke) {
        cairo_new_path(context_.get());
        for (const Point point : stroke.points) cairo_line_to(context_.get(), point.x, point.y);
        paint({.pen = stroke.pen});
    }

    void operator()(const TextShape& text) {
        cairo_t* c = context_.get();
        cairo_select_font_face(c, kFontFamily, CAIRO_FONT_SLANT_NORMAL, text.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(c, text.size);
        double x = text.at.x;
        if (text.anchor != Anchor::kStart) {
            cairo_text_extents_t extents;
            cairo_text_extents(c, text.text.c_str(), &extents);
            x -= extents.x_advance * (text.anchor == Anchor::kEnd ? 1 : 0.5);
        }
        ink(text.colour);
        cairo_move_to(c, x, text.at.y);
        cairo_show_text(c, text.text.c_str());
    }

    void finish() { check(cairo_status(context_.get())); }

private:
    void ink(Colour colour) { cairo_set_source_rgb(context_.get(), colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0); }

    void paint(const Paint& paint) {
        cairo_t* c = context_.get();
        if (paint.fill) {
            ink(*paint.fill);
            cairo_fill_preserve(c);
        }
        if (!paint.pen) return;
        ink(paint.pen->colour);
        cairo_set_line_width(c, paint.pen->width);
        const double dashes[] = {3 * paint.pen->width, 2 * paint.pen->width};
        cairo_set_dash(c, dashes, paint.pen->dashed ? 2 : 0, 0);
        cairo_stroke_preserve(c);
    }

    std::unique_ptr<cairo_t, DestroyContext> context_;
};

}  // namespace

void check(cairo_status_t status) {
    if (status != CAIRO_STATUS_SUCCESS) throw std::runtime_error(std::string("drawing: ") + cairo_status_to_string(status));
}

Surface draw(const Scene& scene) {
    Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, scene.width, scene.height));
    check(cairo_surface_status(surface.get()));
    Painter painter(surface.get());
    painter.background(scene.background);
    for (const Shape& shape : scene.shapes) std::visit(painter, shape);
    painter.finish();
    cairo_surface_flush(surface.get());
    return surface;
}

std::vector<std::uint32_t> pixels_of(const Scene& scene) {
    const Surface surface = draw(scene);
    const auto width = static_cast<std::size_t>(scene.width);
    const auto height = static_cast<std::size_t>(scene.height);
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
    const unsigned char* data = cairo_image_surface_get_data(surface.get());
    std::vector<std::uint32_t> pixels(width * height);
    for (std::size_t row = 0; row < height; ++row) std::memcpy(&pixels[row * width], data + row * stride, width * sizeof(std::uint32_t));
    for (std::uint32_t& pixel : pixels) pixel &= 0xFFFFFF;  // the fourth byte of cairo's pixels means nothing
    return pixels;
}

}  // namespace foray
