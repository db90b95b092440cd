// foray table: small boards of the Ataxx family, solved.
#include <fmt/core.h>
#include <sys/resource.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "checks.h"
#include "command.h"
#include "files.h"
#include "foray/engine/engine.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/spec_text.h"
#include "foray/tables/table.h"
#include "game_options.h"
#include "interrupts.h"
#include "numbers.h"
#include "table_options.h"

namespace foray::cli {
namespace {

using Json = nlohmann::ordered_json;
using tables::Code;
using tables::Table;
using tables::TableBoard;

struct TableCommand {
    LineOptions game;
    TableOptions place;
    int threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, static_cast<unsigned>(kMaxThreads)));
    bool compact = false;
    std::uint64_t sample = 100'000;
    std::uint64_t seed = 1;
    bool json = false;
};

WideBits blocked_squares(const Game& game, const WidePosition& position) {
    return WideBits::first(game.spec().squares()) - position.occupied() - position.empty;
}

TableBoard board_of(const Played& played) {
    return require(TableBoard::make(played.spec(), blocked_squares(played.game, played.position())), "--size, --position");
}

std::string folder_of(const TableCommand& options, const TableBoard& board) {
    const std::string tables = options.place.folder();
    if (tables.empty()) throw UsageError("--table: say which folder; there is neither $FORAY_TABLES nor a home");
    return tables::table_folder(tables, board);
}

Table open_table(const TableCommand& options, const TableBoard& board) { return require(Table::open(folder_of(options, board), board)); }

Code look_up(const Table& table, const WidePosition& position) {
    const auto state = table.board().state_of(position);
    if (!state) throw UsageError("--position: other squares are blocked than in the table");
    return require(table.find(*state));
}

std::string code_text(Code code, bool distances) {
    if (code == tables::kDrawn) return "draw";
    const std::string fate = tables::is_won(code) ? "win" : "loss";
    return distances ? fmt::format("{} in {}", fate, tables::plies_of(code)) : fate;
}

Json code_json(Code code, bool distances) {
    const auto fate = tables::fate_of(code);
    Json out{{"result", fate == tables::Fate::kDraw ? "draw" : fate == tables::Fate::kWin ? "win" : "loss"}};
    if (distances && fate != tables::Fate::kDraw) out["plies"] = tables::plies_of(code);
    return out;
}

// --- build

double megabytes(std::uint64_t bytes) { return static_cast<double>(bytes) / 1e6; }

int run_build(const TableCommand& options) {
    const TableBoard board = board_of(options.game.resolve());
    const std::string folder = folder_of(options, board);
    const Interrupts interrupts;
    fmt::print("{}: {} states, at most {:.0f} MB of memory and {:.0f} MB of disk, in {}\n", board.name(), grouped(board.states()),
               megabytes(tables::memory_to_build(board)), megabytes(board.states()), folder);
    const auto on_layer = [](const tables::LayerSummary& layer, bool was_there) {
        fmt::print("{:>2} pieces: {:>13} won {:>13} lost {:>13} drawn, longest win {:>3} plies, {:.1f} s{}\n", layer.pieces,
                   grouped(layer.won), grouped(layer.lost), grouped(layer.drawn), layer.longest, layer.seconds,
                   was_there ? " (was there)" : "");
        std::fflush(stdout);
    };
    const auto done = tables::build_table(
        folder, board, {.threads = options.threads, .distances = !options.compact, .stop = &interrupts.flag(), .on_layer = on_layer});
    if (!done) throw CommandFailure(done.error().message());
    if (!*done) throw CommandFailure("interrupted; the same command goes on with the next layer");
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const Table table = open_table(options, board);
    fmt::print("{:.0f} MB on disk, {:.0f} MB of memory, {:.0f} s of processor time in this run\n", megabytes(table.bytes()),
               static_cast<double>(usage.ru_maxrss) / 1e3, static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec));
    return kFine;
}

// --- probe

