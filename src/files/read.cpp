#include "read.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "foray/board/descriptor.h"
#include "foray/files/files.h"

namespace foray::files {
namespace {

using Clock = std::chrono::steady_clock;

Error problem(const std::string& path, int code) { return Error{std::strerror(code), 0, 0, path}; }

/// Waits until there is something to read, or an end of it. False: it said nothing for that long.
bool wait_for(int file, std::chrono::milliseconds silence) {
    const auto deadline = Clock::now() + silence;
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd wait{file, POLLIN, 0};
        const int ready = ::poll(&wait, 1, left > 0 ? static_cast<int>(left) : 0);
        if (ready > 0) return true;
        if (ready == 0 || errno != EINTR) return false;
    }
}

}  // namespace

Result<std::string> read_patiently(const std::string& path, std::size_t most, std::chrono::milliseconds silence) {
    // Or the opening itself would wait for somebody who writes to a pipe.
    int number = -1;
    while ((number = ::open(path.c_str(), O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)) < 0 && errno == EINTR) {
    }
    const Descriptor file(number);
    if (!file.is_open()) return problem(path, errno);
    struct stat found{};
    if (::fstat(file.number(), &found) != 0) return problem(path, errno);
    if (S_ISDIR(found.st_mode)) return Error{"is a directory", 0, 0, path};
    const auto too_large = [&] { return Error{"larger than " + std::to_string(most >> 20) + " MiB", 0, 0, path}; };
    if (S_ISREG(found.st_mode) && static_cast<std::size_t>(found.st_size) > most) return too_large();
    const bool is_terminal = S_ISCHR(found.st_mode) && ::isatty(file.number()) == 1;
    // What a file says of itself that has no size is made when it is read, and some of that waits (/proc/kmsg).
    bool may_wait = !S_ISREG(found.st_mode);
    std::string text;
    std::array<char, std::size_t{1} << 16> buffer;
    for (;;) {
        if (may_wait && !wait_for(file.number(), is_terminal ? std::chrono::hours(24) : silence)) {
            return Error{"said nothing for " + std::to_string(silence.count() / 1000) + " s", 0, 0, path};
        }
        const ssize_t got = ::read(file.number(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) {
            may_wait = true;
            continue;
        }
        if (got < 0) return problem(path, errno);
        if (got == 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(got));
        if (text.size() > most) return too_large();
    }
}

Result<std::string> read_whole(const std::string& path, std::size_t most) { return read_patiently(path, most, kLongestSilence); }

}  // namespace foray::files
