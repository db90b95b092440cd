#include "strays.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <utility>

namespace foray::process {
namespace {

std::mutex mutex;
std::set<pid_t>& own_children() {
    static auto& set = *new std::set<pid_t>;  // NOLINT(cppcoreguidelines-owning-memory): threads may outlive main
    return set;
}

/// What /proc/N/stat says; see proc(5).
struct Stat {
    pid_t parent = 0;
    pid_t session = 0;
    double cpu_seconds = 0;
};

std::optional<Stat> stat_of(pid_t id) {
    // "12 (name) S parent group session ...": a name may hold anything, so the last parenthesis counts.
    const std::string text = proc_text(id, "stat");
    const std::size_t after = text.rfind(')');
    if (after == std::string::npos) return std::nullopt;
    // Numbers from the second word on. Not read by a stream, which says nothing of memory that has ended: a stray would be missed.
    constexpr std::size_t kNumbers = 14;
    std::array<long long, kNumbers> number{};
    if (text.size() < after + std::strlen(") S")) return std::nullopt;
    const char* at = text.c_str() + after + std::strlen(") S");
    for (long long& one : number) {
        char* end = nullptr;
        one = std::strtoll(at, &end, 10);
        if (end == at) return std::nullopt;
        at = end;
    }
    // parent group session tty foreground flags, four counts of faults, four of ticks
    Stat stat{static_cast<pid_t>(number[0]), static_cast<pid_t>(number[2]), 0};
    for (std::size_t i = kNumbers - 4; i < kNumbers; ++i) {
        stat.cpu_seconds += static_cast<double>(number[i]) / static_cast<double>(sysconf(_SC_CLK_TCK));
    }
    return stat;
}

template <class Visit>
void for_each_process(Visit visit) {
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc"), closedir);
    if (folder == nullptr) return;
    while (const dirent* entry = readdir(folder.get())) {  // NOLINT(concurrency-mt-unsafe): a stream of our own
        const auto id = static_cast<pid_t>(std::atoi(entry->d_name));
        if (id <= 0) continue;
        if (const auto stat = stat_of(id)) visit(id, *stat);
    }
}

/// The processes whose parent we are, but for those we started.
std::set<pid_t> adopted() {
    std::set<pid_t> found;
    for_each_process([&found](pid_t id, const Stat& stat) {
        if (stat.parent == getpid() && own_children().count(id) == 0) found.insert(id);
    });
    return found;
}

/// The name of the process space that a process lives in.
std::string space_of(pid_t id) {
    std::array<char, 64> name{};
    const ssize_t size = readlink(("/proc/" + std::to_string(id) + "/ns/pid").c_str(), name.data(), name.size());
    return size > 0 ? std::string(name.data(), static_cast<std::size_t>(size)) : "";
}

bool carries(pid_t id, const std::string& token) {
    const std::string entries = '\0' + proc_text(id, "environ");
    return entries.find('\0' + token + '\0') != std::string::npos;
}

}  // namespace

std::string proc_text(pid_t id, const char* file) {
    const Descriptor in(open(("/proc/" + std::to_string(id) + "/" + file).c_str(), O_RDONLY | O_CLOEXEC));
    if (!in.is_open()) return "";
    std::string text;
    std::array<char, 4096> piece{};
    while (true) {
        const ssize_t size = read(in.number(), piece.data(), piece.size());
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) return "";
        if (size == 0) return text;
        text.append(piece.data(), static_cast<std::size_t>(size));
    }
}

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

Spawned spawn_own(const SpawnRequest& request) {
    const std::lock_guard lock(mutex);  // or it could be taken for a stray before it is remembered
    // Its place among ours is made before: memory that is missing afterwards would leave a program that nobody ends.
    std::set<pid_t> place = {0};
    auto node = place.extract(place.begin());
    auto& own = own_children();
    const Spawned spawned = spawn(request);
    if (spawned.id >= 0) {
        node.value() = spawned.id;
        own.insert(std::move(node));
    }
    return spawned;
}

int wait_for_own(pid_t id, rusage& usage) {
    const std::lock_guard lock(mutex);  // once it is gone its number may be another's
    int status = 0;
    while (wait4(id, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    own_children().erase(id);
    return status;
}

void kill_own() noexcept {
    // Another thread may be starting one just now; but this very thread may hold it, too, so not for ever.
    std::unique_lock lock(mutex, std::defer_lock);
    for (int tries = 0; !lock.try_lock(); ++tries) {
        if (tries == 100) return;
        usleep(10'000);
    }
    try {
        for (const pid_t id : own_children()) {
            kill(-id, SIGKILL);
            kill(id, SIGKILL);
            waitpid(id, nullptr, 0);
        }
    } catch (const std::bad_alloc&) {  // there is not even a list
    }
}

double cpu_seconds_of(pid_t leader, pid_t inside) {
    const std::string space = inside > 0 ? space_of(inside) : "";
    double sum = 0;
    for_each_process([&](pid_t id, const Stat& stat) {
        if (stat.session == leader || (!space.empty() && space_of(id) == space)) sum += stat.cpu_seconds;
    });
    return sum;
}

void kill_strays(const std::string& token) {
    constexpr int kRounds = 200;  // each may hand over another generation
    const std::lock_guard lock(mutex);
    for (int round = 0; round < kRounds; ++round) {
        bool any = false;
        for (const pid_t id : adopted()) {
            if (waitpid(id, nullptr, WNOHANG) == id) continue;  // a dead one of whoever it was
            if (!carries(id, token)) continue;
            any = true;
            kill(id, SIGKILL);
            waitpid(id, nullptr, 0);
        }
        if (!any) return;
    }
}

}  // namespace foray::process
