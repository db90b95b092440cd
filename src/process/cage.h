// From a program to what is really started: found in PATH, wrapped in bubblewrap, with the environment it gets.
#pragma once

#include <sys/types.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "foray/board/result.h"
#include "foray/process/program.h"

namespace foray::process {

/// What a caged program has for itself alone: in memory, and of limited size.
inline const std::array<std::string, 2> kOwnFolders = {"/tmp", "/dev/shm"};

struct Prepared {
    std::string path;
    std::vector<std::string> argv;
    std::vector<std::string> environment;
    std::string folder;            ///< absolute
    bool wrapped = false;          ///< in bubblewrap, which says on kInfoDescriptor what its child is
    std::optional<uid_t> owner{};  ///< who the program runs as, if not as us: the working folder has to be his
    std::string token{};           ///< not wrapped: the entry of the environment by which descendants are known
};

/// `counted`: a cgroup counts the processes of the program.
Result<Prepared> prepare(const Program& program, bool counted);

/// Whether this is one of those who programs run as when root starts them.
bool is_cage_owner(uid_t user);

struct Owner {
    uid_t user = 0;
    gid_t group = 0;
};

/// What belongs to `from` in a folder belongs to `to` from now on. Bounded: a program may leave much behind. A file that has a second
/// name may be one of elsewhere.
void give_contents(const std::string& folder, const Owner& from, const Owner& to);

}  // namespace foray::process
