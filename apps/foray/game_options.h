// The options that say which game, on which board, from which position: the same for every command.
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "foray/notation/board_text.h"
#include "foray/notation/move_text.h"
#include "foray/notation/record.h"
#include "foray/render/terminal.h"
#include "foray/rules/game.h"

namespace foray::cli {

/// A game with the position that the options describe.
struct Setup {
    Game game;
    WidePosition position;
};

class GameOptions {
public:
    /// Adds --game, --board, --size, --rule, --position. Where --size means something else, `size_option` takes its place.
    void add_to(CLI::App& command, const std::string& size_option = "--size");
    /// Throws UsageError that names the option at fault.
    [[nodiscard]] Setup resolve() const;

private:
    [[nodiscard]] GameSpec resolve_spec() const;

    std::string size_option_;
    std::string game_ = "wargame";
    std::optional<std::string> board_;
    std::optional<std::string> size_;
    std::vector<std::string> rules_;
    std::optional<std::string> position_;
};

/// A game and the moves played in it.
struct Played {
    Game game;
    Line line;
    std::array<std::string, 2> names{};  ///< of a saved game; may be empty
    std::optional<Decided> decided{};    ///< of a saved game that the rules did not end
    [[nodiscard]] const WidePosition& position() const { return line.positions.back(); }
};

/// GameOptions with --moves on top: a position reached by playing.
class LineOptions {
public:
    void add_to(CLI::App& command, const std::string& size_option = "--size");
    [[nodiscard]] Played resolve() const;

private:
    GameOptions game_;
    std::string moves_;
};

/// A saved game. Throws UsageError that names the file.
Played load_played(const std::string& record_path);

/// The last move of a line, for drawing.
std::optional<LastMove> last_move(const Game& game, const Line& line);

}  // namespace foray::cli
