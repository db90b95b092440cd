#include "foray/notation/board_text.h"

#include <algorithm>
#include <limits>

#include "foray/board/random.h"
#include "foray/notation/board_hint.h"
#include "foray/notation/nearest_word.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

using Value = std::uint8_t;

constexpr Value kKeren[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,  //
                            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
constexpr Value kNarvik[] = {99, 1,  99, 1,  99, 1,   //
                             1,  99, 1,  99, 1,  99,  //
                             99, 1,  99, 1,  99, 1,   //
                             1,  99, 1,  99, 1,  99,  //
                             99, 1,  99, 1,  99, 1,   //
                             1,  99, 1,  99, 1,  99};
constexpr Value kSevastopol[] = {1,  1,  1,  1,  1,  1,   //
                                 2,  2,  2,  2,  2,  2,   //
                                 4,  4,  4,  4,  4,  4,   //
                                 8,  8,  8,  8,  8,  8,   //
                                 16, 16, 16, 16, 16, 16,  //
                                 32, 32, 32, 32, 32, 32};
constexpr Value kSmolensk[] = {66, 76, 28, 66, 11, 9,   //
                               31, 39, 50, 8,  33, 14,  //
                               80, 76, 39, 59, 2,  48,  //
                               50, 73, 43, 3,  13, 3,   //
                               99, 45, 72, 87, 49, 4,   //
                               80, 63, 92, 28, 61, 53};
constexpr Value kWesterplatte[] = {1, 1, 1, 1, 1, 1,  //
                                   1, 3, 4, 4, 3, 1,  //
                                   1, 4, 2, 2, 4, 1,  //
                                   1, 4, 2, 2, 4, 1,  //
                                   1, 3, 4, 4, 3, 1,  //
                                   1, 1, 1, 1, 1, 1};
constexpr Value kKalamazoo[] = {1, 1, 1, 1, 1,  //
                                1, 2, 2, 2, 1,  //
                                1, 2, 3, 2, 1,  //
                                1, 2, 2, 2, 1,  //
                                1, 1, 1, 1, 1};
constexpr Value kPeoria[] = {99, 1,  99, 1,  99,  //
                             1,  99, 1,  99, 1,   //
                             99, 1,  99, 1,  99,  //
                             1,  99, 1,  99, 1,   //
                             99, 1,  99, 1,  99};
constexpr Value kPiqua[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
constexpr Value kPunxsutawney[] = {10, 5, 2, 1, 1,  //
                                   10, 5, 2, 1, 1,  //
                                   10, 5, 2, 1, 1,  //
                                   10, 5, 2, 1, 1,  //
                                   10, 5, 2, 1, 1};
constexpr Value kWallawalla[] = {1,  10, 1, 1, 2,   //
                                 10, 1,  2, 5, 10,  //
                                 5,  1,  1, 3, 7,   //
                                 2,  1,  1, 1, 3,   //
                                 1,  2,  2, 1, 2};

constexpr NamedBoard kBoards[] = {
    {"Keren", 6, "every square 1", kKeren},
    {"Narvik", 6, "99 and 1 in a checkerboard", kNarvik},
    {"Sevastopol", 6, "rows double from 1 to 32", kSevastopol},
    {"Smolensk", 6, "mixed, 2 to 99", kSmolensk},
    {"Westerplatte", 6, "a ring around the centre", kWesterplatte},
    {"Kalamazoo", 5, "a pyramid", kKalamazoo},
    {"Peoria", 5, "99 and 1 in a checkerboard", kPeoria},
    {"Piqua", 5, "every square 1", kPiqua},
    {"Punxsutawney", 5, "columns fall from 10 to 1", kPunxsutawney},
    {"Wallawalla", 5, "a few rich squares", kWallawalla},
};

Result<RandomBoard> parse_random(std::string_view rest) {
    const std::size_t colon = rest.find(':');
    const std::string_view digits = rest.substr(0, colon);
    RandomBoard board{0, std::nullopt};
    bool fits = !digits.empty();
    for (const char c : digits) {
        const auto digit = static_cast<std::uint64_t>(c - '0');
        fits = fits && is_digit(c) && board.seed <= (std::numeric_limits<std::uint64_t>::max() - digit) / 10;
        if (!fits) break;
        board.seed = board.seed * 10 + digit;
    }
    if (!fits) return Error{"the seed " + quoted(digits) + " of random:SEED[:RxC] is not a whole number"};
    if (colon != std::string_view::npos) {
        const auto size = parse_size(rest.substr(colon + 1));
        if (!size) return size.error();
        board.size = *size;
    }
    return board;
}

}  // namespace

std::span<const NamedBoard> named_boards() { return kBoards; }

const NamedBoard* find_board(std::string_view name) {
    for (const NamedBoard& board : kBoards) {
        if (lower(board.name) == lower(name)) return &board;
    }
    return nullptr;
}

Result<ValueBoard> parse_board(std::string_view text) {
    constexpr std::size_t kLongest = std::size_t{1} << 16;
    if (text.size() > kLongest) return Error{"too long for a board"};
    text = without_bom(text);
    ValueBoard board;
    int line_number = 0;
    for (const std::string_view line : split_lines(text)) {
        ++line_number;
        const std::vector<Word> words = split_words(line);
        const int last_column = static_cast<int>(line.size()) + 1;
        if (words.empty()) return Error{"an empty line inside the board", line_number, 1};
        if (board.rows == kMaxSide) return Error{"more than 26 rows", line_number, 1};
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (i == kMaxSide) return Error{"more than 26 columns", line_number, words[i].column};
            const auto value = parse_number(words[i].text, kMaxValue);
            if (!value || *value < kMinValue) {
                return Error{"expected a value from 1 to 99, found " + quoted(words[i].text), line_number, words[i].column};
            }
            board.values.push_back(static_cast<Value>(*value));
        }
        const int found = static_cast<int>(words.size());
        if (board.rows == 0) board.cols = found;
        if (found != board.cols) {
            return Error{"this row has " + std::to_string(found) + " values, the first one " + std::to_string(board.cols), line_number,
                         found > board.cols ? words[static_cast<std::size_t>(board.cols)].column : last_column};
        }
        ++board.rows;
    }
    if (board.rows == 0) return Error{"the board is empty", 1, 1};
    return board;
}

