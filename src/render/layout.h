// Where the parts of a picture go, in whole pixels, and which of them can be read at that size.
#pragma once

namespace foray {

struct PictureLayout {
    int width = 0;
    int height = 0;

    int cell = 0;  ///< side of a square with its share of the gaps
    int gap = 0;   ///< between squares
    int board_x = 0;
    int board_y = 0;

    /// The column that header and footer keep to: the board's own, or a wider one around a narrow board.
    int column_x = 0;
    int column_width = 0;
    int bar_y = 0;
    int bar_height = 0;
    double header_baseline = 0;
    double footer_baseline = 0;

    // Font sizes; 0 where there is no such text.
    double name_size = 0;
    double score_size = 0;
    double status_size = 0;
    double label_size = 0;
    double value_size = 0;
    int gutter = 0;  ///< room for coordinates

    [[nodiscard]] bool has_status() const { return name_size > 0; }
    [[nodiscard]] bool has_labels() const { return label_size > 0; }
    [[nodiscard]] bool has_values() const { return value_size > 0; }
    /// Squares of a few pixels have no room for shapes: pieces are plain tiles then.
    [[nodiscard]] bool has_shapes() const { return cell >= 7; }
};

PictureLayout lay_out(int rows, int cols, bool with_values, bool letters_on_top, int size_px);

}  // namespace foray
