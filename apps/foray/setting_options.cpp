#include "setting_options.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <variant>

#include "checks.h"
#include "command.h"
#include "foray/notation/text.h"

namespace foray::cli {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> spellings(const SettingField& field) {
    std::vector<std::string> out;
    for (std::string_view rest = field.flag; !rest.empty();) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        out.emplace_back(rest.substr(0, comma));
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return out;
}

void add_checked(CLI::Option& option, const SettingField& field) {
    if (field.kind == SettingKind::kWhole) {
        option.type_name("INT")->check(whole_number(static_cast<std::uint64_t>(field.least), static_cast<std::uint64_t>(field.most)));
    } else if (field.kind == SettingKind::kDecimal) {
        option.type_name("FLOAT");
        if (field.least >= 0) option.check(decimal(field.least, field.most));  // settings know about those below zero
    }
}

/// What was given as a value of the field's kind. Throws UsageError.
SettingValue value_of(const SettingField& field, const std::vector<std::string>& texts) {
    const std::string& text = texts.back();
    switch (field.kind) {
        case SettingKind::kWhole: return static_cast<std::int64_t>(parse_count(text, static_cast<std::uint64_t>(field.most)).value_or(0));
        case SettingKind::kDecimal: {
            double value = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
            const bool fine = error == std::errc() && end == text.data() + text.size() && value >= field.least && value <= field.most;
            if (!fine) throw UsageError(spellings(field).front() + ": " + foray::quoted(text) + " is not a number that it takes");
            return value;
        }
        case SettingKind::kTexts: return texts;
        case SettingKind::kFile: return std::filesystem::absolute(text).string();
        case SettingKind::kText:
        case SettingKind::kRange:
        case SettingKind::kYes: break;
    }
    return text;
}

}  // namespace

void FieldOptions::add_to(CLI::App& command, std::span<const std::string_view> tables) {
    for (std::size_t i = 0; i < kSettingFields.size(); ++i) {
        const SettingField& field = kSettingFields[i];
        if (std::find(tables.begin(), tables.end(), field.table) == tables.end()) continue;
        bool former = false;
        for (const std::string& name : spellings(field)) {
            CLI::Option* const option = field.kind == SettingKind::kYes
                                            ? command.add_flag(name, given_[i].yes, std::string(field.help))
                                            : command.add_option(name, given_[i].texts, std::string(field.help));
            if (field.kind != SettingKind::kYes) {
                option->type_name("TEXT");
                if (field.kind != SettingKind::kTexts) option->expected(1);
                add_checked(*option, field);
            }
            if (former) option->group("");  // a former spelling still works, and is not shown
            former = true;
        }
    }
}

void FieldOptions::write(Json& settings) const {
    TournamentSettings alone;
    for (std::size_t i = 0; i < kSettingFields.size(); ++i) {
        const SettingField& field = kSettingFields[i];
        const Given& given = given_[i];
        if (given.texts.empty() && !given.yes) continue;
        const std::string table(field.table);
        // What is not there yet begins as an object: a null that becomes one by being written to crashes where memory ends just then.
        if (!table.empty() && !settings.contains(table)) settings[table] = Json::object();
        Json& into = table.empty() ? settings : settings[table];
        if (field.key == "boards") settings.erase("board");
        const SettingValue value = given.yes ? SettingValue(true) : value_of(field, given.texts);
        // Said here, where the flag is known; the settings as a whole are checked once they are complete.
        const std::string wrong = field.set == nullptr ? "" : field.set(alone, value);
        if (!wrong.empty()) throw UsageError(spellings(field).front() + ": " + wrong);
        std::visit([&](const auto& one) { into[std::string(field.key)] = one; }, value);
    }
}

}  // namespace foray::cli
