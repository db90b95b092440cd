// What a contained program may see of the disk, judged by the command line that starts it.
#pragma once

#include <string>
#include <vector>

namespace foray::cli {

struct ProgramView {
    std::vector<std::string> readable{};
    std::vector<std::string> hidden{};  ///< even inside of what is readable
};

/// Adds what a shell command needs: the folders of the absolute paths in it (`resolve_words` made them so) and of commands outside of the
/// system, and the folder where it was written where it speaks of $FORAY_START. A program that lies beside hidden files is still found.
ProgramView view_of(const std::string& command_line, const std::string& start, ProgramView view);

}  // namespace foray::cli
