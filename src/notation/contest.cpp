#include "foray/notation/contest.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "foray/notation/text.h"

namespace foray {
namespace {

constexpr unsigned kMostRounds = 1'000'000;

/// A request for the largest board has 1,400 characters; what is far larger is something else, and not taken apart.
constexpr std::size_t kLargestRequest = std::size_t{1} << 20;

/// A line that holds one number.
Result<unsigned> number_line(const std::vector<std::string_view>& lines, std::size_t index, unsigned least, unsigned most,
                             const std::string& meaning) {
    const int line = static_cast<int>(index) + 1;
    const std::string expected = "expected " + meaning + " (" + std::to_string(least) + " to " + std::to_string(most) + ")";
    if (index >= lines.size()) return Error{"the request ends here; " + expected, line, 1};
    const auto words = split_words(lines[index]);
    const auto number = words.size() == 1 ? parse_number(words[0].text, most) : std::nullopt;
    if (!number || *number < least) return Error{expected + ", found " + quoted(lines[index]), line, 1};
    return *number;
}

/// "0:1:2:" into the sets of one row; the final colon may be missing.
Result<bool> read_row(std::string_view text, int line, int row, int side, WidePosition& position) {
    int col = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const int column = static_cast<int>(i) + 1;
        if (i % 2 == 1) {
            if (c != ':') return Error{"expected ':', found " + quoted(text.substr(i, 1)), line, column};
            continue;
        }
        if (col == side) return Error{"this row has more than " + std::to_string(side) + " squares", line, column};
        const int square = row * side + col++;
        if (c == '0') {
            position.empty.add(square);
        } else if (c == '1') {
            position.own.add(square);
        } else if (c == '2') {
            position.opp.add(square);
        } else {
            return Error{"expected 0, 1 or 2, found " + quoted(text.substr(i, 1)), line, column};
        }
    }
    if (col < side) {
        return Error{"this row has only " + std::to_string(col) + " of " + std::to_string(side) + " squares", line,
                     static_cast<int>(text.size()) + 1};
    }
    return true;
}

}  // namespace

Result<ContestRequest> parse_contest(std::string_view text) {
    if (text.size() > kLargestRequest) return Error{"this request is larger than 1 MiB"};
    const auto lines = split_lines(without_bom(text));
    const auto words = lines.empty() ? std::vector<Word>{} : split_words(lines[0]);
    const std::string command = words.size() == 1 ? lower(words[0].text) : "";
    if (command == "identify") return ContestRequest{ContestIdentify{}};
    if (command != "move") return Error{"expected identify or move" + (lines.empty() ? "" : ", found " + quoted(lines[0])), 1, 1};
    const auto round = number_line(lines, 1, 0, kMostRounds, "the round number");
    if (!round) return round.error();
    const auto least_side = static_cast<unsigned>(info(Variant::kReloaded).least_side);
    const auto size = number_line(lines, 2, least_side, kMaxSide, "the board's size");
    if (!size) return size.error();
    const int side = static_cast<int>(*size);
    ContestMove request{default_spec(Variant::kReloaded, side, side), {}};
    for (int row = 0; row < side; ++row) {
        const std::size_t index = static_cast<std::size_t>(row) + 3;
        const int line = static_cast<int>(index) + 1;
        if (index >= lines.size())
            return Error{"the request ends here; expected row " + std::to_string(row + 1) + " of the board", line, 1};
        std::string_view content = lines[index];
        while (!content.empty() && is_blank(content.back())) content.remove_suffix(1);
        const auto read = read_row(content, line, row, side, request.position);
        if (!read) return read.error();
    }
    request.position.plies = *round == 0 ? 0 : 2 * (*round - 1);
    return ContestRequest{request};
}

std::string print_contest_move(const Game& game, const WidePosition& position, Move move) {
    if (move.is_pass()) return "pass\n";
    int source = move.from;
    if (move.is_place()) source = (game.geometry().king_closure(WideBits::single(move.to)) & position.own).lowest();
    const auto& geometry = game.geometry();
    std::string out;
    for (const int number : {geometry.col(source), geometry.row(source), geometry.col(move.to), geometry.row(move.to)}) {
        out += std::to_string(number) + ":";
    }
    return out + "\n";
}

}  // namespace foray
