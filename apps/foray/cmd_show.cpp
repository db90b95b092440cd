// foray show, foray moves: a position and what can be played in it.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "command.h"
#include "foray/notation/coordinates.h"
#include "foray/notation/fen.h"
#include "foray/notation/record.h"
#include "foray/notation/spec_text.h"
#include "foray/rules/raid_points.h"
#include "game_options.h"
#include "screen.h"

namespace foray::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ShowOptions {
    LineOptions line;
    RecordOptions record;
    bool settled = false;
    bool json = false;
};

struct MovesOptions {
    LineOptions line;
    bool json = false;
};

WideBits settled_in(const Game& game, const WidePosition& position) {
    if (game.spec().family() != Family::kRaid) throw UsageError("--settled: only the raid family has squares that are settled for good");
    return settled_squares(game.geometry(), position.empty);
}

Json to_json(const Game& game, const WidePosition& position) {
    const Scores scores = game.scores(position);
    const Verdict verdict = game.verdict(position);
    Json out{{"game", game.variant().key}, {"rows", game.spec().rows}, {"cols", game.spec().cols}};
    if (game.spec().family() == Family::kRaid) out["rule"] = print_rule(game.spec().raid);
    out["position"] = print_fen(game, position);
    out["to_move"] = position.second_to_move ? "o" : "x";
    out["players"] = game.variant().players;
    out["scores"] = {scores.first, scores.second};
    out["over"] = verdict.over();
    out["outcome"] = print_outcome(verdict.outcome);
    out["reason"] = print_reason(verdict.reason);
    return out;
}

int run_show(const ShowOptions& options) {
    const Played played = !options.record.given() ? options.line.resolve() : options.record.load();
    const Game& game = played.game;
    const Line& line = played.line;
    const WidePosition& position = played.position();
    TerminalStyle style = stdout_style();
    if (options.settled) style.settled = settled_in(game, position);
    if (options.json) {
        Json out = to_json(game, position);
        if (options.settled) {
            out["settled"] = Json::array();
            style.settled.for_each([&](int square) { out["settled"].push_back(print_square(game.spec(), square)); });
        }
        fmt::print("{}\n", out.dump());
        return kFine;
    }
    fmt::print("{}\n\n{}\n{}position {}\n", describe(game.spec()),
               draw_board(game, position, last_move(game, line, line.moves.size()), style), draw_status(game, position),
               print_fen(game, position));
    return kFine;
}

int run_moves(const MovesOptions& options) {
    const Played played = options.line.resolve();
    const Game& game = played.game;
    const WidePosition& position = played.position();
    Json list = Json::array();
    for (const Move move : game.legal_moves(position)) {
        std::vector<std::string> squares;
        int gain = 0;
        game.captures(position, move).for_each([&](int square) {
            squares.push_back(print_square(game.spec(), square));
            gain += game.value(square);
        });
        const std::string text = print_move(game.spec(), move);
        if (options.json) {
            list.push_back({{"move", text}, {"kind", kind_of(game.spec(), move)}, {"captures", squares}, {"gain", gain}});
            continue;
        }
        fmt::print("{:<6} {}", text, kind_of(game.spec(), move));
        if (!squares.empty()) {
            fmt::print(", captures");
            for (const std::string& square : squares) fmt::print(" {}", square);
            fmt::print(" worth {}", gain);
        }
        fmt::print("\n");
    }
    if (options.json) fmt::print("{}\n", list.dump());
    return kFine;
}

}  // namespace

void add_show_command(CLI::App& app, Action& action) {
    add_command<ShowOptions>(
        app, action, "show", "Draw a position, with scores, whose turn it is and the result",
        "  foray show --board Smolensk --moves \"c3 d4 c4\"\n"
        "  foray show --game stakeraid --board random:7:4x4 --position \"x2o/4/1x2/4 o\"\n"
        "  foray show --game ataxx --position \"x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1\"\n"
        "  foray show --record game.json",
        [](CLI::App& command, ShowOptions& options) {
            options.line.add_to(command);
            options.record.add_to(command, "--record", "show the last position of a saved game instead (JSON or PGN)");
            command.add_flag("--settled", options.settled, "mark the squares that can never change hands again (raid family)");
            command.add_flag("--json", options.json, "for programs");
        },
        run_show);
}

void add_moves_command(CLI::App& app, Action& action) {
    add_command<MovesOptions>(
        app, action, "moves", "List the legal moves, one a line, with what they capture",
        "  foray moves --board Smolensk --moves \"d4 c3\"\n"
        "  foray moves --game stakeraid --size 3 --position \"x1o/1x1/o2 x\"\n"
        "  foray moves --game reloaded --json",
        [](CLI::App& command, MovesOptions& options) {
            options.line.add_to(command);
            command.add_flag("--json", options.json, "for programs");
        },
        run_moves);
}

}  // namespace foray::cli