Result<ValueBoard> parse_board_line(std::string_view text, BoardSize fallback) {
    if (text.find('/') != std::string_view::npos || text.find(' ') != std::string_view::npos) {
        std::string rows(text);
        std::replace(rows.begin(), rows.end(), '/', '\n');
        return parse_board(rows);
    }
    if (const auto size = parse_size(text)) {
        return ValueBoard{size->rows, size->cols, std::vector<Value>(static_cast<std::size_t>(size->rows * size->cols), 1)};
    }
    const auto source = parse_board_source(text);
    if (!source) return source.error();
    if (const auto* named = std::get_if<const NamedBoard*>(&*source)) return (*named)->board();
    if (const auto* random = std::get_if<RandomBoard>(&*source)) return random_board(random->seed, random->size.value_or(fallback));
    return Error{unknown_board(text)};
}

std::string unknown_board(std::string_view name) {
    std::string typed = lower(name);
    typed = typed.substr(typed.find_last_of('/') + 1);
    typed = typed.substr(0, typed.find('.'));
    std::string list;
    std::vector<std::string_view> names;
    for (const NamedBoard& board : named_boards()) {
        list += (list.empty() ? "" : ", ") + std::string(board.name);
        names.emplace_back(board.name);
    }
    return "no board is called " + quoted(name) + did_you_mean(typed, names) + " (the boards are " + list + ")";
}

std::string print_board(const ValueBoard& board) {
    std::string out;
    for (std::size_t i = 0; i < board.values.size(); ++i) {
        out += std::to_string(board.values[i]);
        out += (i + 1) % static_cast<std::size_t>(board.cols) == 0 ? '\n' : ' ';
    }
    return out;
}

ValueBoard random_board(std::uint64_t seed, BoardSize size) {
    ValueBoard board{size.rows, size.cols, {}};
    constexpr std::uint64_t kRange = kMaxValue - kMinValue + 1;
    for (int i = 0; i < size.rows * size.cols; ++i) {
        const std::uint64_t draw = splitmix64(seed) >> 32;
        board.values.push_back(static_cast<Value>(kMinValue + ((draw * kRange) >> 32)));
    }
    return board;
}

Result<BoardSource> parse_board_source(std::string_view text) {
    constexpr std::string_view kRandom = "random:";
    if (text.empty()) return Error{"an empty name; expected a named board, random:SEED[:RxC] or a file"};
    if (lower(text.substr(0, kRandom.size())) == kRandom) {
        const auto random = parse_random(text.substr(kRandom.size()));
        if (!random) return random.error();
        return BoardSource{*random};
    }
    if (const NamedBoard* named = find_board(text)) return BoardSource{named};
    return BoardSource{BoardFile{std::string(text)}};
}

}  // namespace foray
