#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "command.h"
#include "command_help.h"
#include "complaints.h"
#include "foray/engine/network.h"
#include "foray/files/files.h"
#include "foray/notation/text.h"
#include "foray/process/run.h"
#include "manual.h"
#include "player_options.h"
#include "table_options.h"
#include "tournament_options.h"
#include "version_text.h"

namespace {

using namespace foray::cli;

int complain(const char* what, int exit_code) {
    std::fflush(stdout);
    std::cerr << "foray: " << foray::without_controls(what) << "\n";
    return exit_code;
}

struct HelpOptions {
    std::vector<std::string> command;
    bool manual = false;
    std::string shell;
};

/// foray help, foray help show, foray help tournament run.
void add_help_command(CLI::App& app, Action& action) {
    const auto run_help = [&app](const HelpOptions& options) {
        if (!options.shell.empty()) {
            std::fputs(completions(app, options.shell).c_str(), stdout);
            return kFine;
        }
        const CLI::App* at = &app;
        std::string before;
        for (const std::string& word : options.command) {
            const auto subcommands = at->get_subcommands([&](const CLI::App* one) { return one->check_name(word); });
            if (subcommands.empty()) throw UsageError(unknown_command(*at, word, "foray help"));
            before += (before.empty() ? "" : " ") + at->get_name();
            at = subcommands.front();
        }
        if (options.manual) {
            std::fputs(manual_page(app, *at).c_str(), stdout);
            return kFine;
        }
        // The list of all commands comes from an app that has not chosen one.
        std::fputs(at == &app ? app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal).c_str()
                              : at->help(before).c_str(),
                   stdout);
        return kFine;
    };
    add_command<HelpOptions>(
        app, action, "help", "Explain a command, or list them all",
        "  foray help\n  foray help show\n  foray help tournament run\n  foray help --manual show | man -l -\n"
        "  source <(foray help --completions bash)",
        [](CLI::App& command, HelpOptions& options) {
            command.add_option("command", options.command, "the command");
            command.add_flag("--manual", options.manual, "its page for man");
            command.add_option("--completions", options.shell, "a script that makes a shell complete what is typed")
                ->check(CLI::IsMember({"bash", "zsh", "fish"}));
        },
        run_help);
}

/// An option that was given an empty text, such as a variable of a shell that is not set. Only lists of moves may be empty.
std::optional<std::string> empty_option(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
        if (option->count() == 0 || option->get_name() == "--moves" || option->get_items_expected_max() == 0) continue;
        for (const std::string& word : option->results()) {
            if (word.empty()) return option->get_name();
        }
    }
    for (const CLI::App* command : app.get_subcommands()) {
        if (auto empty = empty_option(*command)) return empty;
    }
    return std::nullopt;
}

int run(int argc, char** argv) {
    CLI::App app("Foray plays, teaches and counts territory-capture games: War Game, Squirrels, Stake & Raid, Ataxx Reloaded, Ataxx.",
                 "foray");
    app.set_version_flag("--version", version_text);
    app.require_subcommand(1);
    app.formatter(std::make_shared<CommandHelp>());
    app.footer(
        "Examples:\n"
        "  foray boards\n"
        "  foray show --game wargame --board Smolensk --moves \"c3 d4\"\n"
        "  foray serve\n"
        "  foray play --board Westerplatte\n"
        "  foray perft --game ataxx --depth 6\n"
        "`foray help COMMAND` explains a command. Exit codes: 0 fine, 1 a negative answer or a failure, 2 wrong use or bad input.");
    foray::set_network_reader([](const std::string& path) { return foray::files::read_whole(path); });
    Action action;
    add_games_command(app, action);
    add_boards_command(app, action);
    add_show_command(app, action);
    add_moves_command(app, action);
    add_perft_command(app, action);
    add_play_command(app, action);
    add_search_commands(app, action);
    add_course_commands(app, action);
    add_duel_command(app, action);
    add_tournament_command(app, action);
    add_work_command(app, action);
    add_proof_commands(app, action);
    add_render_command(app, action);
    add_report_command(app, action);
    add_bench_command(app, action);
    add_grade_command(app, action);
    add_check_player_command(app, action);
    add_cases_command(app, action);
    add_solve_command(app, action);
    add_prove_command(app, action);
    add_table_commands(app, action);
    add_puzzles_command(app, action);
    add_engine_commands(app, action);
    add_selfplay_command(app, action);
    add_train_command(app, action);
    add_net_command(app, action);
    add_tune_command(app, action);
    add_questions_command(app, action);
    add_serve_command(app, action);
    add_help_command(app, action);
    const auto is_meant = [&](const CLI::App* command) { return argc > 1 && command->check_name(argv[1]); };
    if (argc > 1 && argv[1][0] != '-' && app.get_subcommands(is_meant).empty()) {
        return complain(unknown_command(app, argv[1], "foray --help").c_str(), kWrongUse);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& request) {  // --help, --version
        const int code = app.exit(request);
        if (!std::cout.flush()) throw CommandFailure("the output could not be written");
        return code;
    } catch (const CLI::ParseError& error) {
        return complain(complaint(app, error).c_str(), kWrongUse);
    }
    if (const auto empty = empty_option(app)) throw UsageError(*empty + ": expected something, found nothing");
    const int code = action();
    std::fflush(stdout);
    if (std::ferror(stdout) != 0) throw CommandFailure("the output could not be written");
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    // Libraries free and move things in functions that must not throw, and some of them allocate: then there is nobody left to catch it.
    std::set_terminate([] {
        const std::string_view text = "foray: there is not enough memory to go on\n";
        const std::exception_ptr thrown = std::current_exception();
        std::string_view said = text;
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const std::bad_alloc&) {
        } catch (...) {
            said = "foray: internal error\n";
        }
        (void)!::write(STDERR_FILENO, said.data(), said.size());
        foray::files::remove_hidden();
        foray::process::abandon();
        ::_exit(kFailed);
    });
    try {
        return run(argc, argv);
    } catch (const UsageError& error) {
        return complain(error.what(), kWrongUse);
    } catch (const std::bad_alloc&) {
        return complain("there is not enough memory", kFailed);
    } catch (const std::system_error& error) {
        const bool thread = error.code() == std::errc::resource_unavailable_try_again;
        return complain(((thread ? "a thread could not be started: " : "") + std::string(error.what())).c_str(), kFailed);
    } catch (const std::exception& error) {
        return complain(error.what(), kFailed);
    }
}
