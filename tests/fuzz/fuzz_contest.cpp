#include "foray/notation/contest.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    const auto request = parse_contest(text);
    if (!request || !std::holds_alternative<ContestMove>(*request)) return;
    const auto& [spec, position] = std::get<ContestMove>(*request);
    const Game game(spec);
    for (const Move move : game.legal_moves(position)) FORAY_FUZZ_CHECK(!print_contest_move(game, position, move).empty());
}
