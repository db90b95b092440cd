// foray play: people and computers at one terminal.
#include <fmt/core.h>

#include <chrono>
#include <ctime>
#include <iostream>
#include <memory>
#include <thread>

#include "command.h"
#include "files.h"
#include "foray/agents/agent.h"
#include "foray/notation/fen.h"
#include "foray/notation/pgn.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "game_options.h"
#include "interrupts.h"
#include "lines.h"
#include "numbers.h"
#include "player_options.h"
#include "screen.h"
#include "words.h"

namespace foray::cli {
namespace {

constexpr std::string_view kHelp =
    "Type a move, such as c3 or raid c3, or one of these:\n"
    "  moves       list the legal moves\n"
    "  hint        what the strong engine would do\n"
    "  undo        take back the last move (and the computer's answer)\n"
    "  resign      give up\n"
    "  save FILE   write the game so far: JSON, or PGN if the name ends in .pgn\n"
    "  board       draw the board again\n"
    "  help        this text\n"
    "  quit        leave\n";

constexpr std::string_view kHuman = "human";

struct PlayOptions {
    LineOptions line;
    PlayerOptions programs;
    std::array<std::string, 2> players = {std::string(kHuman), std::string(kHuman)};
    std::string against;
    std::string adviser = "engine:nodes=200000";
    RecordOptions resume;
    std::string save;
    int delay_ms = 400;
};

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm day{};
    localtime_r(&now, &day);
    return fmt::format("{:04}-{:02}-{:02}", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
}

/// One game between two seats, each a person or a computer player (null: a person).
class Table {
public:
    Table(GameRecord record, std::array<std::unique_ptr<Agent>, 2> computers, std::unique_ptr<Agent> adviser, int delay_ms)
        : game_(record.spec),
          record_(std::move(record)),
          computers_(std::move(computers)),
          adviser_(std::move(adviser)),
          delay_ms_(delay_ms) {
        record_.notes.resize(record_.moves.size());
        positions_.push_back(record_.start);
        for (const Move move : record_.moves) positions_.push_back(game_.after(positions_.back(), move));
    }

    /// Until the game is over or somebody leaves; a signal ends it as it is.
    void run(const Interrupts& interrupts) {
        interrupts_ = &interrupts;
        draw();
        if (people()) fmt::print("Type help for the commands.\n");
        while (!left_ && !interrupts.asked()) {
            if (!over() && computers_[seat()]) {
                let_computer_move();
            } else if (!people()) {
                break;  // two computers, and the game is over
            } else if (!ask()) {
                fmt::print("\n");
                break;
            }
        }
    }

    [[nodiscard]] GameRecord record() const {
        GameRecord out = record_;
        drop_if_silent(out.notes);
        return out;
    }

private:
    [[nodiscard]] const WidePosition& position() const { return positions_.back(); }
    [[nodiscard]] std::size_t seat() const { return position().second_to_move ? 1 : 0; }
    [[nodiscard]] bool over() const { return record_.decided.has_value() || game_.verdict(position()).over(); }
    [[nodiscard]] bool people() const { return !computers_[0] || !computers_[1]; }
    [[nodiscard]] std::string_view mover() const { return game_.variant().players[seat()]; }

    void draw() const {
        // On a terminal the board stays in place; in a pipe each one follows the last.
        if (stdout_is_terminal()) fmt::print("\x1b[H\x1b[2J");
        const std::size_t plies = record_.moves.size();
        const std::optional<LastMove> last = last_move(game_, {record_.moves, positions_}, plies);
        fmt::print("{}: {} against {}\n\n", describe(game_.spec()), record_.players[0], record_.players[1]);
        fmt::print("{}\n{}", draw_board(game_, position(), last, stdout_style()), draw_status(game_, position(), stdout_style()));
        if (plies > 0) fmt::print("{}\n", last_move_text());
        if (record_.decided) fmt::print("The game is over: {}\n", decided_text());
        fmt::print("\n");
        std::fflush(stdout);  // a computer may think for long now, and who watches a pipe wants to see this
    }

