#include "sandbox.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

#include "command.h"

#if defined(__linux__)
#include <sys/prctl.h>
#endif

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace foray::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kKeptErr = 4096;
constexpr int kTickMs = 2;

volatile std::sig_atomic_t interrupted = 0;
void on_interrupt(int) { interrupted = 1; }

/// While a program runs, Ctrl-C must first end the program, which has a session of its own and would not hear of it.
class InterruptGuard {
public:
    InterruptGuard() {
        interrupted = 0;
        struct sigaction action {};
        action.sa_handler = on_interrupt;
        for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &old_[i]);
    }
    ~InterruptGuard() {
        for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &old_[i], nullptr);
    }
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

private:
    static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, kSignals.size()> old_{};
};

class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor() { reset(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return number_; }
    void reset(int number = -1) {
        if (number_ >= 0) close(number_);
        number_ = number;
    }

private:
    int number_;
};

/// The processes whose parent we are. Where there is no /proc, none are found.
std::set<pid_t> children() {
    std::set<pid_t> found;
    DIR* folder = opendir("/proc");
    if (folder == nullptr) return found;
    while (const dirent* entry = readdir(folder)) {
        const auto id = static_cast<pid_t>(std::atoi(entry->d_name));
        if (id <= 0) continue;
        std::ifstream file("/proc/" + std::string(entry->d_name) + "/stat");
        std::string text;
        std::getline(file, text);
        // "12 (name) S parent ...": a name may hold anything, so the last parenthesis counts.
        const std::size_t after = text.rfind(')');
        if (after == std::string::npos || after + 4 >= text.size()) continue;
        if (std::atoi(text.c_str() + after + 4) == getpid()) found.insert(id);
    }
    closedir(folder);
    return found;
}

/// Descendants that left the process group come to us when their parents die, because we asked to be their reaper. Each round may
/// hand over another generation.
void kill_strays(const std::set<pid_t>& ours) {
    constexpr int kRounds = 50;
    for (int round = 0; round < kRounds; ++round) {
        bool any = false;
        for (const pid_t child : children()) {
            if (ours.count(child) != 0) continue;
            any = true;
            kill(child, SIGKILL);
            waitpid(child, nullptr, 0);
        }
        if (!any) return;
    }
}

void set_limit(decltype(RLIMIT_AS) what, rlim_t soft, rlim_t hard) {
    const rlimit limit{soft, hard};
    setrlimit(what, &limit);
}

struct Start {
    const char* folder;
    const char* const* arguments;
    const char* const* environment;
    rlim_t cpu_seconds;
    const SandboxLimits& limits;
};

/// Between fork and exec: system calls only.
[[noreturn]] void become(const Start& start, int err) {
    setsid();
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    if (nothing > STDERR_FILENO) close(nothing);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGXFSZ, SIGXCPU}) std::signal(signal, SIG_DFL);
    set_limit(RLIMIT_CORE, 0, 0);
    set_limit(RLIMIT_CPU, start.cpu_seconds, start.cpu_seconds + 1);
    set_limit(RLIMIT_FSIZE, start.limits.file_bytes, start.limits.file_bytes);
    set_limit(RLIMIT_AS, start.limits.memory_bytes, start.limits.memory_bytes);
    if (chdir(start.folder) == 0) {
        execve("/bin/sh", const_cast<char* const*>(start.arguments), const_cast<char* const*>(start.environment));
    }
    _exit(127);
}

/// Takes what is there, keeps the end; false at the end of the stream.
bool take(int from, std::string& kept) {
    std::array<char, 65536> buffer;
    const ssize_t got = read(from, buffer.data(), buffer.size());
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    kept.append(buffer.data(), static_cast<std::size_t>(got));
    if (kept.size() > kKeptErr) kept.erase(0, kept.size() - kKeptErr);
    return got > 0;
}

bool has_ended(pid_t child) {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

double ms_since(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

/// Waits for the end of the program or of its time, and reads what it complains about.
void watch(pid_t child, const SandboxLimits& limits, Descriptor& err, SandboxRun& run) {
    const Clock::time_point start = Clock::now();
    for (;;) {
        const bool ended = has_ended(child);
        run.ms = ms_since(start);
        if (ended || interrupted != 0) break;
        if (run.ms >= limits.wall_seconds * 1000) {
            run.end = SandboxRun::End::kTimeLimit;
            break;
        }
        pollfd wait{err.get(), POLLIN, 0};
        poll(&wait, 1, kTickMs);
        if (wait.revents != 0 && !take(err.get(), run.err)) err.reset();
    }
    if (err.get() >= 0) take(err.get(), run.err);
}

/// Our environment with `added` entries in place of those of the same name.
std::vector<const char*> environment_with(const std::vector<std::string>& added) {
    std::vector<const char*> out;
    for (const std::string& entry : added) out.push_back(entry.c_str());
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const auto replaces = [&](const std::string& other) { return std::strncmp(other.c_str(), *entry, other.find('=') + 1) == 0; };
        if (std::none_of(added.begin(), added.end(), replaces)) out.push_back(*entry);
    }
    out.push_back(nullptr);
    return out;
}

}  // namespace

SandboxRun run_sandboxed(const std::string& command_line, const std::string& folder, const SandboxLimits& limits,
                         const std::vector<std::string>& environment) {
#if defined(__linux__)
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    const std::set<pid_t> ours = children();
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) throw Failure(std::string("no pipe: ") + std::strerror(errno));
    Descriptor err(ends[0]);
    Descriptor child_err(ends[1]);
    // The program's own writes should wait rather than fail.
    fcntl(ends[1], F_SETFL, fcntl(ends[1], F_GETFL) & ~O_NONBLOCK);
    const std::array<const char*, 4> arguments = {"sh", "-c", command_line.c_str(), nullptr};
    const std::vector<const char*> variables = environment_with(environment);
    const auto cpu_seconds = static_cast<rlim_t>(std::ceil(limits.cpu_seconds));
    const Start start{folder.c_str(), arguments.data(), variables.data(), cpu_seconds, limits};
    const InterruptGuard guard;
    SandboxRun run;
    const pid_t child = fork();
    if (child < 0) throw Failure(std::string("the program cannot be started: ") + std::strerror(errno));
    if (child == 0) become(start, child_err.get());
    child_err.reset();
    watch(child, limits, err, run);
    // The leader is not reaped yet, so its number still means this group.
    kill(-child, SIGKILL);
    kill(child, SIGKILL);  // if it had no time to make its group
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    kill_strays(ours);
    if (interrupted != 0) throw Failure("interrupted");
    const auto ms_of = [](const timeval& time) { return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3; };
    run.cpu_ms = ms_of(usage.ru_utime) + ms_of(usage.ru_stime);
    run.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    if (run.end == SandboxRun::End::kTimeLimit) return run;
    run.end = WIFSIGNALED(status) ? SandboxRun::End::kSignal : SandboxRun::End::kExit;
    run.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    return run;
}

std::string signal_name(int signal) {
    const char* name = sigabbrev_np(signal);
    return name == nullptr ? "signal " + std::to_string(signal) : "SIG" + std::string(name);
}

ScratchFolder::ScratchFolder() {
    path_ = (std::filesystem::temp_directory_path() / "foray-grade-XXXXXX").string();
    if (mkdtemp(path_.data()) == nullptr) throw Failure(path_ + ": " + std::strerror(errno));
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace foray::cli
