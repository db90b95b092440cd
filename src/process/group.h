// A control group (cgroup) for one program: the system itself adds up the memory, the processor time and the processes of everything that
// the program starts, whatever becomes of parents and children, and refuses what is too much.
//
// Version 2 and version 1 are known, also side by side. A group is made below the one that Foray runs in; under version 2, where a group
// with processes of its own may have no children, a delegated group is divided first, and root takes the top instead. Groups of a Foray
// that was killed are removed by the next one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "foray/board/descriptor.h"
#include "foray/process/program.h"

namespace foray::process {

class Group {
public:
    /// Nothing where no group can be had, or where FORAY_CGROUP=off forbids it.
    static std::optional<Group> make(const ProcessLimits& limits);
    Group(Group&& other) noexcept;
    Group& operator=(Group&&) = delete;
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;
    ~Group();

    /// A process that writes "0" to each of these belongs to the group, with all that it starts from then on.
    [[nodiscard]] std::vector<int> entries() const;
    /// Of all that ever belonged to it.
    [[nodiscard]] double cpu_seconds() const;
    /// Whether something of it was killed because its memory was used up.
    [[nodiscard]] bool out_of_memory() const;
    /// Whether it was refused another process.
    [[nodiscard]] bool out_of_processes() const;

    /// "cgroup v1" or "cgroup v2"; empty where no group can be had.
    static std::string kind();

private:
    Group() = default;
    /// The folder of each controller; they may be one and the same.
    struct Folders {
        std::string memory{};
        std::string processes{};
        std::string cpu{};
    };
    Folders folders_{};
    bool is_v2_ = false;
    std::vector<Descriptor> entries_{};
};

}  // namespace foray::process
