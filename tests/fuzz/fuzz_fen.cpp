#include "foray/notation/fen.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    const auto size = fen_size(text);
    if (!size) return;
    for (const VariantInfo& variant : all_variants()) {
        if (!check_size(variant.id, *size)) continue;
        const Game game(default_spec(variant.id, size->rows, size->cols));
        const auto position = parse_fen(game, text);
        if (!position) continue;
        const auto back = parse_fen(game, print_fen(game, *position));
        FORAY_FUZZ_CHECK(back && *back == *position);
        (void)game.legal_moves(*position);
    }
}
