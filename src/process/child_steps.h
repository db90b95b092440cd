// Single steps of starting, watching and ending a program, over the system's own calls.
#pragma once

#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "foray/board/descriptor.h"
#include "foray/process/child.h"

namespace foray::process {

inline constexpr double kLongestDeathMs = 5000;

inline timespec time_until(Time deadline) {
    const auto left = std::max(std::chrono::nanoseconds(0), std::chrono::duration_cast<std::chrono::nanoseconds>(deadline - now()));
    return {static_cast<time_t>(left.count() / 1'000'000'000), static_cast<long>(left.count() % 1'000'000'000)};
}

inline Descriptor open_process(pid_t id) { return Descriptor(static_cast<int>(syscall(SYS_pidfd_open, id, 0))); }
/// Until it is dead, but not for ever: a process may hang in the system.
inline void wait_for(const Descriptor& process) {
    pollfd gone{process.number(), POLLIN, 0};
    const Time deadline = after_ms(kLongestDeathMs);
    while (process.is_open() && now() < deadline) {
        const timespec left = time_until(deadline);
        if (ppoll(&gone, 1, &left, nullptr) > 0) return;
    }
}
inline void kill_process(const Descriptor& process) {
    if (process.is_open()) syscall(SYS_pidfd_send_signal, process.number(), SIGKILL, nullptr, 0);
}

inline std::vector<std::pair<int, rlimit>> limits_of(const ProcessLimits& limits) {
    std::vector<std::pair<int, rlimit>> out = {{RLIMIT_CORE, {0, 0}}};
    const auto add = [&](int what, auto value, rlim_t more) {
        if (value) out.push_back({what, {static_cast<rlim_t>(*value), static_cast<rlim_t>(*value) + more}});
    };
    add(RLIMIT_AS, limits.memory_bytes, 0);
    add(RLIMIT_FSIZE, limits.file_bytes, 0);
    add(RLIMIT_CPU, limits.cpu_seconds, 1);
    add(RLIMIT_NOFILE, limits.open_files, 0);
    return out;
}

inline std::vector<const char*> pointers(const std::vector<std::string>& words) {
    std::vector<const char*> out;
    out.reserve(words.size() + 1);
    for (const std::string& word : words) out.push_back(word.c_str());
    out.push_back(nullptr);
    return out;
}

/// The number after "child-pid" in what bubblewrap says on its pipe. Needs no memory: who does not know it cannot wait for what is inside.
inline std::optional<pid_t> read_child_number(int info) {
    std::array<char, 2048> buffer{};
    std::size_t size = 0;
    const auto said = [&] { return std::string_view(buffer.data(), size); };
    int tries = 10;
    const Time deadline = after_ms(kLongestDeathMs);
    while (said().find('}') == std::string_view::npos && size + 1 < buffer.size()) {
        pollfd wait{info, POLLIN, 0};
        const timespec left = time_until(deadline);
        const int ready = ppoll(&wait, 1, &left, nullptr);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) break;
        const ssize_t got = read(info, buffer.data() + size, buffer.size() - size - 1);  // a zero stays at the end
        if (got < 0 && --tries > 0) continue;                                            // a signal, or a failure that may pass
        if (got <= 0) break;
        size += static_cast<std::size_t>(got);
    }
    const std::size_t at = said().find("\"child-pid\":");
    if (at == std::string_view::npos) return std::nullopt;
    const int number = std::atoi(buffer.data() + at + std::strlen("\"child-pid\":"));
    return number > 0 ? std::optional<pid_t>(number) : std::nullopt;
}

/// What must be done although memory may be short for a moment: more than one attempt.
template <class Step>
void insist(Step step) {
    for (int attempt = 0; attempt < 3; ++attempt) {
        try {
            step();
            return;
        } catch (const std::bad_alloc&) {  // the next attempt may have it
        }
    }
}

}  // namespace foray::process
