// foray contest-host: the other side of the Ataxx Reloaded contest. Two programs play; each is started anew for every request.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "checks.h"
#include "contest_host.h"
#include "files.h"
#include "foray/board/version.h"
#include "foray/notation/answers.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/record.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "foray/process/run.h"
#include "game_options.h"
#include "interrupts.h"
#include "program_view.h"
#include "shell_words.h"

namespace foray::cli {
namespace {

using Json = nlohmann::ordered_json;

struct HostOptions {
    std::vector<std::string> players;
    std::string game = "reloaded";
    std::string size = "7";
    int turns = 100;
    double seconds = 5;
    std::string record;
    bool no_sandbox = false;
    std::vector<std::string> visible;
};

/// A program of the contest: its name, and the time it has used.
struct Contestant {
    std::string command;
    process::Program program{};  ///< the command as it is started
    std::string name{};
    double ms = 0;
    double longest_ms = 0;
    int forfeited = 0;
};

struct Answer {
    std::string text{};
    std::string problem{};
    double ms = 0;
    bool no_program = false;   ///< the shell found nothing to run
    bool interrupted = false;  ///< a signal came first: this is no answer
};

Answer ask(const Contestant& who, const std::string& request, double seconds) {
    process::RunSpec spec;
    spec.program = who.program;
    spec.seconds = seconds;
    spec.input = request;
    spec.most_output = 4096;
    spec.stop = &interrupt_flag();
    const auto run = process::run_once(spec);
    if (!run) throw CommandFailure(who.command + ": " + run.error().message());
    Answer answer{run->out, "", run->ms, false, run->end == process::RunResult::End::kStopped};
    answer.no_program = run->end == process::RunResult::End::kExit && (run->code == 126 || run->code == 127);
    answer.problem = process::broken_limit(*run, spec).value_or("");
    if (run->end == process::RunResult::End::kTimeLimit) answer.problem = fmt::format("no answer within {:g} s", seconds);
    if (run->end == process::RunResult::End::kSignal || (run->end == process::RunResult::End::kExit && run->code != 0)) {
        answer.problem = fmt::format("ended with {} {}", run->end == process::RunResult::End::kSignal ? "signal" : "exit code", run->code);
    }
    return answer;
}

/// How a command is started: in a folder of its own, contained unless that is not wanted.
process::Program program_of(const std::string& command, const HostOptions& options, const std::string& folder) {
    namespace fs = std::filesystem;
    process::Program program;
    program.argv = {"/bin/sh", "-c", command};
    if (options.no_sandbox) return program;
    if (const auto problem = process::refuse_without_cage()) throw UsageError(problem->message());
    const std::string start = fs::current_path().string();
    program.argv.back() = resolve_words(command, start, {});
    program.folder = folder;
    program.containment = process::Containment::kCage;
    program.environment = {"FORAY_START=" + start};
    ProgramView view;
    for (const std::string& path : options.visible) {
        view.readable.push_back(fs::absolute(existing(path, "--visible")).lexically_normal().string());
    }
    program.readable = view_of(program.argv.back(), start, std::move(view)).readable;
    program.limits = {.memory_bytes = std::uint64_t{8} << 30, .file_bytes = std::uint64_t{256} << 20, .open_files = 256, .processes = 128};
    return program;
}

/// The turn goes to the other side, and nothing changes on the board.
WidePosition forfeited(WidePosition position) {
    std::swap(position.own, position.opp);
    position.second_to_move = !position.second_to_move;
    ++position.plies;
    return position;
}

/// One move of the side to move; what became of it goes to the record. Nothing if a signal came first.
std::optional<WidePosition> play_move(const Game& game, const WidePosition& position, Contestant& who, const HostOptions& options,
                                      Json& moves) {
    const int round = static_cast<int>(position.plies) / 2 + 1;
    Answer answer = ask(who, print_contest_request(game, position), options.seconds);
    if (answer.interrupted) return std::nullopt;
    who.ms += answer.ms;
    who.longest_ms = std::max(who.longest_ms, answer.ms);
    Json entry{{"round", round}, {"player", position.second_to_move ? 2 : 1}, {"ms", answer.ms}};
    Result<Move> move = Error{answer.problem};
    if (answer.problem.empty()) move = parse_contest_answer(game, position, answer.text);
    if (move) {
        entry["move"] = print_move(game.spec(), *move);
    } else {
        ++who.forfeited;
        entry["forfeited"] = move.error().what;
        entry["answer"] = answer.text.substr(0, 80);
        fmt::print("round {}: {} forfeits the turn: {}\n", round, who.name, move.error().what);
        std::fflush(stdout);
    }
    moves.push_back(entry);
    return move ? game.after(position, *move) : forfeited(position);
}

void print_result(const Game& game, const WidePosition& position, const std::vector<Contestant>& players) {
    const Scores scores = game.scores(position);
    for (const Contestant& who : players) {
        fmt::print("{}: {} pieces, {:.0f} ms, longest move {:.0f} ms, {} turns forfeited\n", who.name,
                   &who == &players[0] ? scores.first : scores.second, who.ms, who.longest_ms, who.forfeited);
    }
    if (scores.first == scores.second) {
        fmt::print("a draw, {} : {}\n", scores.first, scores.second);
    } else {
        fmt::print("{} wins {} : {}\n", players[scores.first > scores.second ? 0 : 1].name, scores.first, scores.second);
    }
}

/// The game so far, and where it comes from.
void write_record(const Game& game, const WidePosition& position, const std::vector<Contestant>& players, const HostOptions& options,
                  const Json& moves, bool finished) {
    Json record{{"contest", "Ataxx Reloaded"}, {"program", program_name()},       {"game", options.game},     {"size", game.spec().rows},
                {"turns", options.turns},      {"time_limit_s", options.seconds}, {"players", Json::array()}, {"moves", moves}};
    for (const Contestant& who : players) {
        record["players"].push_back(
            {{"name", who.name}, {"command", who.command}, {"ms", who.ms}, {"longest_ms", who.longest_ms}, {"forfeited", who.forfeited}});
    }
    const Scores scores = game.scores(position);
    record["finished"] = finished;
    record["final"] = print_fen(game, position);
    record["scores"] = {scores.first, scores.second};
    write_file(options.record, record.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

/// Asks the programs for their names; one that is not there is said at once.
void identify(std::vector<Contestant>& players, const HostOptions& options, std::vector<process::ScratchFolder>& folders) {
    for (Contestant& who : players) {
        auto folder = process::ScratchFolder::make("foray-contest");
        if (!folder) throw CommandFailure(folder.error().message());
        who.program = program_of(who.command, options, folders.emplace_back(std::move(*folder)).path());
        const Answer answer = ask(who, "identify\n", options.seconds);
        if (answer.interrupted) throw CommandFailure("interrupted before the game began");
        if (answer.no_program) throw UsageError("--players: " + foray::quoted(who.command) + " cannot be run: it " + answer.problem);
        constexpr std::size_t kLongestName = 80;
        const auto lines = split_lines(answer.text);
        who.name = without_controls((lines.empty() ? std::string_view(who.command) : lines.front()).substr(0, kLongestName));
    }
    if (players[0].name == players[1].name) {
        players[0].name += " (1)";
        players[1].name += " (2)";
    }
}

int run_host(const HostOptions& options) {
    if (options.game != "reloaded") throw UsageError("--game: the contest plays reloaded");
    const BoardSize size = require(parse_size(options.size), "--size");
    (void)require(check_size(Variant::kReloaded, size), "--size");
    if (size.rows != size.cols) throw UsageError("--size: the contest's protocol has square boards only");
    const Game game(default_spec(Variant::kReloaded, size.rows, size.cols));
    check_output(options.record);
    for (const std::string& player : options.players) {
        if (split_words(player).empty()) throw UsageError("--players: expected a command line such as \"python3 mine.py\"");
    }
    const Interrupts interrupts;
    std::vector<Contestant> players{{options.players[0]}, {options.players[1]}};
    std::vector<process::ScratchFolder> folders;
    identify(players, options, folders);
    // A game may take a quarter of an hour: the record holds it but for its last second.
    constexpr std::chrono::seconds kKeepEvery(1);
    auto kept = std::chrono::steady_clock::now();
    Json moves = Json::array();
    WidePosition position = game.start();
    const auto is_over = [&] { return game.verdict(position).over() || static_cast<int>(position.plies) >= 2 * options.turns; };
    while (!is_over()) {
        const auto next = play_move(game, position, players[position.second_to_move ? 1 : 0], options, moves);
        if (!next) break;
        position = *next;
        const auto now = std::chrono::steady_clock::now();
        if (options.record.empty() || now - kept < kKeepEvery) continue;
        write_record(game, position, players, options, moves, false);
        kept = now;
    }
    const bool finished = is_over();
    if (finished) print_result(game, position, players);
    if (!options.record.empty()) write_record(game, position, players, options, moves, finished);
    if (!finished) throw CommandFailure(fmt::format("interrupted after {} moves", moves.size()));
    return kFine;
}

}  // namespace

void add_contest_host_command(CLI::App& app, Action& action) {
    add_command<HostOptions>(
        app, action, "contest-host", "Let two programs play the Ataxx Reloaded contest: identify and move, one process a request",
        "  foray contest-host --players \"foray contest\" \"foray contest --agent greedy\" --moves 100 --record game.json\n"
        "  foray contest-host --players ./mine \"python3 yours.py\" --size 8 --time-limit 3\n"
        "An answer that is no legal move forfeits the turn: nothing changes on the board, and the other side moves.",
        [](CLI::App& command, HostOptions& options) {
            command.add_option("--players", options.players, "the commands of the two programs, the first moves first")
                ->required()
                ->expected(2);
            command.add_option("--game", options.game, "reloaded")->capture_default_str();
            command.add_option("--size", options.size, "rows and columns, such as 7 or 7x7")->capture_default_str();
            command
                .add_option("--turns,--moves", options.turns,
                            "turns of both players after which the pieces are counted; the contest's rules speak of moves")
                ->check(CLI::Range(1, 100))
                ->capture_default_str();
            command.add_option("--time-limit", options.seconds, "seconds for each answer")
                ->check(decimal(0.1, 3600))
                ->capture_default_str();
            command.add_option("--record", options.record, "write the game to this file");
            command.add_flag("--no-sandbox", options.no_sandbox,
                             "let the programs do what you may; without it they have no network, and see of your files only the folders of "
                             "those that their commands name");
            command.add_option("--visible", options.visible, "a file or folder that contained programs may read (repeatable)");
        },
        run_host);
}

}  // namespace foray::cli
