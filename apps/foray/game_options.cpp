#include "game_options.h"

#include <utility>

#include "command.h"
#include "files.h"
#include "foray/files/files.h"
#include "foray/notation/game_file.h"
#include "foray/notation/spec_text.h"

namespace foray::cli {

void GameOptions::add_to(CLI::App& command, const std::string& size_option) {
    text_.names = {"--game", "--board", size_option, "--rule", "--position", "--moves"};
    text_.read_file = [](const std::string& path) { return files::read_whole(path); };
    command.add_option("--game", text_.game, print_variants(" or "))->capture_default_str();
    command.add_option("--board", text_.board,
                       "square values: a name (see foray boards), random:SEED[:RxC], rows such as \"1 2/3 4\", or a file; without it every "
                       "square is 1");
    command.add_option(size_option, text_.size, "rows and columns, such as 5 or 5x7");
    command.add_option("--rule", text_.rules, "raid=mandatory or raid=optional (raid family)");
    command.add_option("--position", text_.position, "a FEN to start from instead of the game's own start");
}

Setup GameOptions::resolve() const {
    Played played = require(play(text_));
    WidePosition position = played.position();
    return {std::move(played.game), position};
}

void LineOptions::add_to(CLI::App& command, const std::string& size_option) {
    game_.add_to(command, size_option);
    command.add_option("--moves", game_.text_.moves, "moves to play first, such as \"c3 d4\"");
}

Played LineOptions::resolve() const { return require(play(game_.text_)); }

void RecordOptions::add_to(CLI::App& command, const std::string& name, const std::string& about, const std::string& size_option) {
    CLI::Option* const path =
        command.add_option(name, path_, about)->excludes("--game", "--board", size_option, "--rule", "--position", "--moves");
    command.add_option("--game-number", number_, "which one of the file's games, from 1")->needs(path);
}

GameRecord RecordOptions::record() const {
    auto games = require(parse_games(read_file(path_)), path_);
    return require(choose_game(std::move(games), number_, "--game-number"), path_);
}

}  // namespace foray::cli
