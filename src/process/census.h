// What the processes of a caged program use at this moment, found in /proc by walking down from the first process of its process space:
// for where no cgroup adds it up, and for what no cgroup knows, such as who only waits.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "foray/process/child.h"

namespace foray::process {

class Census {
public:
    /// `first` is the first process of the space: all others descend from it, also those whose parents have ended.
    explicit Census(pid_t first) : first_(first) {}

    struct Count {
        double cpu_seconds = 0;   ///< so far, also of those that have ended, as far as they were ever seen or waited for
        unsigned tasks = 0;       ///< processes and their threads
        bool wants_time = false;  ///< one of them runs, would like to, or waits for a disk
    };
    Count count();

    /// Resident memory of all together, pages that they share counted once; without the files that are only cached. Not looked at closely
    /// while a rough sum is not over `limit`.
    [[nodiscard]] std::uint64_t memory_bytes(std::uint64_t limit) const;

    /// What is held in files that have no name any more, opened or mapped from `folder`, and what lies in the private folders that are
    /// mounted at `own`.
    [[nodiscard]] Child::HiddenFiles hidden_files(const std::string& folder, const std::vector<std::string>& own) const;

private:
    [[nodiscard]] std::vector<pid_t> everybody() const;

    struct Seen {
        double own_seconds = 0;
        bool is_here = false;
    };
    pid_t first_;
    std::map<std::pair<pid_t, unsigned long long>, Seen> seen_{};  ///< by number and beginning: numbers are used again
    double gone_seconds_ = 0;
};

}  // namespace foray::process