int run_probe(const TableCommand& options) {
    const Played played = options.game.resolve();
    const Table table = open_table(options, board_of(played));
    const WidePosition& position = played.position();
    const bool distances = table.has_distances();
    const Code code = look_up(table, position);
    // The table knows no clocks: what has ended by them has a value there.
    const bool over = played.game.verdict(position).over();
    std::vector<std::pair<Move, Code>> moves;
    for (const Move move : played.game.legal_moves(position)) moves.emplace_back(move, look_up(table, played.game.after(position, move)));
    // Best first: quick wins, draws, slow losses.
    const auto worth = [](Code next) {
        return tables::is_lost(next) ? 1000 - tables::plies_of(next) : tables::is_won(next) ? tables::plies_of(next) - 1000 : 0;
    };
    std::stable_sort(moves.begin(), moves.end(), [&](const auto& a, const auto& b) { return worth(a.second) > worth(b.second); });
    // What a move leads to is seen by the other side, one ply later.
    const auto for_mover = [](Code next) {
        const int plies = std::min(tables::plies_of(next) + 1, tables::kMostPlies);
        return tables::is_lost(next) ? tables::won_in(plies) : tables::is_won(next) ? tables::lost_in(plies) : next;
    };
    if (options.json) {
        Json out = code_json(code, distances);
        out["over"] = over;
        out["moves"] = Json::array();
        for (const auto& [move, next] : moves) {
            Json one{{"move", print_move(played.spec(), move)}};
            one.update(code_json(for_mover(next), distances));
            out["moves"].push_back(std::move(one));
        }
        fmt::print("{}\n", out.dump());
        return kFine;
    }
    fmt::print("{}{}\n", code_text(code, distances), over ? " (the game is over)" : "");
    for (const auto& [move, next] : moves)
        fmt::print("  {:<6} {}\n", print_move(played.spec(), move), code_text(for_mover(next), distances));
    return kFine;
}

// --- verify

int run_verify(const TableCommand& options) {
    const TableBoard board = board_of(options.game.resolve());
    const Table table = open_table(options, board);
    const Interrupts interrupts;
    const auto begin = std::chrono::steady_clock::now();
    const auto found = tables::verify_table(
        table, {.threads = options.threads, .sample = options.sample, .seed = options.seed, .stop = &interrupts.flag()});
    if (!found) throw CommandFailure(found.error().message());
    if (!found->wrong.empty()) {
        fmt::print("{}: WRONG: {}\n", board.name(), found->wrong);
        return kFailed;
    }
    if (!found->finished) throw CommandFailure("interrupted");
    fmt::print("{}: the {} of all {} states follow from their successors', {} of them also by the game's own rules; {:.1f} s\n",
               board.name(), table.has_distances() ? "values and distances" : "values", grouped(found->states), grouped(found->by_rules),
               std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    return kFine;
}

// --- info

std::string longest_fen(const Table& table, const tables::LayerSummary& layer) {
    const TableBoard& board = table.board();
    return print_fen(Game(board.spec()), board.position_of(board.state_at({layer.pieces, layer.longest_state})));
}

/// What the results' table says of a solved board; the same on every machine that builds it.
Json info_json(const Table& table, const Played& played) {
    const TableBoard& board = table.board();
    const bool distances = table.has_distances();
    Json out{{"board", board.name()},
             {"game", info(board.spec().variant).key},
             {"size", print_size(board.spec().rows, board.spec().cols)},
             {"start", print_fen(played.game, played.position())},
             {"first_player", code_json(look_up(table, played.position()), distances)},
             {"states", board.states()}};
    std::uint64_t won = 0;
    std::uint64_t lost = 0;
    std::uint64_t drawn = 0;
    const tables::LayerSummary* longest = nullptr;
    for (int pieces = 0; pieces <= board.squares(); ++pieces) {
        const tables::LayerSummary& layer = table.layer(pieces).summary();
        won += layer.won;
        lost += layer.lost;
        drawn += layer.drawn;
        if (longest == nullptr || layer.longest > longest->longest) longest = &layer;
    }
    out["won"] = won;
    out["lost"] = lost;
    out["drawn"] = drawn;
    out["longest_win"] = {{"plies", longest->longest}, {"position", longest_fen(table, *longest)}};
    return out;
}

int run_info(const TableCommand& options) {
    const Played played = options.game.resolve();
    const Table table = open_table(options, board_of(played));
    const Json out = info_json(table, played);
    if (options.json) {
        fmt::print("{}\n", out.dump(1));
        return kFine;
    }
    const bool distances = table.has_distances();
    fmt::print("{}: {}\n", table.board().name(), code_text(look_up(table, played.position()), distances));
    fmt::print("{} states: {} won, {} lost, {} drawn for the side to move\n", grouped(table.board().states()),
               grouped(out["won"].get<std::uint64_t>()), grouped(out["lost"].get<std::uint64_t>()),
               grouped(out["drawn"].get<std::uint64_t>()));
    fmt::print("longest win {} plies: {}\n", out["longest_win"]["plies"].get<int>(), out["longest_win"]["position"].get<std::string>());
    fmt::print("{:.1f} MB, {}\n", megabytes(table.bytes()), distances ? "with distances" : "two bits a state");
    return kFine;
}

void add_board(CLI::App& command, TableCommand& options) {
    options.game.add_to(command);
    options.place.add_to(command);
}
void add_threads(CLI::App& command, TableCommand& options) {
    command.add_option("--threads", options.threads, "threads; all the machine has if not given")->check(CLI::Range(1, kMaxThreads));
}

}  // namespace

