#include "program_view.h"

#include <algorithm>
#include <filesystem>

#include "foray/notation/command_line.h"
#include "foray/process/program.h"

namespace foray::cli {

namespace fs = std::filesystem;

ProgramView view_of(const std::string& command_line, const std::string& start, ProgramView view) {
    if (command_line.find("FORAY_START") != std::string::npos) view.readable.push_back(start);
    const auto show_path = [&](const std::string& word) {
        std::error_code ignored;
        if (!word.starts_with('/') || !fs::exists(word, ignored)) return false;
        std::string shown = process::shown_for(word);
        if (std::find(view.hidden.begin(), view.hidden.end(), shown) != view.hidden.end()) {
            std::erase(view.hidden, word);  // a folder that the command itself names cannot be hidden from it
            shown = word;
        }
        if (std::find(view.readable.begin(), view.readable.end(), shown) == view.readable.end()) view.readable.push_back(std::move(shown));
        return true;
    };
    // What stands between quotes may be words for another shell.
    for (std::size_t at = 0; at < command_line.size();) {
        const bool is_quoted = command_line[at] == '\'';
        const std::size_t begin = is_quoted ? at + 1 : at;
        const std::size_t end = std::min(command_line.find_first_of(is_quoted ? "'" : " \t\n'\";|&()<>", begin), command_line.size());
        const std::string word = command_line.substr(begin, end - begin);
        if (!show_path(word) && !word.empty()) {
            for (std::string& home : process::shown_for_command(word)) view.readable.push_back(std::move(home));
        }
        at = std::max(end, begin) + (is_quoted || end == begin ? 1 : 0);
    }
    // Words as this shell reads them: '/class/o'\''brien/hw.py'.
    for (std::size_t at = 0; at < command_line.size();) {
        if (separates_words(command_line[at])) {
            ++at;
            continue;
        }
        const CommandWord word = read_command_word(command_line, at);
        (void)show_path(word.text);
        at = word.end;
    }
    return view;
}

}  // namespace foray::cli
