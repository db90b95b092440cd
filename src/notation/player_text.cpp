#include "foray/notation/player_text.h"

#include <algorithm>
#include <array>

#include "foray/notation/command_line.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

constexpr std::array<std::string_view, 4> kKinds = {"uai", "contest", "squirrels", "stakeraid"};

/// "Hash=16,dir=\"a, b\"" from `at` on, to the bracket behind it.
Result<std::vector<std::pair<std::string, std::string>>> read_settings(std::string_view text, std::size_t& at) {
    std::vector<std::pair<std::string, std::string>> out;
    while (at < text.size() && text[at] != ']') {
        const std::size_t begin = at;
        const std::size_t equals = text.find_first_of("=,]", at);
        if (equals == std::string_view::npos || text[equals] != '=' || equals == begin) {
            return Error{"expected a setting NAME=VALUE", 0, static_cast<int>(begin) + 1};
        }
        std::string name(text.substr(begin, equals - begin));
        while (name.starts_with(' ')) name.erase(0, 1);
        std::string value;
        at = equals + 1;
        if (at < text.size() && text[at] == '"') {
            const std::size_t end = text.find('"', at + 1);
            if (end == std::string_view::npos) return Error{"the quote \" is never closed", 0, static_cast<int>(at) + 1};
            value = text.substr(at + 1, end - at - 1);
            at = end + 1;
        } else {
            const std::size_t end = std::min(text.find_first_of(",]\"", at), text.size());
            value = text.substr(at, end - at);
            at = end;
        }
        for (const std::string* part : {&name, &value}) {
            for (const char c : *part) {
                if (static_cast<unsigned char>(c) < ' ')
                    return Error{"a setting is text without control characters", 0, static_cast<int>(begin) + 1};
            }
        }
        const bool again = std::any_of(out.begin(), out.end(), [&](const auto& other) { return other.first == name; });
        if (again || name.empty()) {
            return Error{name.empty() ? "a setting without a name" : "the setting " + quoted(name) + " twice", 0,
                         static_cast<int>(begin) + 1};
        }
        out.emplace_back(std::move(name), std::move(value));
        if (at < text.size() && text[at] == ',') {
            ++at;
        } else if (at < text.size() && text[at] != ']') {
            return Error{"expected a comma or a bracket", 0, static_cast<int>(at) + 1};
        }
    }
    if (at == text.size()) return Error{"the bracket [ is never closed", 0, static_cast<int>(at) + 1};
    ++at;
    return out;
}

}  // namespace

std::string_view print_program_kind(ProgramKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

Result<std::optional<ProgramText>> parse_program_text(std::string_view text) {
    const std::size_t end = text.find_first_of(":[");
    const std::string name = lower(text.substr(0, end));
    const auto found = std::find(kKinds.begin(), kKinds.end(), name);
    if (found == kKinds.end()) return std::optional<ProgramText>();
    ProgramText out;
    out.kind = static_cast<ProgramKind>(found - kKinds.begin());
    const std::string example = name + ":./program";
    if (end == std::string_view::npos) return Error{name + " needs a command: " + example};
    std::size_t at = end;
    if (text[at] == '[') {
        ++at;
        auto settings = read_settings(text, at);
        if (!settings) return settings.error();
        out.settings = std::move(settings).value();
        if (at == text.size() || text[at] != ':') return Error{"expected a colon and a command", 0, static_cast<int>(at) + 1};
    }
    ++at;
    auto command = split_command(text.substr(at));
    if (!command) {
        Error error = command.error();
        if (error.column > 0) error.column += static_cast<int>(at);
        return error;
    }
    out.command = std::move(command).value();
    return std::optional<ProgramText>(std::move(out));
}

std::string print_program_text(const ProgramText& program) {
    std::string out(print_program_kind(program.kind));
    if (!program.settings.empty()) {
        char before = '[';
        for (const auto& [name, value] : program.settings) {
            const bool plain = value.find_first_of(",]") == std::string::npos;
            out.append(1, before).append(name).append("=").append(plain ? value : '"' + value + '"');
            before = ',';
        }
        out += ']';
    }
    return out + ":" + print_command(program.command);
}

}  // namespace foray
