// From words to a game: which variant, on which board, from which position, after which moves. The options of commands, the line protocol
// and the page's questions only fill in a GameText; what the words mean is decided here, once.
//
//   game       a variant: "wargame"
//   board      raid family: a name, random:SEED[:RxC], a size (all ones), rows "1 2/3 4", or a file where there are files; without it every
//              square is 1. Ataxx family: a size.
//   size       "6" or "5x7"
//   position   a FEN, or "startpos"
//   moves      separated by blanks
//
// Board, size and position each may say how large the board is; where two of them do, they must agree.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "foray/board/result.h"
#include "foray/notation/move_text.h"
#include "foray/notation/record.h"
#include "foray/rules/game.h"

namespace foray {

/// What the fields are called by those who filled them in, for errors.
struct GameTextNames {
    std::string game = "game";
    std::string board = "board";
    std::string size = "size";
    std::string rule = "rule";
    std::string position = "position";
    std::string moves = "moves";
};

struct GameText {
    std::string game;
    std::optional<std::string> board{};
    std::optional<std::string> size{};
    std::vector<std::string> rules{};   ///< "raid=optional"; an error in a game without raids
    std::optional<std::string> raid{};  ///< "mandatory" or "optional"; a game without raids ignores it
    std::optional<std::string> position{};
    std::string moves{};
    GameTextNames names{};
    /// The contents of a board file; nothing where boards do not come from files.
    std::function<Result<std::string>(const std::string& path)> read_file{};
};

/// A game and the moves played in it.
struct Played {
    Game game;
    Line line;
    std::array<std::string, 2> players{};  ///< of a saved game; may be empty
    std::optional<Decided> decided{};      ///< of a saved game that the rules did not end

    [[nodiscard]] const GameSpec& spec() const { return game.spec(); }
    [[nodiscard]] const WidePosition& start() const { return line.positions.front(); }
    [[nodiscard]] const WidePosition& position() const { return line.positions.back(); }
};

Result<Played> play(const GameText& text);

/// A record replayed.
Played play(const GameRecord& record);

}  // namespace foray
