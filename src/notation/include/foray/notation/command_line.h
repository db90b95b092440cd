// Command lines of other programs, as words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "foray/board/result.h"

namespace foray {

/// The words of a command as a shell would hand them to it: blanks separate, '...' and "..." and \ keep together. Whatever needs a real
/// shell (variables, pipes, redirections, patterns) is an error that says so: it could not be what the writer meant.
Result<std::vector<std::string>> split_command(std::string_view text);

/// Words as one command line that split_command and every shell read back as the same words.
std::string print_command(const std::vector<std::string>& words);

}  // namespace foray
