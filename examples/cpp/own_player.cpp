// A player of one's own, who takes the move that gains most, against Foray's engine: own_player [GAME [LEVEL]]
#include <algorithm>
#include <cstdio>
#include <string>

#include "foray/foray.h"

int main(int argc, char** argv) {
    const auto played = foray::play(foray::GameText{.game = argc > 1 ? argv[1] : "ataxx"});
    if (!played) {
        std::fprintf(stderr, "%s\n", played.error().message().c_str());
        return 2;
    }
    const foray::Game& game = played->game;
    const auto greedy = foray::player("greedy", [&](const foray::WidePosition& position) {
        const auto gain = [&](foray::Move move) {
            const foray::Scores scores = game.scores(game.after(position, move));
            return position.second_to_move ? scores.second - scores.first : scores.first - scores.second;
        };
        const auto moves = game.legal_moves(position);
        return *std::max_element(moves.begin(), moves.end(), [&](auto a, auto b) { return gain(a) < gain(b); });
    });
    auto engine = foray::make_agent(game.spec(), std::string("engine:level=") + (argc > 2 ? argv[2] : "1"));
    if (!engine) {
        std::fprintf(stderr, "%s\n", engine.error().message().c_str());
        return 2;
    }
    const foray::GameRecord record = foray::play_game(game, *greedy, **engine);
    std::printf("%s", foray::print_pgn(record).c_str());
}
