// `foray --help`: the commands by who needs them, the first ones for a newcomer on top.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace foray::cli {

/// Puts the list of commands in order. A command that is in no group stands under "Other" at the end.
class CommandHelp : public CLI::Formatter {
public:
    CommandHelp() { column_width(16); }
    std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const override;
};

}  // namespace foray::cli
