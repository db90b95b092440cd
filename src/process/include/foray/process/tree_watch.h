// Who reads in a folder: every file in it that is opened, every folder that is listed, from now on and by whomever, also from inside of a
// cage where the folder stands under another name. The kernel keeps the list (inotify), so nothing has to look while a program runs.
//
// Not seen: asking whether a file is there without opening it. Of a single file that is watched (not of those in a folder) only reading
// is seen, not opening, because bubblewrap itself opens what it mounts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "foray/board/descriptor.h"
#include "foray/board/result.h"

namespace foray::process {

class TreeWatch {
public:
    /// Watches what is in `paths` now: files, and folders with all they hold.
    static Result<TreeWatch> begin(const std::vector<std::string>& paths);

    struct Touch {
        std::string path;
        bool is_folder = false;
    };
    /// What was touched since the last call, each once, in the order of the first time.
    std::vector<Touch> touched();

private:
    TreeWatch() = default;
    Descriptor queue_;
    std::vector<std::pair<int, std::string>> names_;  ///< of the watches
};

}  // namespace foray::process
