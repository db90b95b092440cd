// Command lines that are to run in another folder than the one they were written for.
#pragma once

#include <string>
#include <vector>

namespace foray::cli {

/// The command line as it should run in another folder: words that name existing files or folders of `start` become absolute paths.
/// Left alone are the first word of each command (unless it has a slash), targets of redirections, words in `exempt`, absolute paths,
/// and whatever the shell would expand or unquote in parts.
std::string resolve_words(const std::string& command_line, const std::string& start, const std::vector<std::string>& exempt);

}  // namespace foray::cli
