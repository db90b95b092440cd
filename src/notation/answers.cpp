#include "foray/notation/answers.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "foray/notation/course_files.h"
#include "foray/notation/move_text.h"
#include "foray/notation/text.h"

namespace foray {

std::string print_contest_request(const Game& game, const WidePosition& position) {
    const GameSpec& spec = game.spec();
    std::string out = "move\n" + std::to_string(position.plies / 2 + 1) + "\n" + std::to_string(spec.rows) + "\n";
    for (int row = 0; row < spec.rows; ++row) {
        for (int col = 0; col < spec.cols; ++col) {
            const int square = row * spec.cols + col;
            out += position.own.has(square) ? "1:" : position.opp.has(square) ? "2:" : "0:";
        }
        out += '\n';
    }
    return out;
}

Result<Move> parse_contest_answer(const Game& game, const WidePosition& position, std::string_view text) {
    const auto lines = split_lines(text);
    std::string_view line = lines.empty() ? "" : lines[0];
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    if (line.empty() || lower(line) == "pass") {
        if (game.is_legal(position, Move::pass())) return Move::pass();
        return Error{"passes although there is a legal move", 1, 1};
    }
    std::array<int, 4> numbers{};
    std::size_t at = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::size_t end = std::min(line.find(':', at), line.size());
        const auto number = at <= line.size() ? parse_number(line.substr(at, end - at), static_cast<unsigned>(kMaxSide)) : std::nullopt;
        const int side = i % 2 == 0 ? game.spec().cols : game.spec().rows;
        if (!number || static_cast<int>(*number) >= side) {
            return Error{"expected x1:y1:x2:y2: on this board or pass, found " + quoted(line), 1,
                         static_cast<int>(std::min(at, line.size())) + 1};
        }
        numbers[i] = static_cast<int>(*number);
        at = end + 1;
    }
    if (at < line.size()) return Error{"more than four numbers: " + quoted(line), 1, static_cast<int>(at) + 1};
    const int from = numbers[1] * game.spec().cols + numbers[0];
    const int to = numbers[3] * game.spec().cols + numbers[2];
    if (!position.own.has(from)) return Error{quoted(line) + " moves a piece that is not its own", 1, 1};
    const bool clone = std::abs(numbers[0] - numbers[2]) <= 1 && std::abs(numbers[1] - numbers[3]) <= 1;
    const Move move = clone ? Move::place(to) : Move::jump(from, to);
    if (!game.is_legal(position, move)) return Error{quoted(line) + " is no legal move", 1, 1};
    return move;
}

Result<Move> parse_squirrels_answer(const Game& game, const WidePosition& position, std::string_view text) {
    const auto lines = split_lines(text);
    std::string rows;
    for (std::string_view line : lines) {
        while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
        rows += std::string(line) + "\n";
    }
    if (lines.size() != static_cast<std::size_t>(game.spec().rows)) {
        return Error{"expected " + std::to_string(game.spec().rows) + " rows, found " + std::to_string(lines.size()), 1, 1};
    }
    for (const Move move : game.legal_moves(position)) {
        if (print_cells(game, game.after(position, move), '*') == rows) return move;
    }
    return Error{"no legal move leads to this board: " + quoted(rows), 1, 1};
}

Result<Move> parse_stakeraid_answer(const Game& game, const WidePosition& position, std::string_view text) {
    const auto lines = split_lines(text);
    const auto words = lines.empty() ? std::vector<Word>{} : split_words(lines[0]);
    const std::string kind = words.size() == 2 ? lower(words[1].text) : "";
    if ((kind != "stake" && kind != "raid") || words[0].text.front() == '[') {
        return Error{"expected a move such as 'F6 Stake' or 'F6 Raid'" + (lines.empty() ? "" : ", found " + quoted(lines[0])), 1, 1};
    }
    const auto move = parse_move(game, position, std::string(words[0].text) + (kind == "raid" ? "*" : ""));
    if (!move) return Error{quoted(lines[0]) + ": " + move.error().what, 1, 1};
    return *move;
}

}  // namespace foray
