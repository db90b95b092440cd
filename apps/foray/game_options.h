// The options that say which game, on which board, from which position: the same for every command.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "foray/notation/game_text.h"
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
    /// The board as it was asked for; empty if it was not.
    [[nodiscard]] std::string board() const { return text_.board.value_or(""); }

private:
    friend class LineOptions;
    GameText text_{.game = "wargame"};
};

/// GameOptions with --moves on top: a position reached by playing.
class LineOptions {
public:
    void add_to(CLI::App& command, const std::string& size_option = "--size");
    [[nodiscard]] Played resolve() const;

private:
    GameOptions game_;
};

/// A saved game instead of the options above, and which one of a file that holds several.
class RecordOptions {
public:
    /// Adds the option or argument `name` and --game-number. Comes after LineOptions, which it excludes.
    void add_to(CLI::App& command, const std::string& name, const std::string& about, const std::string& size_option = "--size");
    [[nodiscard]] bool given() const { return !path_.empty(); }
    /// Throws UsageError that names the file.
    [[nodiscard]] GameRecord record() const;
    [[nodiscard]] Played load() const { return play(record()); }

private:
    std::string path_;
    std::optional<int> number_;
};

}  // namespace foray::cli
