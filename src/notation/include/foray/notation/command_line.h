// Command lines of other programs, as words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "foray/board/result.h"

namespace foray {

/// A word of a command line as a shell reads it, and where it stands.
struct CommandWord {
    std::size_t begin;
    std::size_t end;
    std::string text;                        ///< without quotes and backslashes
    bool plain;                              ///< nothing in it that a shell would expand, unquote in parts, or take for an assignment
    std::optional<std::size_t> expanded_at;  ///< where a variable, a command or a pattern stands that only a shell knows
    std::optional<std::size_t> dangling_at;  ///< a backslash with nothing after it
    char open_quote;                         ///< the quote that is never closed, or 0
};
/// The word that begins at `begin`, which must not separate words: up to a blank or an operator outside of quotes.
CommandWord read_command_word(std::string_view line, std::size_t begin);
/// Blanks and operators: whatever ends a word.
bool separates_words(char c);
/// A text as one word that every shell reads back.
std::string single_quoted(std::string_view text);

/// The words of a command as a shell would hand them to it: blanks separate, '...' and "..." and \ keep together. Whatever needs a real
/// shell (variables, pipes, redirections, patterns) is an error that says so: it could not be what the writer meant.
Result<std::vector<std::string>> split_command(std::string_view text);

/// Words as one command line that split_command and every shell read back as the same words.
std::string print_command(const std::vector<std::string>& words);

}  // namespace foray
