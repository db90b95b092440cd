#include "foray/notation/command_line.h"

#include <algorithm>
#include <utility>

#include "foray/notation/text.h"

namespace foray {
namespace {

constexpr std::string_view kSeparators = " \t\n;|&()<>";
constexpr std::string_view kExpanded = "$`*?[~#{";  // outside of quotes

bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

std::string single_quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

}  // namespace

Result<std::vector<std::string>> split_command(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    bool in_word = false;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const int column = static_cast<int>(i) + 1;
        const auto refuse = [&] {
            return Error{quoted(text.substr(i, 1)) + " needs a shell; quote it, or start one: sh -c '...'", 0, column};
        };
        if (c == '\0' || c == '\n') return Error{"a command is one line of text", 0, column};
        if (quote == '\'') {
            if (c == quote) {
                quote = 0;
            } else {
                word += c;
            }
        } else if (c == '\\') {
            if (i + 1 == text.size()) return Error{"the command ends with a backslash", 0, column};
            // In double quotes only some characters are meant by it.
            if (quote == '"' && !is_one_of(text[i + 1], "\"\\$`")) word += c;
            word += text[++i];
            in_word = true;
        } else if (quote == '"') {
            if (is_one_of(c, "$`")) return refuse();
            if (c == quote) {
                quote = 0;
            } else {
                word += c;
            }
        } else if (c == '\'' || c == '"') {
            quote = c;
            in_word = true;
        } else if (is_blank(c)) {
            if (in_word) words.push_back(std::exchange(word, {}));
            in_word = false;
        } else if (is_one_of(c, kSeparators) || is_one_of(c, "$`*?") || (!in_word && is_one_of(c, "~#"))) {
            return refuse();
        } else {
            word += c;
            in_word = true;
        }
    }
    if (quote != 0) return Error{std::string("the quote ") + quote + " is never closed", 0, static_cast<int>(text.size()) + 1};
    if (in_word) words.push_back(word);
    if (words.empty() || words[0].empty()) return Error{"expected the command that starts a program"};
    return words;
}

std::string print_command(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) {
        const bool plain = !word.empty() && std::none_of(word.begin(), word.end(), [](char c) {
            return is_one_of(c, kSeparators) || is_one_of(c, kExpanded) || is_one_of(c, "'\"\\");
        });
        out += (out.empty() ? "" : " ") + (plain ? word : single_quoted(word));
    }
    return out;
}

}  // namespace foray
