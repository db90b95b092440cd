#include "foray/process/run.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>

#include "foray/board/descriptor.h"
#include "trees.h"

namespace foray::process {
namespace {

constexpr double kTickMs = 20;
constexpr double kBetweenLooksMs = 50;
constexpr std::uint64_t kBlock = 512;  ///< of st_blocks

/// Whether the folder holds more than it may, or what is held elsewhere is too much. What cannot be read counts as one file.
bool is_over(const RunSpec& spec, const Child::HiddenFiles& hidden) {
    std::uint64_t bytes = hidden.bytes;
    std::uint64_t files = hidden.files;
    const WalkEnd end = walk(spec.program.folder, [&](int, const char*, const struct stat& about) {
        bytes += static_cast<std::uint64_t>(about.st_blocks) * kBlock;
        return ++files <= spec.most_files && bytes <= spec.disk_bytes;
    });
    return end == WalkEnd::kTooDeep || files > spec.most_files || bytes > spec.disk_bytes;
}

/// What a broken limit makes of a run; nothing if none was broken.
std::optional<RunResult::End> end_of(const ChildEnding& ending) {
    switch (ending.limit) {
        case Limit::kCpu: return RunResult::End::kCpuLimit;
        case Limit::kMemory: return RunResult::End::kMemoryLimit;
        case Limit::kProcesses:
            if (ending.kind != ChildEnding::Kind::kExit || ending.code != 0) return RunResult::End::kProcessLimit;
            break;
        case Limit::kNone: break;
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> broken_limit(const RunResult& run, const RunSpec& spec) {
    const ProcessLimits& limits = spec.program.limits;
    const auto seconds = [](double number) {
        std::string text = std::to_string(number);
        text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.')) text.pop_back();
        return text + " s";
    };
    const std::string counted = " (counted by " + accounting() + ")";
    switch (run.end) {
        case RunResult::End::kTimeLimit: return "it had not ended after " + seconds(spec.seconds);
        case RunResult::End::kIdle: return "it did nothing for " + seconds(spec.idle_seconds.value_or(0));
        case RunResult::End::kDiskLimit: return "its files became too many, too large or too deep";
        case RunResult::End::kCpuLimit:
            return "its processes together needed more than " + std::to_string(limits.cpu_seconds.value_or(0)) + " s of CPU time" + counted;
        case RunResult::End::kMemoryLimit:
            return "its processes together needed more than " + std::to_string(limits.memory_bytes.value_or(0) >> 20U) + " MiB of memory" +
                   counted;
        case RunResult::End::kProcessLimit:
            return "it needed more than " + std::to_string(limits.processes.value_or(0)) + " processes at a time" + counted;
        case RunResult::End::kExit:
        case RunResult::End::kSignal:
        case RunResult::End::kStopped: break;
    }
    return std::nullopt;
}

Result<RunResult> run_once(const RunSpec& spec) {
    RunResult out;
    const Time begin = now();
    const auto started = Child::start(spec.program);
    if (!started) return started.error();
    Child& child = **started;
    const Time deadline = begin + std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(spec.seconds));
    (void)child.send(spec.input, deadline);  // a program may have its answer before it has read everything
    child.close_input();
    Time next_look = begin;
    bool by_itself = false;
    for (;;) {
        const Time tick = std::min(deadline, after_ms(kTickMs));
        const LineRead read = child.read_rest(tick, spec.most_output);
        out.out = read.line;
        // It may close its output long before its end.
        by_itself = read.state == ReadState::kEnd ? child.wait(tick) : child.has_ended();
        if (by_itself) break;
        const Time time = now();
        if (spec.stop != nullptr && spec.stop->load()) {
            out.end = RunResult::End::kStopped;
            break;
        }
        if (time >= deadline) {
            out.end = RunResult::End::kTimeLimit;
            break;
        }
        if (spec.idle_seconds && child.idle_seconds() >= *spec.idle_seconds) {
            out.end = RunResult::End::kIdle;
            break;
        }
        if (time >= next_look && !spec.program.folder.empty()) {
            if (is_over(spec, child.hidden_files())) {
                out.end = RunResult::End::kDiskLimit;
                break;
            }
            next_look = after_ms(kBetweenLooksMs);
        }
    }
    out.ms = ms_between(begin, now());
    const ChildEnding ending = child.end();
    out.cpu_seconds = ending.cpu_seconds;
    out.peak_bytes = ending.peak_bytes;
    out.err = child.complaints();
    if (!by_itself) {
        // A bomb that never ends is stopped by the clock, but what it broke is another limit.
        if (out.end == RunResult::End::kTimeLimit || out.end == RunResult::End::kIdle) out.end = end_of(ending).value_or(out.end);
        return out;
    }
    out.end = ending.kind == ChildEnding::Kind::kSignal ? RunResult::End::kSignal : RunResult::End::kExit;
    out.code = ending.code;
    out.end = end_of(ending).value_or(out.end);
    if (!spec.program.folder.empty() && is_over(spec, {})) out.end = RunResult::End::kDiskLimit;
    return out;
}

FileState read_left_file(const std::string& path, std::uint64_t limit, std::string& text) {
    const Descriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file.is_open()) {
        if (errno == ENOENT) return FileState::kMissing;
        const bool is_ours = errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == EIO;
        return is_ours ? FileState::kFailed : FileState::kNotPlain;
    }
    struct stat about{};
    FileState state = FileState::kRead;
    if (fstat(file.number(), &about) != 0 || !S_ISREG(about.st_mode)) {
        state = FileState::kNotPlain;
    } else if (static_cast<std::uint64_t>(about.st_size) >= limit) {
        state = FileState::kTooLarge;
    } else {
        text.resize(static_cast<std::size_t>(about.st_size));
        std::size_t got = 0;
        while (got < text.size()) {
            const ssize_t count = read(file.number(), text.data() + got, text.size() - got);
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) state = FileState::kFailed;
            if (count <= 0) break;
            got += static_cast<std::size_t>(count);
        }
        text.resize(got);
    }
    return state;
}

}  // namespace foray::process
