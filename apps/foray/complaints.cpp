#include "complaints.h"

#include <regex>
#include <string_view>
#include <vector>

#include "foray/notation/nearest_word.h"
#include "foray/notation/text.h"

namespace foray::cli {
namespace {

const CLI::App& innermost(const CLI::App& app) {
    const CLI::App* at = &app;
    while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
    return *at;
}

std::vector<std::string> command_names(const CLI::App& at) {
    std::vector<std::string> names;
    for (const CLI::App* one : at.get_subcommands([](const CLI::App*) { return true; })) {
        if (!one->get_group().empty()) names.push_back(one->get_name());
    }
    return names;
}

std::vector<std::string> option_names(const CLI::App& at) {
    std::vector<std::string> names;
    for (const CLI::Option* option : at.get_options([](const CLI::Option*) { return true; })) {
        if (option->get_group().empty()) continue;
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

std::vector<std::string_view> views(const std::vector<std::string>& words) { return {words.begin(), words.end()}; }

/// What stood where nothing was expected. CLI11 hands the words back in no certain order, so an option goes first: a word after a mistyped
/// option is usually its value.
std::string unexpected(const CLI::App& command, const std::string& name) {
    std::string word;
    std::string option;
    for (const std::string& one : command.remaining(true)) {
        if (one.starts_with('-') && one.size() > 1) {
            if (option.empty()) option = one;
        } else {
            word = one;
        }
    }
    if (!option.empty()) {
        const std::string typed = option.substr(0, option.find('='));
        const std::vector<std::string> names = option_names(command);
        return without_controls(typed) + " is no option of " + name + did_you_mean(typed, views(names));
    }
    return name + " does not expect the word " + foray::quoted(word);
}

/// CLI11 says the rest in sentences of a few shapes. Each is said again in ours; one that is not known here is passed on as it is.
std::string said_again(const std::string& raw) {
    struct Shape {
        const char* theirs;
        const char* ours;
    };
    static constexpr Shape kShapes[] = {
        {R"(^(\S+): 1 required .* missing$)", "$1 needs a value"},
        {R"(^(\S+): (\d+) required .* missing$)", "$1 needs $2 values"},
        {R"(^(\S+): At [Mm]ost 1 required but received (\d+)$)", "$1 was given $2 times, and can be given once"},
        {R"(^(\S+): At [Mm]ost (\d+) required but received (\d+)$)", "$1 takes at most $2 values, and got $3"},
        {R"(^(\S+): At [Ll]east (\d+) required but received (?:only )?(\d+)$)", "$1 needs at least $2 values, and got $3"},
        {R"(^(\S+): (?:Exactly )?(\d+) required but received (\d+)$)", "$1 takes $2 values, and got $3"},
        {R"(^([^-]\S*) is required$)", "the argument $1 is missing"},
        {R"(^(\S+) is required$)", "$1 must be given"},
        {R"(^(\S+) excludes (\S+)$)", "$1 and $2 cannot be given together"},
        {R"(^(\S+) requires (\S+)$)", "$1 can only be given together with $2"},
        {R"(^(\S+): (.*) not in \{(.*)\}$)", "$1: unknown '$2'; expected $3"},
        {R"(^(\S+): Value (.*) not in range (\S+) to (\S+)$)", "$1: '$2' is no number from $3 to $4"},
        {R"(^Could not convert: (\S+) = (.*)$)", "$1: '$2' is not what belongs there"},
    };
    for (const Shape& shape : kShapes) {
        const std::regex theirs(shape.theirs);
        if (std::regex_match(raw, theirs)) return std::regex_replace(raw, theirs, shape.ours);
    }
    return raw;
}

}  // namespace

std::string chosen_command(const CLI::App& app) {
    std::string name = app.get_name();
    for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
        at = at->get_subcommands().front();
        name += " " + at->get_name();
    }
    return name;
}

std::string unknown_command(const CLI::App& at, const std::string& typed, const std::string& see) {
    const std::vector<std::string> names = command_names(at);
    return "unknown command " + foray::quoted(typed) + did_you_mean(typed, views(names)) + " (see " + see + ")";
}

std::string complaint(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App& command = innermost(app);
    const std::string name = chosen_command(app);
    const std::string see = " (see " + name + " --help)";
    const std::vector<std::string> commands = command_names(command);
    const std::vector<std::string> rest = command.remaining(false);
    if (!commands.empty() && command.get_require_subcommand_min() > 0) {
        for (const std::string& word : rest) {
            if (!word.starts_with('-')) return unknown_command(command, word, name + " --help");
        }
        if (rest.empty())
            return name + " needs a command" + (commands.size() > 8 ? " (foray help lists them)" : ": " + joined(commands, ", ") + see);
    }
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr || (!commands.empty() && !rest.empty()))
        return unexpected(command, name) + see;
    return said_again(error.what()) + see;
}

}  // namespace foray::cli
