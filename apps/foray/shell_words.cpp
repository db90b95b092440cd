// Finds the file names in a command line, and is cautious about the rest.
#include "shell_words.h"

#include <filesystem>

#include "foray/notation/command_line.h"

namespace foray::cli {
namespace {

namespace fs = std::filesystem;

bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

}  // namespace

std::string resolve_words(const std::string& command_line, const std::string& start, const std::vector<std::string>& exempt) {
    std::string out;
    bool is_command = true;  // the next word is the name of a command
    bool is_target = false;  // the next word is where a redirection goes
    std::size_t at = 0;
    while (at < command_line.size()) {
        const char c = command_line[at];
        if (separates_words(c)) {
            // After ">&" a number or a file follows: a target as well.
            if (is_one_of(c, "<>")) is_target = true;
            if (is_one_of(c, ";|()\n") || (c == '&' && !is_target)) is_command = true;
            out += c;
            ++at;
            continue;
        }
        const CommandWord word = read_command_word(command_line, at);
        const bool looked_up = is_command && word.text.find('/') == std::string::npos;
        bool keep = !word.plain || word.text.empty() || is_target || looked_up || word.text.front() == '/' || word.text.front() == '-';
        for (const std::string& name : exempt) keep = keep || word.text == name;
        std::error_code ignored;
        const fs::path target = fs::path(start) / word.text;
        if (!keep && fs::exists(target, ignored)) {
            out += single_quoted(target.lexically_normal().string());
        } else {
            out.append(command_line, word.begin, word.end - word.begin);
        }
        // "NAME=value command": the command is still to come.
        const bool is_assignment = is_command && word.text.find('=') != std::string::npos;
        if (!is_target && !is_assignment) is_command = false;
        is_target = false;
        at = word.end;
    }
    return out;
}

}  // namespace foray::cli
