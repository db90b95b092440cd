#include "foray/notation/move_text.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    static const Game kGames[] = {Game(default_spec(Variant::kWargame)), Game(default_spec(Variant::kStakeraid, 12, 12)),
                                  Game(default_spec(Variant::kReloaded)), Game(default_spec(Variant::kAtaxx, 5, 5))};
    for (const Game& game : kGames) {
        const auto line = parse_line(game, game.start(), text);
        if (!line) continue;
        std::string printed;
        for (const Move move : line->moves) printed += print_move(game.spec(), move) + " ";
        const auto back = parse_line(game, game.start(), printed);
        FORAY_FUZZ_CHECK(back && back->moves == line->moves && back->positions.back() == line->positions.back());
    }
}
