// A program that runs beside Foray: lines to it, lines from it, each with a deadline, and its end.
//
// No call waits longer than its deadline, whatever the program does: it may say nothing, never read, print without end or without newlines,
// close its streams, or die. Several threads may have a Child each; one Child belongs to one thread at a time. The program is killed
// with all its descendants when the Child goes.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "foray/board/result.h"
#include "foray/process/program.h"

namespace foray::process {

using Time = std::chrono::steady_clock::time_point;

inline Time now() { return std::chrono::steady_clock::now(); }
inline Time after_ms(double ms) {
    // Beyond a year the clock's own range would be at risk.
    constexpr double kLongestMs = 366.0 * 86'400'000;
    return now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                       std::chrono::duration<double, std::milli>(ms < kLongestMs ? ms : kLongestMs));
}
inline double ms_between(Time from, Time to) { return std::chrono::duration<double, std::milli>(to - from).count(); }

enum class ReadState : std::uint8_t {
    kLine,
    kTimeOut,
    kEnd,   ///< it ended or closed its output, and all that it said was read
    kFlood  ///< it said more than anybody can have asked for; what follows is not looked at
};

struct LineRead {
    ReadState state = ReadState::kTimeOut;
    std::string line{};  ///< without its newline, CR included
    Time at{};           ///< when it came
};

/// What the processes of a caged program together have used up. Refused another process, a program is not ended: it may do without.
enum class Limit : std::uint8_t { kNone, kCpu, kMemory, kProcesses };

/// How a program ended and what it had used, its descendants included.
struct ChildEnding {
    enum class Kind : std::uint8_t { kExit, kSignal, kKilled };  ///< kKilled: by us, because it had not ended
    Kind kind = Kind::kKilled;
    int code = 0;  ///< the exit code, or the signal. Behind bubblewrap a signal is the exit code 128 + signal
    double cpu_seconds = 0;
    std::uint64_t peak_bytes = 0;  ///< the largest resident memory of one of its processes; 0 if that is not known
    Limit limit = Limit::kNone;    ///< of a caged program; for kCpu and kMemory it was killed
};

/// How the sum over all processes of a caged program is kept on this machine: "cgroup v2", or by looking through /proc.
std::string accounting();

/// "exit code 3", "SIGSEGV", "its processes together needed more memory than it may use".
std::string describe(const ChildEnding& ending);

class Child {
public:
    /// The error says why there is no such process. A program that bubblewrap cannot find ends by itself, with a complaint.
    static Result<std::unique_ptr<Child>> start(const Program& program);
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// All of `text` was handed over. False: not before the deadline, or nobody reads.
    bool send(std::string_view text, Time deadline);
    void close_input();

    /// The next line, at once if one is there. The last line may lack its newline.
    LineRead read_line(Time deadline);
    /// Everything up to the end, at most `most` bytes of it kept.
    LineRead read_rest(Time deadline, std::size_t most);

    [[nodiscard]] bool has_ended() const;
    /// Waits for the end. False: not before the deadline. What the program says meanwhile is taken, so that it need not wait, and dropped
    /// if it is much.
    bool wait(Time deadline);
    /// Kills what is left of it, and says how it ended. The same at every further call.
    const ChildEnding& end();

    /// How long nothing of a caged program has wanted the processor. Known as of the last wait.
    [[nodiscard]] double idle_seconds() const;
    /// What a caged program holds where no list of its folder shows it: files without a name, of any size, and those of its private
    /// folders.
    struct HiddenFiles {
        std::uint64_t bytes = 0;  ///< without the private folders, whose size is limited
        std::uint64_t files = 0;
    };
    [[nodiscard]] HiddenFiles hidden_files() const;

    /// The end of what it wrote to its standard error.
    [[nodiscard]] const std::string& complaints() const;

private:
    class Impl;
    explicit Child(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace foray::process
