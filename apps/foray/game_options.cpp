#include "game_options.h"

#include <utility>

#include "command.h"
#include "files.h"
#include "foray/notation/fen.h"
#include "foray/notation/pgn.h"
#include "foray/notation/spec_text.h"

namespace foray::cli {
namespace {

/// The board that --board names; `wanted` is the size that other options ask for, used where the name leaves it open.
ValueBoard load_board(const std::string& text, std::optional<BoardSize> wanted, BoardSize fallback) {
    const BoardSource source = require(parse_board_source(text), "--board");
    if (const auto* named = std::get_if<const NamedBoard*>(&source)) return (*named)->board();
    if (const auto* random = std::get_if<RandomBoard>(&source)) {
        return random_board(random->seed, random->size.value_or(wanted.value_or(fallback)));
    }
    const std::string& path = std::get<BoardFile>(source).path;
    return require(parse_board(read_file(path)), path);
}

}  // namespace

void GameOptions::add_to(CLI::App& command, const std::string& size_option) {
    size_option_ = size_option;
    command.add_option("--game", game_, "wargame, squirrels, stakeraid, reloaded or ataxx")->capture_default_str();
    command.add_option("--board", board_,
                       "square values: a name (see foray boards), random:SEED[:RxC], or a file; without it every square is 1");
    command.add_option(size_option, size_, "rows and columns, such as 5 or 5x7");
    command.add_option("--rule", rules_, "raid=mandatory or raid=optional (raid family)");
    command.add_option("--position", position_, "a FEN to start from instead of the game's own start");
}

GameSpec GameOptions::resolve_spec() const {
    const Variant variant = require(parse_variant(game_), "--game");
    std::optional<BoardSize> wanted;
    if (position_ && *position_ != "startpos") wanted = require(fen_size(*position_), "--position");
    if (size_) {
        const BoardSize size = require(parse_size(*size_), size_option_);
        if (wanted && *wanted != size) {
            throw UsageError(size_option_ + ": " + print_size(size.rows, size.cols) + " does not fit the position, which is " +
                             print_size(wanted->rows, wanted->cols));
        }
        wanted = size;
    }
    const int side = info(variant).default_side;
    const BoardSize fallback{side, side};
    GameSpec spec;
    if (board_) {
        if (info(variant).family == Family::kAtaxx)
            throw UsageError("--board: " + std::string(info(variant).title) + " has no square values");
        ValueBoard board = load_board(*board_, wanted, fallback);
        if (wanted && *wanted != BoardSize{board.rows, board.cols}) {
            throw UsageError("--board: " + *board_ + " is " + print_size(board.rows, board.cols) + ", but " +
                             print_size(wanted->rows, wanted->cols) + " is asked for");
        }
        spec = default_spec(variant, board.rows, board.cols);
        spec.values = std::move(board.values);
    } else {
        const BoardSize size = wanted.value_or(fallback);
        spec = default_spec(variant, size.rows, size.cols);
    }
    (void)require(check_size(variant, {spec.rows, spec.cols}), position_ ? "--position" : board_ ? "--board" : size_option_);
    for (const std::string& rule : rules_) spec = require(with_rule(std::move(spec), rule), "--rule");
    return spec;
}

Setup GameOptions::resolve() const {
    Game game(resolve_spec());
    WidePosition position = position_ ? require(parse_fen(game, *position_), "--position") : game.start();
    return {std::move(game), position};
}

void LineOptions::add_to(CLI::App& command, const std::string& size_option) {
    game_.add_to(command, size_option);
    command.add_option("--moves", moves_, "moves to play first, such as \"c3 d4\"");
}

Played LineOptions::resolve() const {
    Setup setup = game_.resolve();
    Line line = require(parse_line(setup.game, setup.position, moves_), "--moves");
    return {std::move(setup.game), std::move(line)};
}

Played load_played(const std::string& record_path) {
    GameRecord record = require(parse_game_file(read_file(record_path)), record_path);
    Game game(std::move(record.spec));
    Line line{std::move(record.moves), {record.start}};
    for (const Move move : line.moves) line.positions.push_back(game.after(line.positions.back(), move));
    return {std::move(game), std::move(line), std::move(record.players), std::move(record.decided)};
}

std::optional<LastMove> last_move(const Game& game, const Line& line) {
    if (line.moves.empty()) return std::nullopt;
    return LastMove{line.moves.back(), game.captures(line.positions[line.positions.size() - 2], line.moves.back())};
}

}  // namespace foray::cli
