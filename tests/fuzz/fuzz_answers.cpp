// What players that are other programs answer: any text is a legal move or an error.
#include "foray/notation/answers.h"

#include "foray/notation/move_text.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    static const Game squirrels(default_spec(Variant::kSquirrels));
    static const Game stakeraid(default_spec(Variant::kStakeraid, 4, 4));
    static const Game ataxx(default_spec(Variant::kAtaxx));
    const auto check = [&](const Game& game, Result<Move> (*parse)(const Game&, const WidePosition&, std::string_view)) {
        const WidePosition start = game.start();
        const auto move = parse(game, start, text);
        if (move) FORAY_FUZZ_CHECK(game.is_legal(start, *move));
    };
    check(squirrels, parse_squirrels_answer);
    check(stakeraid, parse_stakeraid_answer);
    check(ataxx, parse_contest_answer);
    for (const Game* game : {&squirrels, &stakeraid, &ataxx}) check(*game, parse_spoken_move);
}
