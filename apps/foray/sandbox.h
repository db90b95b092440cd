// Runs a program that may misbehave: it hangs, crashes, prints without end, eats memory, fills the disk or leaves children behind.
//
// The command line runs under /bin/sh in a session of its own, with limits on wall time, CPU time, address space and file size (the
// last three hold for every process of its own). Standard input is empty, standard output is thrown away, of standard error the end is
// kept. When the program ends or its time is up, all that is left of it is killed: the process group, and on Linux also descendants
// that left the group. It is a guard against mistakes, not against malice: the program runs with the rights of whoever grades.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace foray::cli {

struct SandboxLimits {
    double cpu_seconds = 10;  ///< of every process; what all of them used is for the caller to judge
    double wall_seconds = 40;
    std::uint64_t memory_bytes = 0;
    std::uint64_t file_bytes = 0;
};

struct SandboxRun {
    enum class End : std::uint8_t { kExit, kSignal, kTimeLimit };
    End end = End::kExit;
    int code = 0;  ///< the exit code or the signal
    double ms = 0;
    double cpu_ms = 0;             ///< of the program and all that it waited for
    std::uint64_t peak_bytes = 0;  ///< the largest resident memory of one of its processes
    std::string err{};             ///< the end of standard error

    [[nodiscard]] bool is_fine() const { return end == End::kExit && code == 0; }
};

/// Runs `command_line` in `folder`; `environment` entries ("NAME=value") are added to ours. Throws Failure if no process can be started,
/// or if the grader is interrupted meanwhile.
SandboxRun run_sandboxed(const std::string& command_line, const std::string& folder, const SandboxLimits& limits,
                         const std::vector<std::string>& environment);

/// "SIGSEGV".
std::string signal_name(int signal);

/// The command line as it should run in another folder: words that name existing files or folders of `start` become absolute paths.
/// Left alone are the first word of each command (unless it has a slash), targets of redirections, words in `exempt`, absolute paths,
/// and whatever the shell would expand or unquote in parts.
std::string resolve_words(const std::string& command_line, const std::string& start, const std::vector<std::string>& exempt);

/// A new folder, removed with all it holds at the end.
class ScratchFolder {
public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace foray::cli
