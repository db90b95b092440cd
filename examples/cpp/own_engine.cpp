// An engine of one's own that speaks UAI, with Foray's rules: it plays the Ataxx move that captures most. Any runner of Ataxx engines
// starts it, Foray's too:  foray duel uai:./own_engine engine:level=1 --game ataxx
#include <algorithm>
#include <iostream>
#include <string>

#include "foray/notation/game_text.h"
#include "foray/notation/move_text.h"

int main() {
    auto played = foray::play(foray::GameText{.game = "ataxx"});
    for (std::string line; std::getline(std::cin, line) && line != "quit";) {
        if (line == "uai") {
            std::cout << "id name Greedy\nid author me\nuaiok" << std::endl;
        } else if (line == "isready") {
            std::cout << "readyok" << std::endl;
        } else if (line.starts_with("position ")) {
            // position startpos|fen F [moves m...]
            foray::GameText text{.game = "ataxx"};
            const std::size_t moves = line.find(" moves ");
            const std::string start = line.substr(9, moves == std::string::npos ? moves : moves - 9);
            text.position = start.starts_with("fen ") ? start.substr(4) : start;
            if (moves != std::string::npos) text.moves = line.substr(moves + 7);
            auto read = foray::play(text);
            if (read) {
                played = std::move(read);
            } else {
                std::cout << "info string " << read.error().message() << std::endl;
            }
        } else if (line.starts_with("go")) {
            const auto& position = played->position();
            const auto legal = played->game.legal_moves(position);
            const auto captured = [&](foray::Move move) { return played->game.captures(position, move).count(); };
            const auto best = std::max_element(legal.begin(), legal.end(), [&](auto a, auto b) { return captured(a) < captured(b); });
            std::cout << "bestmove " << (best == legal.end() ? "0000" : foray::print_move(played->spec(), *best)) << std::endl;
        }
    }
}
