#include "foray/notation/fen.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "foray/notation/text.h"

namespace foray {
namespace {

constexpr unsigned kLongestClock = 9999;
constexpr unsigned kMostMoves = 1'000'000;

struct Cell {
    char mark;  // x o - or . for an empty square
    int column;
};

struct Placement {
    int rows = 0;
    int cols = 0;
    std::vector<Cell> cells;
};

/// The first field of a FEN, `start` columns into it.
Result<Placement> parse_placement(const Word& field) {
    Placement placement;
    const std::string_view text = field.text;
    int in_row = 0;
    const auto add = [&](char mark, std::size_t at, unsigned count) {
        placement.cells.insert(placement.cells.end(), count, Cell{mark, field.column + static_cast<int>(at)});
        in_row += static_cast<int>(count);
    };
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const int column = field.column + static_cast<int>(i);
        if (i == text.size() || text[i] == '/') {
            ++placement.rows;
            const std::string row = "row " + std::to_string(placement.rows);
            if (in_row == 0) return Error{row + " is empty", 0, column};
            if (placement.rows == 1) placement.cols = in_row;
            if (in_row != placement.cols) {
                return Error{row + " has " + std::to_string(in_row) + " squares, row 1 has " + std::to_string(placement.cols), 0, column};
            }
            if (i < text.size() && placement.rows == kMaxSide) return Error{"more than 26 rows", 0, column};
            in_row = 0;
        } else if (const char c = to_lower(text[i]); c == 'x' || c == 'o' || c == '-') {
            add(c, i, 1);
        } else if (is_digit(c)) {
            std::size_t end = i + 1;
            while (end < text.size() && is_digit(text[end])) ++end;
            const auto count = parse_number(text.substr(i, end - i), kMaxSide);
            if (!count || *count == 0)
                return Error{quoted(text.substr(i, end - i)) + " is not a number of empty squares (1 to 26)", 0, column};
            add('.', i, *count);
            i = end - 1;
        } else {
            return Error{"expected x, o, -, / or a number of empty squares, found " + quoted(text.substr(i, 1)), 0, column};
        }
        if (in_row > kMaxSide) return Error{"more than 26 columns", 0, column};
    }
    return placement;
}

Result<unsigned> parse_field(const Word& word, unsigned least, unsigned most, std::string_view meaning) {
    const auto number = parse_number(word.text, most);
    if (!number || *number < least) {
        return Error{"expected the number of " + std::string(meaning) + " (" + std::to_string(least) + " to " + std::to_string(most) +
                         "), found " + quoted(word.text),
                     0, word.column};
    }
    return *number;
}

/// The numbers behind the side to move.
Result<WidePosition> read_counters(const Game& game, const std::vector<Word>& words, WidePosition position) {
    if (game.spec().family() == Family::kRaid) {
        position.plies = static_cast<std::uint32_t>(position.occupied().count());
        if (words.size() > 3) return Error{"unexpected " + quoted(words[3].text) + " after the plies played", 0, words[3].column};
        if (words.size() == 3) {
            const auto plies = parse_field(words[2], 0, kMostMoves, "plies played");
            if (!plies) return plies.error();
            position.plies = *plies;
        }
        return position;
    }
    unsigned full_moves = 1;
    if (words.size() > 4) return Error{"unexpected " + quoted(words[4].text) + " after the full-move number", 0, words[4].column};
    if (words.size() >= 3) {
        const auto quiet = parse_field(words[2], 0, kLongestClock, "plies without a clone");
        if (!quiet) return quiet.error();
        position.quiet_plies = static_cast<std::uint16_t>(*quiet);
    }
    if (words.size() == 4) {
        const auto moves = parse_field(words[3], 1, kMostMoves, "full moves");
        if (!moves) return moves.error();
        full_moves = *moves;
    }
    position.plies = 2 * (full_moves - 1) + (position.second_to_move ? 1 : 0);
    return position;
}

}  // namespace

Result<BoardSize> fen_size(std::string_view fen) {
    const std::vector<Word> words = split_words(fen);
    if (words.empty()) return Error{"the position is empty"};
    const auto placement = parse_placement(words[0]);
    if (!placement) return placement.error();
    return BoardSize{placement->rows, placement->cols};
}

Result<WidePosition> parse_fen(const Game& game, std::string_view fen) {
    const std::vector<Word> words = split_words(fen);
    if (words.empty()) return Error{"the position is empty"};
    if (words.size() == 1 && lower(words[0].text) == "startpos") return game.start();
    const auto placement = parse_placement(words[0]);
    if (!placement) return placement.error();
    const GameSpec& spec = game.spec();
    if (placement->rows != spec.rows || placement->cols != spec.cols) {
        return Error{"the position is " + print_size(placement->rows, placement->cols) + ", the board " + print_size(spec.rows, spec.cols),
                     0, words[0].column};
    }

    WideBits first;
    WideBits second;
    WidePosition position;
    for (int square = 0; square < spec.squares(); ++square) {
        const Cell& cell = placement->cells[static_cast<std::size_t>(square)];
        if (cell.mark == 'x') first.add(square);
        if (cell.mark == 'o') second.add(square);
        if (cell.mark == '.') position.empty.add(square);
        if (cell.mark == '-' && spec.family() == Family::kRaid) {
            return Error{std::string(game.variant().title) + " has no blocked squares", 0, cell.column};
        }
    }
    if (words.size() < 2) return Error{"the side to move is missing: expected x or o", 0, static_cast<int>(fen.size()) + 1};
    const std::string side = lower(words[1].text);
    if (side != "x" && side != "o") return Error{"expected the side to move, x or o, found " + quoted(words[1].text), 0, words[1].column};
    position.second_to_move = side == "o";
    position.own = position.second_to_move ? second : first;
    position.opp = position.second_to_move ? first : second;
    return read_counters(game, words, position);
}

std::string print_fen(const Game& game, const WidePosition& position) {
    const GameSpec& spec = game.spec();
    std::string out;
    for (int row = 0; row < spec.rows; ++row) {
        if (row > 0) out += '/';
        int empties = 0;
        const auto flush = [&] {
            if (empties > 0) out += std::to_string(empties);
            empties = 0;
        };
        for (int col = 0; col < spec.cols; ++col) {
            const int square = row * spec.cols + col;
            if (position.empty.has(square)) {
                ++empties;
                continue;
            }
            flush();
            out += position.first().has(square) ? 'x' : position.second().has(square) ? 'o' : '-';
        }
        flush();
    }
    out += position.second_to_move ? " o " : " x ";
    if (spec.family() == Family::kRaid) return out + std::to_string(position.plies);
    return out + std::to_string(position.quiet_plies) + " " + std::to_string(position.plies / 2 + 1);
}

}  // namespace foray
