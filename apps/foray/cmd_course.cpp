// foray squirrels, foray stakeraid: the reference programs of two USC assignments.
#include <fmt/core.h>

#include <filesystem>
#include <fstream>

#include "command.h"
#include "files.h"
#include "foray/courses/grading.h"
#include "foray/engine/engine.h"

namespace foray::cli {
namespace {

const std::string kFullBoard = "the board is full, there is no move";

struct SquirrelsOptions {
    std::string input = "input.txt";
    std::string folder = ".";
};

struct StakeraidOptions {
    std::string input = "input.txt";
    std::string output = "output.txt";
};

int run_squirrels(const SquirrelsOptions& options) {
    const SquirrelsInput input = require(parse_squirrels(read_file(options.input)), options.input);
    if (!has_move(input)) throw UsageError(options.input + ": " + kFullBoard);
    std::error_code failed;
    std::filesystem::create_directories(options.folder, failed);
    if (failed) throw UsageError("--out: " + options.folder + ": " + failed.message());
    const std::string log_path = options.folder + "/traverse_log.txt";
    std::ofstream log;
    if (has_traverse_log(input)) {
        log.open(log_path, std::ios::binary);
        if (!log) throw Failure(log_path + ": cannot be written");
    }
    const SquirrelsAnswer answer = answer_squirrels(input, [&](const std::string& text) { log << text; });
    if (log.is_open()) {
        log.close();
        if (!log) throw Failure(log_path + ": cannot be written");
    }
    if (answer.next_state) write_file(options.folder + "/next_state.txt", *answer.next_state);
    if (answer.trace_state) write_file(options.folder + "/trace_state.txt", *answer.trace_state);
    return kFine;
}

/// A safe share of the time left: enough for all our moves still to come, and two more.
double competition_budget_ms(const StakeraidInput& input) {
    const int moves_left = (input.position.empty.count() + 1) / 2;
    return 1000 * input.seconds / (moves_left + 2);
}

std::optional<std::string> answer(const StakeraidInput& input) {
    if (input.mode != StakeraidMode::kCompetition) return answer_stakeraid(input);
    const Game game(input.spec);
    if (game.verdict(input.position).over()) return std::nullopt;
    Engine engine(input.spec);
    const SearchResult result = engine.search(input.position, {.ms = competition_budget_ms(input)});
    return print_stakeraid_answer(game, input.position, result.move());
}

int run_stakeraid(const StakeraidOptions& options) {
    const StakeraidInput input = require(parse_stakeraid(read_file(options.input)), options.input);
    const auto text = answer(input);
    if (!text) throw UsageError(options.input + ": " + kFullBoard);
    write_file(options.output, *text);
    return kFine;
}

}  // namespace

void add_course_commands(CLI::App& app, Action& action) {
    add_command<SquirrelsOptions>(
        app, action, "squirrels", "Answer an input file of the Squirrels assignment (greedy, minimax, alpha-beta, battle)",
        "  foray squirrels -i input.txt\n"
        "  foray squirrels -i cases/7/input.txt --out cases/7\n"
        "writes next_state.txt, traverse_log.txt and trace_state.txt, whichever the task asks for.",
        [](CLI::App& command, SquirrelsOptions& options) {
            command.add_option("-i,--input", options.input, "the input file")->capture_default_str();
            command.add_option("--out", options.folder, "the folder to write to")->capture_default_str();
        },
        run_squirrels);
    add_command<StakeraidOptions>(
        app, action, "stakeraid", "Answer an input file of the Stake & Raid assignment (MINIMAX, ALPHABETA, COMPETITION)",
        "  foray stakeraid\n"
        "  foray stakeraid -i cases/7/input.txt -o cases/7/output.txt",
        [](CLI::App& command, StakeraidOptions& options) {
            command.add_option("-i,--input", options.input, "the input file")->capture_default_str();
            command.add_option("-o,--output", options.output, "the file to write")->capture_default_str();
        },
        run_stakeraid);
}

}  // namespace foray::cli
