#include "foray/notation/board_text.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    (void)parse_board_source(text);
    const auto board = parse_board(text);
    if (!board) return;
    const auto back = parse_board(print_board(*board));
    FORAY_FUZZ_CHECK(back && *back == *board);
}
