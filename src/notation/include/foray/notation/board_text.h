// Boards of square values: the ten named ones, random ones, and board files.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "foray/board/result.h"
#include "foray/notation/spec_text.h"

namespace foray {

struct ValueBoard {
    int rows = 0;
    int cols = 0;
    std::vector<std::uint8_t> values;  ///< row-major
    friend bool operator==(const ValueBoard&, const ValueBoard&) = default;
};

struct NamedBoard {
    std::string_view name;
    int side;
    std::string_view remark;
    std::span<const std::uint8_t> values;
    [[nodiscard]] ValueBoard board() const { return {side, side, {values.begin(), values.end()}}; }
};

/// The five 6x6 boards of the 2015 report and the five 5x5 boards of fall 2012.
std::span<const NamedBoard> named_boards();
/// By name, in any case; null if there is none.
const NamedBoard* find_board(std::string_view name);

/// Rows of integers 1..99 separated by spaces or tabs; LF or CRLF; the final newline is optional.
Result<ValueBoard> parse_board(std::string_view text);
std::string print_board(const ValueBoard& board);

/// A board in one line, where there are no files: a name, random:SEED[:RxC], a size such as 5x7 (all ones), or rows: "1 2/3 4". `fallback`
/// is the size of a random board that names none.
Result<ValueBoard> parse_board_line(std::string_view text, BoardSize fallback);

/// Values 1..99, the same on every machine.
ValueBoard random_board(std::uint64_t seed, BoardSize size);

/// What `--board` may say: a name, `random:SEED[:RxC]`, or the path of a board file.
struct RandomBoard {
    std::uint64_t seed;
    std::optional<BoardSize> size;
    friend bool operator==(const RandomBoard&, const RandomBoard&) = default;
};
struct BoardFile {
    std::string path;
    friend bool operator==(const BoardFile&, const BoardFile&) = default;
};
using BoardSource = std::variant<const NamedBoard*, RandomBoard, BoardFile>;
Result<BoardSource> parse_board_source(std::string_view text);

}  // namespace foray
