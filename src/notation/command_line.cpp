#include "foray/notation/command_line.h"

#include <algorithm>
#include <utility>

#include "foray/notation/text.h"

namespace foray {
namespace {

constexpr std::string_view kSeparators = " \t\n;|&()<>";
constexpr std::string_view kExpanded = "$`*?[~#{";  // outside of quotes

bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

}  // namespace

bool separates_words(char c) { return is_one_of(c, kSeparators); }

std::string single_quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

CommandWord read_command_word(std::string_view line, std::size_t begin) {
    CommandWord word{begin, begin, "", true, {}, {}, 0};
    const auto expands = [&](std::size_t at) {
        if (!word.expanded_at) word.expanded_at = at;
    };
    for (std::size_t& i = word.end; i < line.size(); ++i) {
        const char c = line[i];
        if (word.open_quote == 0 && separates_words(c)) break;
        if (word.open_quote != 0 ? c == word.open_quote : is_one_of(c, "'\"")) {
            word.open_quote = word.open_quote != 0 ? '\0' : c;
            continue;
        }
        if (word.open_quote == '\'') {
            word.text += c;
            continue;
        }
        if (c == '\\') {
            word.plain = false;
            if (i + 1 == line.size()) {
                word.dangling_at = i;
                continue;
            }
            // In double quotes only some characters are meant by it.
            if (word.open_quote == '"' && !is_one_of(line[i + 1], "\"\\$`")) word.text += c;
            word.text += line[++i];
            continue;
        }
        const bool quoted_here = word.open_quote == '"';
        if (is_one_of(c, quoted_here ? "$`" : "$`*?") || (i == begin && is_one_of(c, "~#"))) expands(i);
        if (is_one_of(c, quoted_here ? "$`" : "$`*?[~#{=")) word.plain = false;
        word.text += c;
    }
    return word;
}

Result<std::vector<std::string>> split_command(std::string_view text) {
    const auto column = [](std::size_t at) { return static_cast<int>(at) + 1; };
    const std::size_t line_end = text.find_first_of(std::string_view("\0\n", 2));
    if (line_end != std::string_view::npos) return Error{"a command is one line of text", 0, column(line_end)};
    const auto needs_shell = [&](std::size_t at) {
        return Error{quoted(text.substr(at, 1)) + " needs a shell; quote it, or start one: sh -c '...'", 0, column(at)};
    };
    std::vector<std::string> words;
    for (std::size_t at = 0; at < text.size();) {
        if (is_blank(text[at])) {
            ++at;
            continue;
        }
        if (separates_words(text[at])) return needs_shell(at);
        CommandWord word = read_command_word(text, at);
        if (word.expanded_at) return needs_shell(*word.expanded_at);
        if (word.dangling_at) return Error{"the command ends with a backslash", 0, column(*word.dangling_at)};
        if (word.open_quote != 0) return Error{std::string("the quote ") + word.open_quote + " is never closed", 0, column(text.size())};
        words.push_back(std::move(word.text));
        at = word.end;
    }
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
