// Two players, paired random openings: each opening is played twice with colours exchanged. Prints wins, draws and losses of the first
// player, the share of points, and the difference in Elo with its 95 % error from the spread over pairs.
//
//   engine_match GAME BOARD PLIES PAIRS PLAYER PLAYER [SEED]
//   engine_match wargame Smolensk 2-4 20 engine:nodes=20000 alphabeta:6
//   engine_match ataxx - 4-6 50 engine:nodes=20000 engine:nodes=20000,off=null
//
// BOARD is a name, random:SEED[:RxC], or "-" for the game's default.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "foray/agents/agent.h"
#include "foray/board/random.h"
#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/spec_text.h"

namespace {

using namespace foray;

[[noreturn]] void fail(const std::string& why) {
    std::fprintf(stderr, "engine_match: %s\n", why.c_str());
    std::exit(2);
}

template <class T>
T require(Result<T> result) {
    if (!result) fail(result.error().message());
    return std::move(result).value();
}

GameSpec read_spec(const std::string& game, const std::string& board_text) {
    const Variant variant = require(parse_variant(game));
    if (board_text == "-") return default_spec(variant);
    const BoardSource source = require(parse_board_source(board_text));
    const int side = info(variant).default_side;
    ValueBoard board;
    if (const auto* named = std::get_if<const NamedBoard*>(&source)) {
        board = (*named)->board();
    } else if (const auto* random = std::get_if<RandomBoard>(&source)) {
        board = random_board(random->seed, random->size.value_or(BoardSize{side, side}));
    } else {
        fail("board files are not read here");
    }
    GameSpec spec = default_spec(variant, board.rows, board.cols);
    spec.values = board.values;
    return spec;
}

WidePosition random_opening(const Game& game, int plies, std::uint64_t& seed) {
    for (;;) {
        WidePosition position = game.start();
        for (int ply = 0; ply < plies; ++ply) {
            const auto moves = game.legal_moves(position);
            if (moves.empty()) break;
            position = game.after(position, moves[static_cast<std::size_t>(splitmix64(seed) % moves.size())]);
        }
        if (!game.verdict(position).over()) return position;
    }
}

struct Tally {
    double ms[2] = {0, 0};
    double nodes[2] = {0, 0};
    double depth[2] = {0, 0};
    int moves[2] = {0, 0};
};

/// Points of the first player: 1, 0.5 or 0.
double play(const Game& game, WidePosition position, Agent& first, Agent& second, bool first_begins, Tally& tally) {
    first.new_game();
    second.new_game();
    bool first_to_move = first_begins;
    const bool first_is_x = position.second_to_move != first_begins;
    while (!game.verdict(position).over()) {
        const Decision decision = (first_to_move ? first : second).choose(position);
        if (!game.is_legal(position, decision.move)) fail("illegal move in " + print_fen(game, position));
        const std::size_t who = first_to_move ? 0 : 1;
        tally.ms[who] += decision.ms;
        tally.nodes[who] += static_cast<double>(decision.nodes);
        tally.depth[who] += decision.depth;
        ++tally.moves[who];
        position = game.after(position, decision.move);
        first_to_move = !first_to_move;
    }
    const Outcome outcome = game.verdict(position).outcome;
    if (outcome == Outcome::kDraw) return 0.5;
    return (outcome == Outcome::kFirstWins) == first_is_x ? 1 : 0;
}

double elo(double share) {
    const double safe = std::clamp(share, 0.001, 0.999);
    return -400 * std::log10(1 / safe - 1);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 7) fail("GAME BOARD PLIES PAIRS PLAYER PLAYER [SEED]");
    const GameSpec spec = read_spec(argv[1], argv[2]);
    const Game game(spec);
    const std::string plies = argv[3];
    const std::size_t dash = plies.find('-');
    const int least = std::atoi(plies.c_str());
    const int most = dash == std::string::npos ? least : std::atoi(plies.c_str() + dash + 1);
    const int pairs = std::atoi(argv[4]);
    const auto one = require(make_agent(spec, argv[5]));
    const auto two = require(make_agent(spec, argv[6]));
    std::uint64_t seed = argc > 7 ? static_cast<std::uint64_t>(std::atoll(argv[7])) : 1;
    int wins = 0, draws = 0, losses = 0;
    double sum = 0, squares = 0;
    Tally tally;
    for (int pair = 0; pair < pairs; ++pair) {
        const int length = least + static_cast<int>(splitmix64(seed) % static_cast<std::uint64_t>(std::max(most - least + 1, 1)));
        const WidePosition opening = random_opening(game, length, seed);
        double points = 0;
        for (const bool begins : {true, false}) {
            const double point = play(game, opening, *one, *two, begins, tally);
            (point > 0.9 ? wins : point < 0.1 ? losses : draws) += 1;
            points += point;
        }
        sum += points / 2;
        squares += points * points / 4;
    }
    const double n = std::max(pairs, 1);
    const double share = sum / n;
    const double error = 1.96 * std::sqrt(std::max(squares / n - share * share, 1e-9) / n);
    std::printf("%s %s %s vs %s: +%d =%d -%d  %.1f %%  Elo %+.0f (%+.0f .. %+.0f)", argv[1], argv[2], argv[5], argv[6], wins, draws, losses,
                100 * share, elo(share), elo(share - error), elo(share + error));
    for (const int who : {0, 1}) {
        const auto i = static_cast<std::size_t>(who);
        const double moves = std::max(tally.moves[i], 1);
        std::printf("; %.1f ms %.0f nodes depth %.1f", tally.ms[i] / moves, tally.nodes[i] / moves, tally.depth[i] / moves);
    }
    std::printf("\n");
    return 0;
}