    /// "Green wins by resignation".
    [[nodiscard]] std::string decided_text() const {
        const Outcome outcome = record_.decided->outcome;
        const std::string_view how = print_ending(record_.decided->ending);
        if (outcome == Outcome::kDraw) return fmt::format("a draw by {}", how);
        return fmt::format("{} wins by {}", game_.variant().players[outcome == Outcome::kFirstWins ? 0 : 1], how);
    }

    /// "Green played d4 (M1 Death Blitz), value -3 for Green (4 plies, 27,231 nodes, 0.2 ms)".
    [[nodiscard]] std::string last_move_text() const {
        const WidePosition& before = positions_[positions_.size() - 2];
        const MoveNote& note = record_.notes.back();
        std::string out = fmt::format("{} played {}", game_.variant().players[before.second_to_move ? 1 : 0],
                                      named_move(game_.spec(), record_.moves.back()));
        if (note.value) {
            const int plies = note.depth.value_or(0);
            out +=
                fmt::format(", {} ({} {}, {} nodes, {:.1f} ms)", value_text(game_.spec(), before.second_to_move, *note.value, note.exact),
                            plies, plies == 1 ? "ply" : "plies", grouped(note.nodes.value_or(0)), note.ms.value_or(0));
        }
        return out;
    }

    void make_move(Move move, const MoveNote& note) {
        record_.moves.push_back(move);
        record_.notes.push_back(note);
        positions_.push_back(game_.after(position(), move));
        draw();
    }

    [[nodiscard]] Decision decision_of(Agent& player) const {
        SearchRequest request;
        request.stop = &interrupts_->flag();
        const Choice choice = player.choose(position(), request, {});
        if (!choice) throw CommandFailure(player.name() + ": " + choice.error().detail);
        return *choice;
    }

    void let_computer_move() {
        const Decision decision = decision_of(*computers_[seat()]);
        if (interrupts_->asked()) return;  // it was thought about for too short a time to count
        if (stdout_is_terminal() && !people()) std::this_thread::sleep_for(std::chrono::milliseconds(delay_ms_));
        make_move(decision.move, note_of(decision));
    }

    /// Reads one line and answers it; false at the end of the input.
    bool ask() {
        fmt::print("{}> ", over() ? "the game is over" : mover());
        std::fflush(stdout);
        std::string input;
        if (!read_line(std::cin, input)) return false;
        if (input.ends_with('\r')) input.pop_back();
        answer(input);
        return true;
    }

    void answer(const std::string& input) {
        const std::vector<Word> words = split_words(input);
        if (words.empty()) return;
        const std::string first = lower(words[0].text);
        if (first == "save") {
            if (words.size() != 2) return fmt::print("save needs one file name: save game.json\n");
            return save(std::string(words[1].text));
        }
        if (words.size() > 1) return play(input);
        if (first == "quit" || first == "exit") {
            left_ = true;
        } else if (first == "undo") {
            undo();
        } else if (first == "moves") {
            list_moves();
        } else if (first == "hint") {
            hint();
        } else if (first == "resign") {
            resign();
        } else if (first == "board") {
            draw();
        } else if (first == "help") {
            fmt::print("{}", kHelp);
        } else {
            play(input);
        }
    }

    void play(std::string_view text) {
        if (record_.decided) return fmt::print("the game is over: no move can follow\n");
        const auto move = parse_spoken_move(game_, position(), text);
        if (!move) return fmt::print("{}\n", move.error().message());
        make_move(*move, {});
    }

    /// Back to the last position in which a person was to move.
    void undo() {
        if (record_.decided) {
            record_.decided.reset();
            return draw();
        }
        std::size_t plies = record_.moves.size();
        do {
            if (plies == 0) return fmt::print("there is no move to take back\n");
            --plies;
        } while (computers_[positions_[plies].second_to_move ? 1 : 0]);
        record_.moves.resize(plies);
        record_.notes.resize(plies);
        // What was tried beside moves that are no more would be beside others soon.
        std::erase_if(record_.variations, [&](const Variation& one) { return one.ply > plies; });
        positions_.resize(plies + 1);
        draw();
    }

    void list_moves() const {
        std::string out;
        if (!record_.decided) {
            for (const Move move : game_.legal_moves(position())) out += (out.empty() ? "" : " ") + print_move(game_.spec(), move);
        }
        fmt::print("{}\n", out.empty() ? "none: the game is over" : out);
    }

