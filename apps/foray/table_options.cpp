#include "table_options.h"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>

#include "command.h"
#include "foray/engine/known_values.h"
#include "foray/notation/text.h"
#include "foray/tables/known.h"

namespace foray::cli {

void TableOptions::add_to(CLI::App& command, const std::string& name) {
    command.add_option(name, folder_, "the folder of tables (foray table build); without it $FORAY_TABLES or ~/.local/share/foray/tables");
}

std::string TableOptions::folder() const {
    if (!folder_.empty()) return folder_;
    const auto variable = [](const char* name) {
        const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing changes the environment
        return std::string(value == nullptr ? "" : value);
    };
    if (const std::string own = variable("FORAY_TABLES"); !own.empty()) return own;
    if (const std::string data = variable("XDG_DATA_HOME"); !data.empty()) return data + "/foray/tables";
    if (const std::string home = variable("HOME"); !home.empty()) return home + "/.local/share/foray/tables";
    return "";
}

void TableOptions::use() const {
    const std::string where = folder();
    std::error_code code;
    if (!std::filesystem::is_directory(where, code)) {
        if (!folder_.empty()) throw UsageError("--table: " + foray::quoted(folder_) + " is no folder");
        return;
    }
    set_known_values([where](const GameSpec& spec) { return tables::known_values(where, spec); });
}

}  // namespace foray::cli
