// The settings of tournaments and duels as options, made from their table (store/settings.h).
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foray/store/settings.h"

namespace foray::cli {

class FieldOptions {
public:
    /// Adds the flags of these tables; "" is the table of what stands outside of tables.
    void add_to(CLI::App& command, std::span<const std::string_view> tables);
    /// Writes what was given into settings in JSON, over what is there.
    void write(nlohmann::ordered_json& settings) const;

private:
    struct Given {
        std::vector<std::string> texts{};
        bool yes = false;
    };
    std::array<Given, kSettingFields.size()> given_{};
};

}  // namespace foray::cli
