#include "program_view.h"

#include <algorithm>
#include <filesystem>

#include "foray/process/program.h"

namespace foray::cli {

namespace fs = std::filesystem;

ProgramView view_of(const std::string& command_line, const std::string& start, ProgramView view) {
    if (command_line.find("FORAY_START") != std::string::npos) view.readable.push_back(start);
    for (std::size_t at = 0; at < command_line.size();) {
        const bool is_quoted = command_line[at] == '\'';
        const std::size_t begin = is_quoted ? at + 1 : at;
        const std::size_t end = std::min(command_line.find_first_of(is_quoted ? "'" : " \t\n'\";|&()<>", begin), command_line.size());
        const std::string word = command_line.substr(begin, end - begin);
        std::error_code ignored;
        if (word.starts_with('/') && fs::exists(word, ignored)) {
            std::string shown = process::shown_for(word);
            if (std::find(view.hidden.begin(), view.hidden.end(), shown) != view.hidden.end()) {
                std::erase(view.hidden, word);  // a folder that the command itself names cannot be hidden from it
                shown = word;
            }
            view.readable.push_back(std::move(shown));
        } else if (!word.empty()) {
            for (std::string& home : process::shown_for_command(word)) view.readable.push_back(std::move(home));
        }
        at = std::max(end, begin) + (is_quoted || end == begin ? 1 : 0);
    }
    return view;
}

}  // namespace foray::cli
