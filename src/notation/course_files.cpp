#include "foray/notation/course_files.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "foray/notation/coordinates.h"
#include "foray/notation/move_text.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

constexpr unsigned kDeepest = 999;
constexpr int kSquirrelsSide = 5;
constexpr double kLongestCompetition = 1e9;

/// The largest input, 26 x 26 values above 99, has four thousand characters; what is far larger is something else, and not taken apart.
constexpr std::size_t kLargestFile = std::size_t{1} << 20;

Error too_large() { return Error{"this file is larger than 1 MiB, which no input of the course is"}; }

/// Goes through a file line by line; every complaint names line and column.
class Lines {
public:
    explicit Lines(std::string_view text) : lines_(split_lines(text)) {}

    /// The only word of the next line; `expected` says what should stand there.
    Result<Word> word(const std::string& expected) {
        const auto words = next(expected);
        if (!words) return words.error();
        if (words->size() != 1) {
            const int column = words->empty() ? 1 : (*words)[1].column;
            return Error{"expected " + expected + " alone on this line", line_, column};
        }
        return words->front();
    }

    Result<int> number(const std::string& expected, unsigned least, unsigned most) {
        const auto text = word(expected);
        if (!text) return text.error();
        const auto value = parse_number(text->text, most);
        if (!value || *value < least) return wrong(expected + " (" + std::to_string(least) + " to " + std::to_string(most) + ")", *text);
        return static_cast<int>(*value);
    }

    /// X or O; true for O.
    Result<bool> player() {
        const auto text = word("the player, X or O");
        if (!text) return text.error();
        if (text->text == "X" || text->text == "O") return text->text == "O";
        return wrong("the player, X or O", *text);
    }

    Result<std::vector<std::uint8_t>> values(int side) {
        std::vector<std::uint8_t> out;
        for (int row = 1; row <= side; ++row) {
            const std::string expected = "row " + std::to_string(row) + " of the values, " + std::to_string(side) + " numbers";
            const auto words = next(expected);
            if (!words) return words.error();
            for (const Word& text : *words) {
                const auto value = parse_number(text.text, kMaxCourseValue);
                if (!value) return wrong("a value from 0 to 255", text);
                out.push_back(static_cast<std::uint8_t>(*value));
            }
            if (static_cast<int>(words->size()) != side)
                return Error{"expected " + expected + ", found " + std::to_string(words->size()), line_, 1};
        }
        return out;
    }

    /// The board; the squares of X and O.
    Result<std::array<WideBits, 2>> cells(int side, char empty) {
        std::array<WideBits, 2> owners;
        for (int row = 0; row < side; ++row) {
            const auto text = word("row " + std::to_string(row + 1) + " of the board, " + std::to_string(side) + " squares");
            if (!text) return text.error();
            for (int col = 0; col < static_cast<int>(text->text.size()); ++col) {
                const char c = text->text[static_cast<std::size_t>(col)];
                const int column = text->column + col;
                if (col >= side) return Error{"this row has more than " + std::to_string(side) + " squares", line_, column};
                if (c == 'X' || c == 'O') {
                    owners[c == 'O' ? 1 : 0].add(row * side + col);
                } else if (c != empty) {
                    return Error{std::string("expected X, O or ") + empty + ", found " + quoted(std::string_view(&c, 1)), line_, column};
                }
            }
            if (static_cast<int>(text->text.size()) < side) {
                return Error{"this row has only " + std::to_string(text->text.size()) + " of " + std::to_string(side) + " squares", line_,
                             text->column + static_cast<int>(text->text.size())};
            }
        }
        return owners;
    }

    /// Nothing may follow.
    [[nodiscard]] Result<bool> end() const {
        if (at_ == lines_.size()) return true;
        return Error{"unexpected line after the board", static_cast<int>(at_) + 1, 1};
    }

    [[nodiscard]] Error wrong(const std::string& expected, const Word& found) const {
        return Error{"expected " + expected + ", found " + quoted(found.text), line_, found.column};
    }

private:
    Result<std::vector<Word>> next(const std::string& expected) {
        ++line_;
        if (at_ == lines_.size()) return Error{"the file ends here; expected " + expected, line_, 1};
        // Taken to words, a line of many megabytes would be many times as large; no board's has a thousandth of that.
        constexpr std::size_t kLongestLine = 65536;
        if (lines_[at_].size() > kLongestLine) return Error{"this line is too long; expected " + expected, line_, 1};
        return split_words(lines_[at_++]);
    }

    std::vector<std::string_view> lines_;
    std::size_t at_ = 0;
    int line_ = 0;
};

/// Values and board, the end of both kinds of file.
struct Board {
    GameSpec spec;
    WidePosition position;
};

Result<Board> read_board(Lines& lines, Variant variant, int side, char empty, bool second_to_move) {
    auto values = lines.values(side);
    if (!values) return values.error();
    const auto owners = lines.cells(side, empty);
    if (!owners) return owners.error();
    const auto end = lines.end();
    if (!end) return end.error();
    Board board{default_spec(variant, side, side), {}};
    board.spec.values = std::move(values).value();
    board.position.own = (*owners)[second_to_move ? 1 : 0];
    board.position.opp = (*owners)[second_to_move ? 0 : 1];
    board.position.empty = WideBits::first(side * side) - board.position.occupied();
    board.position.second_to_move = second_to_move;
    board.position.plies = static_cast<std::uint32_t>(board.position.occupied().count());
    return board;
}

