// Counts the games of a length: count_moves ataxx 4
#include <cstdio>
#include <cstdlib>

#include "foray/notation/game_text.h"
#include "foray/rules/perft.h"
#include "foray/rules/with_game.h"

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: count_moves GAME PLIES\n");
        return 2;
    }
    const auto played = foray::play(foray::GameText{.game = argv[1]});
    if (!played) {
        std::fprintf(stderr, "%s\n", played.error().message().c_str());
        return 2;
    }
    const int plies = std::atoi(argv[2]);
    // The rules as types: the compiler makes one loop for each kind of game and each width of board.
    const auto count = foray::with_game(played->spec(), [&](const auto& rules) {
        using Rules = std::remove_cvref_t<decltype(rules)>;
        return foray::perft(rules, played->position().template resized<Rules::kWords>(), plies);
    });
    std::printf("%llu\n", static_cast<unsigned long long>(count));
}
