// A program that is run once: standard input in, standard output and files out, with a limit for everything.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "foray/board/descriptor.h"
#include "foray/board/result.h"
#include "foray/process/child.h"
#include "foray/process/program.h"

namespace foray::process {

struct RunSpec {
    Program program;
    double seconds = 10;                   ///< on the wall
    std::optional<double> idle_seconds{};  ///< of a caged program: on the wall, while nothing of it wants the processor
    std::string input{};
    std::size_t most_output = 1U << 20U;       ///< how much of standard output is kept; the rest is read and dropped
    std::uint64_t disk_bytes = 256ULL << 20U;  ///< all files of the working folder together, also those without a name
    unsigned most_files = 4096;                ///< in the working folder, and in the private ones
    const std::atomic<bool>* stop = nullptr;   ///< ends the run when it becomes true
};

struct RunResult {
    /// kCpuLimit, kMemoryLimit: all processes together. kProcessLimit: it did not end well, and was refused a process before.
    enum class End : std::uint8_t { kExit, kSignal, kTimeLimit, kIdle, kDiskLimit, kCpuLimit, kMemoryLimit, kProcessLimit, kStopped };
    End end = End::kExit;
    int code = 0;  ///< the exit code or the signal
    double ms = 0;
    double cpu_seconds = 0;
    std::uint64_t peak_bytes = 0;
    std::string out{};
    std::string err{};  ///< the end of standard error

    [[nodiscard]] bool is_fine() const { return end == End::kExit && code == 0; }
};

/// What a run was ended for, in words, if it broke one of its limits: "its processes together needed more than 512 MiB of memory (counted
/// by cgroup v2)". Nothing if it broke none.
std::optional<std::string> broken_limit(const RunResult& run, const RunSpec& spec);

/// Nothing of the program runs any more when this returns.
Result<RunResult> run_once(const RunSpec& spec);

/// A new folder that only this user may enter; removed with all it holds at the end, whatever rights a program has taken from itself and
/// however deep it has dug. The first one of each prefix also removes those of programs that were killed.
class ScratchFolder {
public:
    /// `prefix` becomes part of its name, below the system's folder for temporary files.
    static Result<ScratchFolder> make(std::string_view prefix);
    ScratchFolder(ScratchFolder&& other) noexcept;
    ScratchFolder& operator=(ScratchFolder&& other) noexcept;
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    friend void abandon() noexcept;
    ScratchFolder(std::string path, Descriptor held) noexcept;
    void enter() noexcept;
    void leave() noexcept;
    void remove() const noexcept;

    std::string path_;  ///< empty: there is none
    Descriptor held_;   ///< locked: this folder has an owner who lives
    ScratchFolder* previous_ = nullptr;
    ScratchFolder* next_ = nullptr;
};

/// For a program that ends without destroying its objects: kills the programs that it started, and removes the scratch folders that there
/// are.
void abandon() noexcept;

/// What a program left under a name: a file that can be read, or something else. kFailed: it is not the program's fault that it cannot be
/// read (errno says why).
enum class FileState : std::uint8_t { kRead, kMissing, kNotPlain, kTooLarge, kFailed };
/// Never follows a link, never waits (for a pipe), reads less than `limit` bytes.
FileState read_left_file(const std::string& path, std::uint64_t limit, std::string& text);

}  // namespace foray::process
