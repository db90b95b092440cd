// What the commands of `foray` share: how a command is registered, how it fails, and where it writes.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <stdexcept>
#include <string>

#include "foray/board/result.h"

namespace foray::cli {

/// Exit codes of every command.
inline constexpr int kFine = 0;
inline constexpr int kFailed = 1;    ///< a negative answer, or a failure while running
inline constexpr int kWrongUse = 2;  ///< wrong use or bad input

/// Bad input or wrong use: one line on stderr, exit code 2.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Something went wrong while running: one line on stderr, exit code 1.
struct CommandFailure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The value, or a UsageError that names `source`.
template <class T>
T require(Result<T> result, const std::string& source = "") {
    if (!result) throw UsageError(result.error().in(source).message());
    return std::move(result).value();
}

/// The chosen command's work; a command sets it when it is parsed.
using Action = std::function<int()>;

void add_games_command(CLI::App& app, Action& action);
void add_boards_command(CLI::App& app, Action& action);
void add_show_command(CLI::App& app, Action& action);
void add_moves_command(CLI::App& app, Action& action);
void add_perft_command(CLI::App& app, Action& action);
void add_play_command(CLI::App& app, Action& action);
void add_search_commands(CLI::App& app, Action& action);  // best, trace, contest
void add_course_commands(CLI::App& app, Action& action);  // squirrels, stakeraid
void add_duel_command(CLI::App& app, Action& action);
void add_render_command(CLI::App& app, Action& action);
void add_report_command(CLI::App& app, Action& action);
void add_bench_command(CLI::App& app, Action& action);
void add_grade_command(CLI::App& app, Action& action);
void add_cases_command(CLI::App& app, Action& action);
void add_solve_command(CLI::App& app, Action& action);
void add_prove_command(CLI::App& app, Action& action);
void add_engine_commands(CLI::App& app, Action& action);  // uai, analyse, eval
void add_selfplay_command(CLI::App& app, Action& action);
void add_train_command(CLI::App& app, Action& action);
void add_net_command(CLI::App& app, Action& action);
void add_tune_command(CLI::App& app, Action& action);
void add_puzzles_command(CLI::App& app, Action& action);
void add_questions_command(CLI::App& app, Action& action);
void add_serve_command(CLI::App& app, Action& action);

/// Registers a sub-command whose options live in a State and whose work is run(state).
template <class State, class Setup, class Run>
CLI::App* add_command(CLI::App& app, Action& action, const std::string& name, const std::string& about, const std::string& examples,
                      Setup setup, Run run) {
    CLI::App* command = app.add_subcommand(name, about);
    command->footer("Examples:\n" + examples);
    auto state = std::make_shared<State>();
    setup(*command, *state);
    command->callback([state, run, &action] { action = [state, run] { return run(*state); }; });
    return command;
}

}  // namespace foray::cli