    void hint() {
        if (over()) return fmt::print("the game is over\n");
        const Decision decision = decision_of(*adviser_);
        fmt::print("{} would play {}, {}\n", adviser_->name(), named_move(game_.spec(), decision.move),
                   value_text(game_.spec(), position().second_to_move, decision.value, decision.exact));
    }

    void resign() {
        if (over()) return fmt::print("the game is over\n");
        record_.decided = Decided{position().second_to_move ? Outcome::kFirstWins : Outcome::kSecondWins, Ending::kResignation};
        draw();
    }

    void save(const std::string& path) const {
        try {
            write_file(path, path.ends_with(".pgn") ? print_pgn(record()) : print_record(record()));
            fmt::print("saved to {}\n", without_controls(path));
        } catch (const CommandFailure& failure) {  // a wrong name must not end the game
            fmt::print("not saved: {}\n", without_controls(failure.what()));
        }
    }

    Game game_;
    GameRecord record_;
    std::vector<WidePosition> positions_;
    std::array<std::unique_ptr<Agent>, 2> computers_;
    std::unique_ptr<Agent> adviser_;
    int delay_ms_;
    const Interrupts* interrupts_ = nullptr;
    bool left_ = false;
};

/// The game to play, with the seats named.
GameRecord starting_record(const PlayOptions& options) {
    if (options.resume.given()) {
        GameRecord record = options.resume.record();
        record.decided.reset();  // who resumes a game wants to go on
        return record;
    }
    const Played played = options.line.resolve();
    return {played.game.spec(), played.start(), played.line.moves};
}

int run_play(const PlayOptions& options) {
    check_output(options.save);
    std::array<std::string, 2> names = options.players;
    if (!options.against.empty()) names[names[1] == kHuman ? 1 : 0] = options.against;
    GameRecord record = starting_record(options);
    record.players = names;
    record.date = today();
    std::array<std::unique_ptr<Agent>, 2> computers;
    const PlayerEnvironment environment = options.programs.environment();
    for (const std::size_t seat : {0U, 1U}) {
        if (names[seat] == kHuman) continue;
        computers[seat] = require(make_player(record.spec, names[seat], environment), seat == 0 ? "--first" : "--second");
    }
    for (const std::string& name : names) tell_remark(record.spec, name);
    auto adviser = require(make_player(record.spec, options.adviser, environment), "--adviser");
    Table table(std::move(record), std::move(computers), std::move(adviser), options.delay_ms);
    const Interrupts interrupts(Interrupts::Reading::kEnds);
    table.run(interrupts);
    const std::string& file = options.save;
    if (!file.empty()) write_file(file, file.ends_with(".pgn") ? print_pgn(table.record()) : print_record(table.record()));
    if (!interrupts.asked()) return kFine;
    throw CommandFailure(file.empty() ? "interrupted" : "interrupted; the game so far is in " + file);
}

}  // namespace

void add_play_command(CLI::App& app, Action& action) {
    add_command<PlayOptions>(
        app, action, "play", "Play at the terminal: person against person, person against computer, or two computers to watch",
        "  foray play --board Smolensk\n"
        "  foray play --against alphabeta:4,order=static --board Westerplatte\n"
        "  foray play --game ataxx --first greedy --second toaster --save game.pgn\n"
        "  foray play --resume game.json --against greedy\n"
        "Players are human, or named as in `foray best --help`.",
        [](CLI::App& command, PlayOptions& options) {
            options.line.add_to(command);
            options.programs.add_to(command);
            command.add_option("--first", options.players[0], "who moves first")->capture_default_str();
            command.add_option("--second", options.players[1], "who moves second")->capture_default_str();
            command.add_option("--against", options.against, "a computer player for the other seat");
            command.add_option("--adviser", options.adviser, "who answers `hint`")->capture_default_str();
            options.resume.add_to(command, "--resume", "go on with a saved game (JSON or PGN)");
            command.add_option("--save", options.save, "write the game to this file at the end");
            command.add_option("--delay", options.delay_ms, "milliseconds between the moves of two computers on a terminal")
                ->check(CLI::Range(0, 60'000))
                ->capture_default_str();
        },
        run_play);
}

}  // namespace foray::cli
