// What was wrong with a command line, in our own words: CLI11's sentences are about its machinery ("At Most 1 required but received 2").
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace foray::cli {

/// "foray tournament run", or "foray" where no command was recognised.
std::string chosen_command(const CLI::App& app);

/// One sentence, and where to read more: "--bord is no option of foray show; did you mean --board? (see foray show --help)".
std::string complaint(const CLI::App& app, const CLI::ParseError& error);

/// "unknown command 'pla'; did you mean play? (see foray --help)". `at` is what has the commands.
std::string unknown_command(const CLI::App& at, const std::string& typed, const std::string& see);

}  // namespace foray::cli
