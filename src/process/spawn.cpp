#include "spawn.h"

#include <fcntl.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <thread>

namespace foray::process {
namespace {

constexpr int kFirstOwnDescriptor = 10;
constexpr std::size_t kStackBytes = 256 * 1024;

struct Birth {
    const SpawnRequest* request;
    pid_t parent;
    int error;  ///< written by the new process, which shares our memory until it becomes the program
};

int be_born(void* data) {
    auto& birth = *static_cast<Birth*>(data);
    const SpawnRequest& request = *birth.request;
    const auto fail = [&birth] {
        birth.error = errno;
        _exit(127);
    };
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != birth.parent) _exit(127);  // died between the two lines above
    setsid();
    // A session keyring of its own: ours may hold keys. Where the system knows no keyrings nothing is lost.
    syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr);
    for (const int group : request.groups) {
        if (write(group, "0", 1) != 1) fail();
    }
    if (dup2(request.in, STDIN_FILENO) < 0 || dup2(request.out, STDOUT_FILENO) < 0 || dup2(request.err, STDERR_FILENO) < 0) fail();
    // Ours close by themselves; there may be others, from whoever started us.
    static_assert(kFilterDescriptor + 1 == kInfoDescriptor);
    close_range(STDERR_FILENO + 1, kFilterDescriptor - 1, 0);
    for (const auto& [from, to] : {std::pair(request.filter, kFilterDescriptor), std::pair(request.info, kInfoDescriptor)}) {
        if (from >= 0 && dup2(from, to) < 0) fail();
        if (from < 0) close(to);
    }
    close_range(kInfoDescriptor + 1, ~0U, 0);
    // Handlers vanish with the old program; what was ignored would stay ignored.
    struct sigaction normal{};
    normal.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &normal, nullptr);
    for (const auto& [what, limit] : request.limits) setrlimit(static_cast<__rlimit_resource>(what), &limit);
    if (request.folder != nullptr && chdir(request.folder) != 0) fail();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execve(request.path, const_cast<char* const*>(request.argv), const_cast<char* const*>(request.environment));
    fail();
    return 127;
}

Spawned spawn_here(const SpawnRequest& request, std::vector<char>& stack) {
    Birth birth{&request, getpid(), 0};
    // Our handlers must not run in a process that shares our memory.
    sigset_t all;
    sigset_t old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    // Like vfork: no copy of our tables is made, and we go on when the program has begun.
    const pid_t id = clone(be_born, stack.data() + stack.size(), CLONE_VM | CLONE_VFORK | SIGCHLD, &birth);
    const int error = id < 0 ? errno : birth.error;
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
    return {id, error};
}

/// A program is told of the end of the *thread* that started it, so all are started by one that never ends.
class Spawner {
public:
    Spawned spawn(const SpawnRequest& request) {
        const std::lock_guard one_at_a_time(turn_);
        std::unique_lock lock(mutex_);
        if (!running_) {
            std::thread([this] { work(); }).detach();
            running_ = true;
        }
        request_ = &request;
        changed_.notify_all();
        changed_.wait(lock, [this] { return request_ == nullptr; });
        return answer_;
    }

private:
    void work() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [this] { return request_ != nullptr; });
            answer_ = spawn_here(*request_, stack_);
            request_ = nullptr;
            changed_.notify_all();
        }
    }

    std::mutex turn_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool running_ = false;
    const SpawnRequest* request_ = nullptr;
    Spawned answer_;
    std::vector<char> stack_ = std::vector<char>(kStackBytes);  ///< here, because nobody would hear of it if the thread found no memory
};

}  // namespace

std::optional<Pipe> make_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
    Pipe low{Descriptor(ends[0]), Descriptor(ends[1])};
    Pipe pipe{lifted(low.read), lifted(low.write)};
    if (!pipe.read.is_open() || !pipe.write.is_open()) return std::nullopt;
    return pipe;
}

Descriptor lifted(const Descriptor& low) { return Descriptor(fcntl(low.number(), F_DUPFD_CLOEXEC, kFirstOwnDescriptor)); }

void set_nonblocking(int descriptor) { fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK); }

Spawned spawn(const SpawnRequest& request) {
    // Never destroyed: its thread may still wait when the program ends. A process that was forked from us has no such thread.
    static std::mutex mutex;
    static Spawner* spawner = nullptr;
    static pid_t owner = 0;
    Spawner* one = nullptr;
    {
        const std::lock_guard lock(mutex);
        if (owner != getpid()) {
            spawner = new Spawner;  // NOLINT(cppcoreguidelines-owning-memory)
            owner = getpid();
        }
        one = spawner;
    }
    return one->spawn(request);
}

}  // namespace foray::process
