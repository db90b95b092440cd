// The moment between the two processes. Everything that needs memory is prepared before; in the new process only system calls are made.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "foray/board/descriptor.h"

namespace foray::process {

struct Pipe {
    Descriptor read;
    Descriptor write;
};
/// Both ends close on exec and have numbers that no standard stream has. Nothing: out of descriptors, see errno.
std::optional<Pipe> make_pipe();
void set_nonblocking(int descriptor);
/// The same thing under a number that no program it is handed to expects something else at; closes on exec.
Descriptor lifted(const Descriptor& low);

/// The number under which bubblewrap finds the pipe on which it says what its child is.
inline constexpr int kInfoDescriptor = 9;
/// The same for the filter of system calls.
inline constexpr int kFilterDescriptor = 8;

struct SpawnRequest {
    const char* path = nullptr;
    const char* const* argv = nullptr;
    const char* const* environment = nullptr;
    const char* folder = nullptr;  ///< null: where we are
    int in = -1;
    int out = -1;
    int err = -1;
    int info = -1;              ///< becomes kInfoDescriptor
    int filter = -1;            ///< becomes kFilterDescriptor
    std::vector<int> groups{};  ///< the files where it enters its cgroups
    std::vector<std::pair<int, rlimit>> limits{};
};

struct Spawned {
    pid_t id = -1;
    int error = 0;  ///< why there is none, or why it could not become the program
};

/// Starts the program in a session of its own. It is killed when this process ends, however that ends. Safe from any thread.
Spawned spawn(const SpawnRequest& request);

}  // namespace foray::process
