#include "foray/board/random.h"
#include "foray/outside/compliance.h"

namespace foray {
namespace {

class Generator {
public:
    Generator(const Game& game, std::uint64_t seed) : game_(game), state_(seed) {}

    /// After a random number of random moves from `start`.
    WidePosition played(WidePosition position) {
        const int plies = below(2 * game_.spec().squares());
        for (int i = 0; i < plies; ++i) {
            const auto moves = game_.legal_moves(position);
            const WidePosition next = game_.after(position, moves[static_cast<std::size_t>(below(static_cast<int>(moves.size())))]);
            if (game_.verdict(next).over()) break;
            position = next;
        }
        return position;
    }

    /// Both sides' pieces at random, but for a few squares.
    WidePosition nearly_full() {
        WidePosition position = empty_board();
        const int left = 1 + below(3);
        for (int filled = 0; filled < game_.spec().squares() - left; ++filled) {
            int square = below(game_.spec().squares());
            while (!position.empty.has(square)) square = (square + 1) % game_.spec().squares();
            put(position, square, below(2) == 0);
        }
        return position;
    }

    /// The start with some squares blocked.
    WidePosition with_gaps() {
        WidePosition position = game_.start();
        const int gaps = 1 + below(game_.spec().squares() / 4);
        for (int i = 0; i < gaps; ++i) position.empty.remove(below(game_.spec().squares()));
        return game_.verdict(position).over() ? position : played(position);
    }

    /// One piece in a corner behind a wall that fills the board, but for squares at the far corner.
    WidePosition only_a_pass() {
        WidePosition position = empty_board();
        const int squares = game_.spec().squares();
        const int left = 1 + below(2);
        for (int square = 1; square < squares - left; ++square) put(position, square, false);
        put(position, 0, true);
        return position;
    }

private:
    int below(int limit) { return static_cast<int>((splitmix64(state_) >> 33) % static_cast<std::uint64_t>(limit)); }

    WidePosition empty_board() {
        WidePosition position;
        for (int square = 0; square < game_.spec().squares(); ++square) position.empty.add(square);
        position.second_to_move = below(2) == 1;
        position.plies = position.second_to_move ? 1 : 0;
        return position;
    }

    static void put(WidePosition& position, int square, bool own) {
        position.empty.remove(square);
        (own ? position.own : position.opp).add(square);
        position.plies += 2;
    }

    const Game& game_;
    std::uint64_t state_;
};

}  // namespace

std::vector<WidePosition> trial_positions(const Game& game, int count, std::uint64_t seed) {
    Generator generator(game, seed);
    const bool ataxx = game.spec().family() == Family::kAtaxx;
    std::vector<WidePosition> out = {game.start()};
    // Small boards may not have all kinds; what is over is left out, and there are always positions from play.
    for (int i = 0; static_cast<int>(out.size()) < count; ++i) {
        const int kind = i % 8;
        WidePosition position = kind == 0            ? generator.nearly_full()
                                : kind == 1 && ataxx ? generator.with_gaps()
                                : kind == 2 && ataxx ? generator.only_a_pass()
                                                     : generator.played(game.start());
        if (!game.verdict(position).over() && !game.legal_moves(position).empty()) out.push_back(position);
    }
    return out;
}

}  // namespace foray
