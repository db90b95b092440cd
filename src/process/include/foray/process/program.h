// A program to be started, what it may use, and how tightly it is held.
//
//   kFree    a session of its own, killed with all that can be found of it; for where bubblewrap cannot run
//   kLeash   everything it may do elsewhere, but in a process space of its own: nothing of it is left when it is ended, or when Foray is
//            ended, even by kill -9. Where bubblewrap cannot run this becomes kFree
//   kCage    for programs that nobody has read: no network, a read-only system, a private /tmp and home, its own processes; of the rest of
//            the disk it sees its working folder (which it may change), the folder that its program lies in, and what `readable` names.
//            Where bubblewrap cannot run nothing is started. Keys, other processes' memory, mounts, further user spaces and the rarely
//            used parts of the kernel are closed to it (seccomp)
//
// Run by root, a cage also takes a user of its own for each program, because root's processes are not counted. Files of the program
// must then be readable by everybody.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "foray/board/result.h"

namespace foray::process {

/// What a program may use; not set: as much as Foray itself. In a cage all its processes together, counted by a cgroup where one can be had
/// and by looking through /proc elsewhere (child.h, accounting); outside of one each process alone.
struct ProcessLimits {
    std::optional<std::uint64_t> memory_bytes{};  ///< of each process the address space; in a cage also what all of them hold
    std::optional<std::uint64_t> file_bytes{};    ///< of one file
    std::optional<std::uint64_t> cpu_seconds{};   ///< of each process, and in a cage of all together
    std::optional<unsigned> open_files{};
    std::optional<unsigned> processes{};  ///< at a time, threads included; of all together, and only in a cage
};

/// What a caged program finds under the name of a hidden file or folder instead of nothing: a decoy, say. Read-only. Whatever else is to be
/// seen inside of it (`readable`, `hidden`, the working folder) must have a file or folder of its name in `source`, to be mounted upon.
struct StandIn {
    std::string path;
    std::string source;
};

enum class Containment : std::uint8_t { kFree, kLeash, kCage };

struct Program {
    std::vector<std::string> argv;           ///< a first word without a slash is looked up in PATH, others in `folder`
    std::string folder{};                    ///< where it runs; empty: where Foray does
    std::vector<std::string> environment{};  ///< "NAME=value", added to Foray's own (in a cage: to PATH and the language alone)
    ProcessLimits limits{};
    Containment containment = Containment::kLeash;
    std::vector<std::string> readable{};       ///< files and folders that are seen in a cage too
    std::vector<std::string> hidden{};         ///< files and folders that are not, even inside of others
    std::vector<StandIn> stand_ins{};          ///< for some of the hidden
    bool changes_contents = false;             ///< of its folder: a caged program that root starts gets what lies there already, too
    std::uint64_t private_bytes = 64U << 20U;  ///< the most that its /tmp can hold, and its /dev/shm
};

/// Why programs cannot be put into a cage on this machine; nothing if they can. Tried once.
const std::optional<std::string>& cage_problem();

/// The refusal of every command that would have to cage a program and cannot: why, and how to run it all the same. Nothing if it can.
std::optional<Error> refuse_without_cage();

/// What has to be readable for a program to work with a file that its command names: the folder of the file (a folder itself), but not a
/// whole home or temporary folder, of which only the file is meant.
std::string shown_for(const std::string& path);

/// The same for a command that is found in PATH: nothing where it is one of the system's.
std::vector<std::string> shown_for_command(const std::string& name);

/// "SIGSEGV".
std::string signal_name(int signal);

}  // namespace foray::process
