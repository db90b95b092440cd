#include "foray/notation/game_file.h"
#include "foray/notation/pgn.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    (void)parse_games(text);
    const auto games = parse_pgn(text);
    if (!games) return;
    for (const GameRecord& record : *games) {
        const auto back = parse_pgn(print_pgn(record));
        FORAY_FUZZ_CHECK(back && back->size() == 1 && back->front().moves == record.moves && back->front().start == record.start);
    }
}