void add_table_commands(CLI::App& app, Action& action) {
    CLI::App* group = app.add_subcommand("table", "Small boards of the Ataxx family, solved: every state's value (docs/tables.md)");
    group->require_subcommand(1);
    group->footer("Examples:\n  foray table build --game ataxx --size 4\n  foray table probe --game ataxx --size 4 --moves \"b1\"");
    add_command<TableCommand>(
        *group, action, "build", "Solve a board of at most 20 squares; goes on where an earlier run was ended",
        "  foray table build --game ataxx --size 4\n"
        "  foray table build --game reloaded --size 3x5 --table /tmp/tables --compact\n"
        "  foray table build --game ataxx --position \"x1o/1-1/o1x x 0 1\"     with a gap",
        [](CLI::App& command, TableCommand& options) {
            add_board(command, options);
            add_threads(command, options);
            command.add_flag("--compact", options.compact, "keep two bits a state: who wins, but not how soon");
        },
        run_build);
    add_command<TableCommand>(
        *group, action, "probe", "What a table says of a position and of every move",
        "  foray table probe --game ataxx --size 4\n"
        "  foray table probe --game ataxx --position \"xxo1/1xoo/o2x/oxx1 x 0 1\" --json",
        [](CLI::App& command, TableCommand& options) {
            add_board(command, options);
            command.add_flag("--json", options.json, "for programs");
        },
        run_probe);
    add_command<TableCommand>(
        *group, action, "verify", "Check a table: checksums, every state against its successors, a sample by the game's own rules",
        "  foray table verify --game ataxx --size 4",
        [](CLI::App& command, TableCommand& options) {
            add_board(command, options);
            add_threads(command, options);
            command.add_option("--sample", options.sample, "how many states of each layer the game's own rules are asked about")
                ->check(whole_number())
                ->capture_default_str();
            command.add_option("--seed", options.seed, "of the sample")->check(whole_number())->capture_default_str();
        },
        run_verify);
    add_command<TableCommand>(
        *group, action, "info", "Who wins from the start, how many states are won, the longest win",
        "  foray table info --game ataxx --size 4\n  foray table info --game ataxx --size 4 --json",
        [](CLI::App& command, TableCommand& options) {
            add_board(command, options);
            command.add_flag("--json", options.json, "for programs, and for results/*.json");
        },
        run_info);
}

}  // namespace foray::cli
