// foray play: two people at one terminal.
#include <fmt/core.h>

#include <iostream>

#include "command.h"
#include "files.h"
#include "foray/notation/fen.h"
#include "foray/notation/record.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "game_options.h"
#include "screen.h"

namespace foray::cli {
namespace {

constexpr std::string_view kHelp =
    "Type a move, or one of these:\n"
    "  moves       list the legal moves\n"
    "  undo        take the last move back\n"
    "  save FILE   write the game so far (foray show --record FILE, foray play --resume FILE)\n"
    "  board       draw the board again\n"
    "  help        this text\n"
    "  quit        leave\n";

struct PlayOptions {
    LineOptions line;
    std::string resume;
};

/// The dialogue: reads a line, answers it, until the players leave.
class Dialogue {
public:
    Dialogue(Game game, Line line) : game_(std::move(game)), line_(std::move(line)) {}

    int run() {
        fmt::print("{}. Type help for the commands.\n\n", describe(game_.spec()));
        draw();
        while (!left_) {
            prompt();
            std::string input;
            if (!std::getline(std::cin, input)) {
                fmt::print("\n");
                break;
            }
            answer(input);
        }
        return kFine;
    }

private:
    [[nodiscard]] const WidePosition& position() const { return line_.positions.back(); }

    void prompt() const {
        const bool over = game_.verdict(position()).over();
        const std::string_view mover = game_.variant().players[position().second_to_move ? 1 : 0];
        fmt::print("{}> ", over ? "the game is over" : mover);
        std::fflush(stdout);
    }

    void answer(const std::string& input) {
        const std::vector<Word> words = split_words(input.ends_with('\r') ? std::string_view(input).substr(0, input.size() - 1) : input);
        if (words.empty()) return;
        const std::string first = lower(words[0].text);
        if (first == "save" && words.size() == 2) return save(std::string(words[1].text));
        if (first == "save") return fmt::print("save needs one file name: save game.json\n");
        if (words.size() > 1) return fmt::print("one move at a time, please\n");
        if (first == "quit" || first == "exit") {
            left_ = true;
        } else if (first == "undo") {
            undo();
        } else if (first == "moves") {
            list_moves();
        } else if (first == "board") {
            draw();
        } else if (first == "help") {
            fmt::print("{}", kHelp);
        } else {
            play(words[0].text);
        }
    }

    void play(std::string_view text) {
        const auto move = parse_move(game_, position(), text);
        if (!move) return fmt::print("{}\n", move.error().message());
        line_.moves.push_back(*move);
        line_.positions.push_back(game_.after(position(), *move));
        draw();
    }

    void undo() {
        if (line_.moves.empty()) return fmt::print("there is no move to take back\n");
        line_.moves.pop_back();
        line_.positions.pop_back();
        draw();
    }

    void list_moves() const {
        std::string out;
        for (const Move move : game_.legal_moves(position())) out += (out.empty() ? "" : " ") + print_move(game_.spec(), move);
        fmt::print("{}\n", out.empty() ? "none: the game is over" : out);
    }

    void save(const std::string& path) const {
        try {
            write_file(path, print_record({game_.spec(), line_.positions.front(), line_.moves}));
            fmt::print("saved to {}\n", path);
        } catch (const Failure& failure) {  // a wrong name must not end the game
            fmt::print("not saved: {}\n", failure.what());
        }
    }

    void draw() const {
        fmt::print("{}\n{}\n", draw_board(game_, position(), last_move(game_, line_), stdout_style()), draw_status(game_, position()));
    }

    Game game_;
    Line line_;
    bool left_ = false;
};

int run_play(const PlayOptions& options) {
    Played played = options.resume.empty() ? options.line.resolve() : load_played(options.resume);
    return Dialogue(std::move(played.game), std::move(played.line)).run();
}

}  // namespace

void add_play_command(CLI::App& app, Action& action) {
    add_command<PlayOptions>(
        app, action, "play", "Two people play at one terminal",
        "  foray play --board Smolensk\n"
        "  foray play --game ataxx\n"
        "  foray play --resume game.json",
        [](CLI::App& command, PlayOptions& options) {
            options.line.add_to(command);
            command.add_option("--resume", options.resume, "go on with a saved game")
                ->excludes("--game", "--board", "--size", "--rule", "--position", "--moves");
        },
        run_play);
}

}  // namespace foray::cli
