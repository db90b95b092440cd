// The exact value of a War Game board and best play on it: solve_board [BOARD [SIZE]], for instance  solve_board random:7 4x4
#include <cstdio>

#include "foray/notation/game_text.h"
#include "foray/solver/solver.h"

int main(int argc, char** argv) {
    foray::GameText text{.game = "wargame", .board = argc > 1 ? argv[1] : "random:7"};
    text.size = argc > 2 ? argv[2] : "4x4";
    const auto played = foray::play(text);
    if (!played) {
        std::fprintf(stderr, "%s\n", played.error().message().c_str());
        return 2;
    }
    const auto solver = foray::solver::Solver::make(played->spec(), played->position(), {});
    if (!solver) {
        std::fprintf(stderr, "%s\n", solver.error().message().c_str());
        return 2;
    }
    const foray::solver::Answer answer = (*solver)->solve(played->position());
    std::printf("value %+d\nbest play", answer.lower);
    for (const foray::Move move : (*solver)->best_line(played->position(), answer.lower)) {
        std::printf(" %s", foray::print_move(played->spec(), move).c_str());
    }
    std::printf("\n");
}
