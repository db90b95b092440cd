#include "layout.h"

#include <algorithm>
#include <cmath>

namespace foray {
namespace {

constexpr int kSmallestWithText = 160;
constexpr double kSmallestName = 11;
constexpr double kSmallestLabel = 6.5;
constexpr double kSmallestValue = 7;
constexpr double kNarrowestColumn = 0.62;  // of the picture's size: header and footer need room beside a narrow board

int round_up(double value) { return static_cast<int>(std::ceil(value)); }

int largest_cell(int rows, int cols, int width, int height) { return std::max(1, std::min(width / cols, height / rows)); }

}  // namespace

PictureLayout lay_out(int rows, int cols, bool with_values, bool letters_on_top, int size_px) {
    PictureLayout out;
    const double size = size_px;
    const bool text = size_px >= kSmallestWithText;
    const int margin = text ? round_up(std::max(8.0, size * 0.03)) : round_up(std::max(2.0, size * 0.03));
    int header = 0;
    int footer = 0;
    if (text) {
        out.name_size = std::max(kSmallestName, size * 0.034);
        out.score_size = out.name_size * 1.25;
        out.status_size = out.name_size * 0.92;
        out.bar_height = round_up(std::max(5.0, size * 0.014));
        header = round_up(out.score_size * 1.2) + out.bar_height + round_up(out.name_size * 0.8);
        footer = round_up(out.status_size * 1.6);
        out.label_size = std::max(8.5, size * 0.021);
        out.gutter = round_up(out.label_size * 1.9);
    } else {
        out.bar_height = round_up(std::max(3.0, size * 0.035));
        header = out.bar_height + margin;
    }

    // The largest squares that fit. Where they are too small for coordinates, these give their room back.
    const int inner = size_px - 2 * margin;
    out.cell = largest_cell(rows, cols, inner - out.gutter, inner - header - footer - out.gutter);
    out.label_size = std::min(out.label_size, out.cell * 0.7);
    if (out.label_size < kSmallestLabel) {
        out.label_size = 0;
        out.gutter = 0;
        out.cell = largest_cell(rows, cols, inner, inner - header - footer);
    }
    out.gap = out.has_shapes() ? std::max(1, static_cast<int>(std::lround(out.cell * 0.045))) : 0;
    if (with_values && out.cell * 0.32 >= kSmallestValue) out.value_size = out.cell * 0.32;

    const int board_width = out.cell * cols;
    const int board_height = out.cell * rows;
    const int narrowest = text ? std::min(round_up(size * kNarrowestColumn), inner - out.gutter) : board_width;
    out.column_width = std::max(board_width, narrowest);

    // The longer side is exactly the size asked for; what rounding left over goes to the margins.
    const int content_width = out.gutter + out.column_width;
    const int content_height = header + out.gutter + board_height + footer;
    out.width = content_width + 2 * margin;
    out.height = content_height + 2 * margin;
    (out.width >= out.height ? out.width : out.height) = size_px;
    const int left = (out.width - content_width) / 2;
    const int top = (out.height - content_height) / 2;

    out.column_x = left + out.gutter;
    out.board_x = out.column_x + (out.column_width - board_width) / 2;
    out.header_baseline = top + out.score_size * 0.8;
    out.bar_y = top + (text ? round_up(out.score_size * 1.2) : 0);
    out.board_y = top + header + (letters_on_top ? out.gutter : 0);
    out.footer_baseline = top + content_height - out.status_size * 0.1;
    return out;
}

}  // namespace foray
