// foray show, foray moves: a position and what can be played in it.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "command.h"
#include "foray/notation/coordinates.h"
#include "foray/notation/fen.h"
#include "foray/notation/spec_text.h"
#include "foray/questions/questions.h"
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

/// What the page is told of a position, and the names of its players; "legal" is for foray moves.
Json to_json(const Played& played) {
    Json out = Json::parse(questions::state_of(played));
    out.erase("legal");
    out["players"] = played.game.variant().players;
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
        fmt::print("{}\n", to_json(played).dump());
        return kFine;
    }
    fmt::print("{}\n\n{}\n{}position {}\n", describe(game.spec()),
               draw_board(game, position, last_move(game, line, line.moves.size()), style), draw_status(game, position, style),
               print_fen(game, position));
    return kFine;
}

/// The legal moves as the page knows them, with the game's own word for each, what it captures by name, and what that is worth.
Json moves_json(const Played& played) {
    Json list = Json::parse(questions::state_of(played))["legal"];
    std::size_t index = 0;
    for (const Move move : played.game.legal_moves(played.position())) {
        Json& one = list[index++];
        one["name"] = move_name(played.spec(), move);
        one["capture_names"] = Json::array();
        int gain = 0;
        played.game.captures(played.position(), move).for_each([&](int square) {
            one["capture_names"].push_back(print_square(played.spec(), square));
            gain += played.game.value(square);
        });
        one["gain"] = gain;
    }
    return list;
}

int run_moves(const MovesOptions& options) {
    const Played played = options.line.resolve();
    const Game& game = played.game;
    const WidePosition& position = played.position();
    if (options.json) {
        fmt::print("{}\n", moves_json(played).dump());
        return kFine;
    }
    for (const Move move : game.legal_moves(position)) {
        std::vector<std::string> squares;
        int gain = 0;
        game.captures(position, move).for_each([&](int square) {
            squares.push_back(print_square(game.spec(), square));
            gain += game.value(square);
        });
        const std::string text = print_move(game.spec(), move);
        fmt::print("{:<6} {}", text, move_name(game.spec(), move));
        if (!squares.empty()) {
            fmt::print(", captures");
            for (const std::string& square : squares) fmt::print(" {}", square);
            fmt::print(" worth {}", gain);
        }
        fmt::print("\n");
    }
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
