// What systems keep beside a program so that people find their way: a page for `man`, and what a shell completes. All of it is read off the
// commands themselves, so that it says what --help says.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace foray::cli {

/// An option as it is typed, and what it takes.
struct WordsOfOption {
    std::vector<std::string> names{};    ///< "-h", "--help"
    std::vector<std::string> choices{};  ///< what it takes, where that is a list
    bool takes_value = false;
    std::string about{};
};

/// A command, or one below another: {"tournament", "run"}; the program itself has no words.
struct WordsOfCommand {
    std::vector<std::string> path{};
    std::string about{};
    std::vector<WordsOfOption> options{};
    std::vector<std::string> subcommands{};
};

/// The program and every command of it, a command before those below it.
[[nodiscard]] std::vector<WordsOfCommand> all_words(const CLI::App& app);

/// The page of a command for `man`, in roff; of the program itself with a list of all commands.
[[nodiscard]] std::string manual_page(const CLI::App& app, const CLI::App& command);

/// The script that makes `shell` ("bash", "zsh" or "fish") complete the command line.
[[nodiscard]] std::string completions(const CLI::App& app, const std::string& shell);

}  // namespace foray::cli
