#include "foray/notation/game_text.h"

#include <algorithm>
#include <utility>

#include "foray/notation/board_hint.h"
#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

/// Whether a board is said in place: as its rows, or as a size.
bool in_place(const std::string& text) {
    if (text.empty()) return false;
    const bool rows = std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || c == ' ' || c == '/'; });
    return (rows && is_digit(text.front()) && text.find_first_of(" /") != std::string::npos) || parse_size(text).has_value();
}

Result<ValueBoard> read_board(const GameText& text, BoardSize fallback) {
    const auto source = parse_board_source(*text.board);
    if (!source) return source.error().in(text.names.board);
    const auto* file = std::get_if<BoardFile>(&*source);
    if (file != nullptr && text.read_file && !in_place(*text.board)) {
        const auto contents = text.read_file(file->path);
        if (!contents) {
            // A single word is more likely a name than a file.
            const bool is_word = file->path.find('/') == std::string::npos;
            return is_word ? Error{"no such file, and " + unknown_board(file->path)}.in(text.names.board) : contents.error();
        }
        auto board = parse_board(*contents);
        if (!board) return board.error().in(file->path);
        return board;
    }
    auto board = parse_board_line(*text.board, fallback);
    if (!board) return board.error().in(text.names.board);
    return board;
}

/// The size that size and position ask for, if either does.
Result<std::optional<BoardSize>> wanted_size(const GameText& text) {
    std::optional<BoardSize> wanted;
    if (text.position && lower(*text.position) != "startpos") {
        const auto size = fen_size(*text.position);
        if (!size) return size.error().in(text.names.position);
        wanted = *size;
    }
    if (!text.size) return wanted;
    const auto size = parse_size(*text.size);
    if (!size) return size.error().in(text.names.size);
    if (wanted && *wanted != *size) {
        return Error{print_size(size->rows, size->cols) + " does not fit the position, which is " + print_size(wanted->rows, wanted->cols)}
            .in(text.names.size);
    }
    return std::optional<BoardSize>(*size);
}

Result<GameSpec> with_rules(const GameText& text, GameSpec spec) {
    std::vector<std::string> rules = text.rules;
    if (text.raid && spec.family() == Family::kRaid) rules.push_back("raid=" + *text.raid);
    for (const std::string& rule : rules) {
        auto ruled = with_rule(std::move(spec), rule);
        if (!ruled) return ruled.error().in(text.names.rule);
        spec = std::move(ruled).value();
    }
    return spec;
}

Result<GameSpec> spec_of(const GameText& text) {
    const auto variant = parse_variant(text.game);
    if (!variant) return variant.error().in(text.names.game);
    const VariantInfo& about = info(*variant);
    const auto wanted = wanted_size(text);
    if (!wanted) return wanted.error();
    BoardSize size = wanted->value_or(BoardSize{about.default_side, about.default_side});
    std::vector<std::uint8_t> values;
    if (text.board) {
        BoardSize found = size;
        if (about.family == Family::kAtaxx) {
            const auto said = parse_size(*text.board);
            if (!said) return Error{std::string(about.title) + " has no square values"}.in(text.names.board);
            found = *said;
        } else {
            auto board = read_board(text, size);
            if (!board) return board.error();
            found = {board->rows, board->cols};
            values = std::move(board).value().values;
        }
        if (*wanted && **wanted != found) {
            return Error{*text.board + " is " + print_size(found.rows, found.cols) + ", but " + print_size(size.rows, size.cols) +
                         " is asked for"}
                .in(text.names.board);
        }
        size = found;
    }
    const auto fits = check_size(*variant, size);
    if (!fits) return fits.error().in(text.position ? text.names.position : text.board ? text.names.board : text.names.size);
    GameSpec spec = default_spec(*variant, size.rows, size.cols);
    if (!values.empty()) spec.values = std::move(values);
    return with_rules(text, std::move(spec));
}

}  // namespace

Result<Played> play(const GameText& text) {
    auto spec = spec_of(text);
    if (!spec) return spec.error();
    Game game(std::move(spec).value());
    const auto position = parse_fen(game, text.position.value_or("startpos"));
    if (!position) return position.error().in(text.names.position);
    auto line = parse_line(game, *position, text.moves);
    if (!line) return line.error().in(text.names.moves);
    return Played{std::move(game), std::move(line).value()};
}

Played play(const GameRecord& record) {
    Game game(record.spec);
    Line line{record.moves, {record.start}};
    for (const Move move : line.moves) line.positions.push_back(game.after(line.positions.back(), move));
    return {std::move(game), std::move(line), record.players, record.decided};
}

}  // namespace foray