Result<SquirrelsPlayer> read_player(Lines& lines, SquirrelsTask task) {
    SquirrelsPlayer player;
    const auto colour = lines.player();
    if (!colour) return colour.error();
    player.plays_second_colour = *colour;
    player.algorithm = task;
    if (task == SquirrelsTask::kBattle) {
        const auto algorithm = lines.number("the player's algorithm", 1, 3);
        if (!algorithm) return algorithm.error();
        player.algorithm = static_cast<SquirrelsTask>(*algorithm);
    }
    const auto depth = lines.number("the depth", 1, kDeepest);
    if (!depth) return depth.error();
    player.depth = *depth;
    return player;
}

std::string print_values(const GameSpec& spec) {
    std::string out;
    for (int square = 0; square < spec.squares(); ++square) {
        out += std::to_string(spec.values[static_cast<std::size_t>(square)]);
        out += (square + 1) % spec.cols == 0 ? '\n' : ' ';
    }
    return out;
}

std::string print_player(bool second) { return second ? "O\n" : "X\n"; }

}  // namespace

Result<SquirrelsInput> parse_squirrels(std::string_view text) {
    if (text.size() > kLargestFile) return too_large();
    Lines lines(without_bom(text));
    SquirrelsInput input;
    const auto task = lines.number("the task", 1, 4);
    if (!task) return task.error();
    input.task = static_cast<SquirrelsTask>(*task);
    const std::size_t players = input.task == SquirrelsTask::kBattle ? 2 : 1;
    for (std::size_t i = 0; i < players; ++i) {
        const auto player = read_player(lines, input.task);
        if (!player) return player.error();
        input.players[i] = *player;
    }
    if (players == 2 && input.players[0].plays_second_colour == input.players[1].plays_second_colour) {
        return Error{"both players have the same colour", 5, 1};
    }
    auto board = read_board(lines, Variant::kSquirrels, kSquirrelsSide, '*', input.players[0].plays_second_colour);
    if (!board) return board.error();
    input.spec = board->spec;
    input.position = board->position;
    return input;
}

std::string print_squirrels(const SquirrelsInput& input) {
    std::string out = std::to_string(static_cast<int>(input.task)) + "\n";
    const bool battle = input.task == SquirrelsTask::kBattle;
    for (std::size_t i = 0; i < (battle ? 2U : 1U); ++i) {
        const SquirrelsPlayer& player = input.players[i];
        out += print_player(player.plays_second_colour);
        if (battle) out += std::to_string(static_cast<int>(player.algorithm)) + "\n";
        out += std::to_string(player.depth) + "\n";
    }
    return out + print_values(input.spec) + print_cells(Game(input.spec), input.position, '*');
}

Result<StakeraidInput> parse_stakeraid(std::string_view text) {
    if (text.size() > kLargestFile) return too_large();
    Lines lines(without_bom(text));
    StakeraidInput input;
    const auto side = lines.number("the board's size", 1, kMaxSide);
    if (!side) return side.error();
    const auto mode = lines.word("MINIMAX, ALPHABETA or COMPETITION");
    if (!mode) return mode.error();
    if (mode->text == "MINIMAX") {
        input.mode = StakeraidMode::kMinimax;
    } else if (mode->text == "ALPHABETA") {
        input.mode = StakeraidMode::kAlphaBeta;
    } else if (mode->text == "COMPETITION") {
        input.mode = StakeraidMode::kCompetition;
    } else {
        return lines.wrong("MINIMAX, ALPHABETA or COMPETITION", *mode);
    }
    const auto second = lines.player();
    if (!second) return second.error();
    if (input.mode == StakeraidMode::kCompetition) {
        const auto left = lines.word("the seconds left");
        if (!left) return left.error();
        const auto seconds = parse_decimal(left->text);
        if (!seconds || *seconds > kLongestCompetition) return lines.wrong("the seconds left, a number", *left);
        input.seconds = *seconds;
    } else {
        const auto depth = lines.number("the depth", 1, kDeepest);
        if (!depth) return depth.error();
        input.depth = *depth;
    }
    auto board = read_board(lines, Variant::kStakeraid, *side, '.', *second);
    if (!board) return board.error();
    input.spec = board->spec;
    input.position = board->position;
    return input;
}

std::string print_stakeraid(const StakeraidInput& input) {
    std::string out = std::to_string(input.spec.rows) + "\n";
    if (input.mode == StakeraidMode::kCompetition) {
        std::array<char, 64> digits{};
        const auto [end, status] = std::to_chars(digits.data(), digits.data() + digits.size(), input.seconds);
        out += "COMPETITION\n" + print_player(input.position.second_to_move);
        out += std::string(digits.data(), status == std::errc{} ? end : digits.data()) + "\n";
    } else {
        out += input.mode == StakeraidMode::kMinimax ? "MINIMAX\n" : "ALPHABETA\n";
        out += print_player(input.position.second_to_move) + std::to_string(input.depth) + "\n";
    }
    return out + print_values(input.spec) + print_cells(Game(input.spec), input.position, '.');
}

std::string print_cells(const Game& game, const WidePosition& position, char empty) {
    std::string out;
    for (int square = 0; square < game.spec().squares(); ++square) {
        out += position.first().has(square) ? 'X' : position.second().has(square) ? 'O' : empty;
        if ((square + 1) % game.spec().cols == 0) out += '\n';
    }
    return out;
}

std::string print_stakeraid_answer(const Game& game, const WidePosition& before, Move move) {
    return upper(print_square(game.spec(), move.to)) + " " + std::string(move_name(game.spec(), move)) + "\n" +
           print_cells(game, game.after(before, move), '.');
}

}  // namespace foray
