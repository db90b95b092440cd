// Where tables of solved boards lie, and the engine's use of them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "command.h"

namespace foray::cli {

void add_table_commands(CLI::App& app, Action& action);

class TableOptions {
public:
    /// Adds --table, or `name`.
    void add_to(CLI::App& command, const std::string& name = "--table");
    /// The folder that holds the tables: the one asked for, else $FORAY_TABLES, else foray/tables among the user's data
    /// ($XDG_DATA_HOME, ~/.local/share). Empty if there is no such place.
    [[nodiscard]] std::string folder() const;
    /// Engines made from now on play by the tables there. Throws UsageError if a folder was asked for and is none.
    void use() const;

private:
    std::string folder_;
};

}  // namespace foray::cli
