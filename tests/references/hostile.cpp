// Programs that take more than they were given, for the tests of the cage: `hostile ATTACK`. Each says on its standard output how much it
// has got so far, in bytes or in milliseconds, one number a line.
#include <fcntl.h>
#include <linux/keyctl.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kPiece = std::size_t{4} << 20U;
constexpr std::size_t kVeryMuch = std::size_t{1} << 30U;

const std::vector<char>& piece() {
    static const std::vector<char> bytes(kPiece, 'x');
    return bytes;
}

void say(unsigned long long number) {
    const std::string line = std::to_string(number) + "\n";
    (void)!write(STDOUT_FILENO, line.data(), line.size());
}

[[noreturn]] void wait_for_ever() {
    for (;;) pause();
}

/// Writes files of a size below what one may have, until that fails or `most` is reached.
std::size_t fill(const std::string& folder, std::size_t most, bool keep_name, bool close_it) {
    std::size_t sum = 0;
    for (int i = 0; sum < most; ++i) {
        const std::string name = folder + "/fill" + std::to_string(i);
        const int file = open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (file < 0) return sum;
        if (!keep_name) unlink(name.c_str());
        for (int j = 0; j < 2; ++j) {
            const ssize_t wrote = write(file, piece().data(), kPiece);
            if (wrote <= 0) return sum;
            sum += static_cast<std::size_t>(wrote);
            say(sum);
        }
        if (!close_it) continue;
        if (!keep_name) (void)mmap(nullptr, 2 * kPiece, PROT_READ, MAP_SHARED, file, 0);  // closed, without a name, and still there
        close(file);
    }
    return sum;
}

void burn(double seconds) {
    timespec used{};
    do {
        for (volatile int i = 0; i < 100'000; i = i + 1) {
        }
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    } while (static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9 < seconds);
}

constexpr int kChildren = 8;

/// Lies in memory that all share.
struct Held {
    unsigned long long sum;
    std::array<unsigned long long, kChildren> each;
};

/// Children that touch memory piece by piece. What the system ends to make room has nothing any more, and is taken out of the sum.
int many_children(int kind) {
    auto* held = static_cast<Held*>(mmap(nullptr, sizeof(Held), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    constexpr std::size_t kEach = 48U << 20U;
    std::array<pid_t, kChildren> children{};
    for (std::size_t i = 0; i < children.size(); ++i) {
        children[i] = fork();
        if (children[i] != 0) continue;
        auto* memory = static_cast<char*>(mmap(nullptr, kEach, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS, -1, 0));
        for (std::size_t at = 0; at < kEach; at += kPiece) {
            std::memset(memory + at, 1, kPiece);
            held->each[i] += kPiece;
            say(__atomic_add_fetch(&held->sum, kPiece, __ATOMIC_RELAXED));
        }
        wait_for_ever();
    }
    for (pid_t ended = 0; (ended = waitpid(-1, nullptr, 0)) > 0;) {
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (children[i] == ended) __atomic_sub_fetch(&held->sum, held->each[i], __ATOMIC_RELAXED);
        }
    }
    wait_for_ever();
}

/// Memory that is in no process's list.
int memory_files() {
    for (std::size_t sum = 0; sum < kVeryMuch;) {
        const int file = memfd_create("x", 0);
        if (file < 0) return 1;
        for (int i = 0; i < 2; ++i) {
            if (write(file, piece().data(), kPiece) <= 0) return 1;
            say(sum += kPiece);
        }
    }
    wait_for_ever();
}

int system_v() {
    for (std::size_t sum = 0; sum < kVeryMuch; sum += kPiece) {
        const int id = shmget(IPC_PRIVATE, kPiece, IPC_CREAT | 0600);
        void* place = id < 0 ? nullptr : shmat(id, nullptr, 0);
        if (id < 0 || place == reinterpret_cast<void*>(-1)) return 1;
        std::memset(place, 1, kPiece);
        shmdt(place);
        say(sum + kPiece);
    }
    wait_for_ever();
}

/// In a user space of one's own everybody is root.
int own_space() {
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0 && syscall(SYS_clone, CLONE_NEWUSER | CLONE_NEWNS | SIGCHLD, nullptr) != 0) return 1;
    mkdir("own", 0700);
    if (mount("none", "own", "tmpfs", 0, nullptr) != 0) return 1;
    fill("own", kVeryMuch, true, true);
    wait_for_ever();
}

int ignored_children(double each, bool orphans) {
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 4; ++i) {
        if (fork() != 0) continue;
        if (orphans && fork() != 0) _exit(0);
        burn(each);
        _exit(0);
    }
    wait_for_ever();
}

int short_lives() {
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        if (fork() == 0) {
            burn(0.004);
            _exit(0);
        }
        usleep(2'000);
    }
}

int deep_folders() {
    for (int i = 0; i < 3000; ++i) {
        if (mkdir("d", 0700) != 0 || chdir("d") != 0) break;
    }
    fill(".", kVeryMuch, true, true);
    wait_for_ever();
}

int dark_folder() {
    mkdir("dark", 0700);
    chmod("dark", 0300);
    fill("dark", kVeryMuch, true, true);
    wait_for_ever();
}

int many_files(const char* folder) {
    for (unsigned i = 0; i < 10'000'000; ++i) {
        const int file = open((std::string(folder) + "/n" + std::to_string(i)).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (file < 0) break;
        close(file);
        if (i % 100 == 0) say(i);
    }
    wait_for_ever();
}

int bomb() {
    for (;;) {
        if (fork() < 0) usleep(1'000);
    }
}

int threads() {
    pthread_attr_t small{};
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 * 1024);
    for (unsigned i = 0; i < 1000; ++i) {
        pthread_t thread{};
        if (pthread_create(&thread, &small, [](void*) -> void* { wait_for_ever(); }, nullptr) != 0) break;
        say(i + 1);
    }
    wait_for_ever();
}

/// Says how many of the calls that nobody needs were allowed, by name on standard error.
int calls() {
    unsigned long long allowed = 0;
    const auto count = [&](const char* name, long result) {
        if (result < 0 && (errno == EPERM || errno == ENOSYS)) return;
        ++allowed;
        std::fprintf(stderr, "%s: %s\n", name, result < 0 ? std::strerror(errno) : "allowed");
    };
    perf_event_attr event{};
    event.size = sizeof event;
    std::array<char, 256> text{};
    count("keyctl", syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0));
    count("add_key", syscall(SYS_add_key, "user", "x", "y", 1, KEY_SPEC_PROCESS_KEYRING));
    count("request_key", syscall(SYS_request_key, "user", "foray-test-key", nullptr, 0));
    count("ptrace", ptrace(PTRACE_TRACEME, 0, nullptr, nullptr));
    count("process_vm_readv", syscall(SYS_process_vm_readv, getpid(), nullptr, 0, nullptr, 0, 0));
    count("mount", mount("none", "/tmp", "tmpfs", 0, nullptr));
    count("umount", umount("/tmp"));
    count("unshare", unshare(CLONE_NEWUSER));
    count("clone", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, nullptr));
    count("clone3", syscall(SYS_clone3, text.data(), 64));
    count("setns", setns(0, 0));
    count("bpf", syscall(SYS_bpf, 0, text.data(), text.size()));
    count("perf_event_open", syscall(SYS_perf_event_open, &event, 0, -1, -1, 0));
    count("userfaultfd", syscall(SYS_userfaultfd, 0));
    count("io_uring_setup", syscall(SYS_io_uring_setup, 1, text.data()));
    count("open_by_handle_at", syscall(SYS_open_by_handle_at, AT_FDCWD, text.data(), 0));
    count("syslog", syscall(SYS_syslog, 3, text.data(), text.size()));
    say(allowed);
    return 0;
}

/// Reads the key that the test has put into its own session's keyring.
int key() {
    std::array<char, 64> text{};
    const long id = syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_SESSION_KEYRING, "user", "foray-test", 0);
    if (id >= 0) (void)syscall(SYS_keyctl, KEYCTL_READ, id, text.data(), text.size() - 1);
    std::puts(id < 0 ? std::strerror(errno) : text.data());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string attack = argc > 1 ? argv[1] : "";
    const auto filled = [](const char* folder) {
        fill(folder, kVeryMuch, true, true);
        wait_for_ever();
        return 0;
    };
    if (attack == "processes") return many_children(MAP_PRIVATE);
    if (attack == "shared-memory") return many_children(MAP_SHARED);
    if (attack == "memory-files") return memory_files();
    if (attack == "system-v") return system_v();
    if (attack == "own-space") return own_space();
    if (attack == "ignored-children") return ignored_children(1.2, false);
    if (attack == "orphans") return ignored_children(1.2, true);
    if (attack == "short-lives") return short_lives();
    if (attack == "dev-shm") return filled("/dev/shm");
    if (attack == "dev") return filled("/dev");
    if (attack == "root") return filled("/");
    if (attack == "tmp") return filled("/tmp");
    if (attack == "folder") return filled(".");
    if (attack == "unlinked") {
        fill(".", kVeryMuch, false, false);
        wait_for_ever();
    }
    if (attack == "mapped") {
        fill(".", kVeryMuch, false, true);
        wait_for_ever();
    }
    if (attack == "deep") return deep_folders();
    if (attack == "dark") return dark_folder();
    if (attack == "files") return many_files(".");
    if (attack == "tmp-files") return many_files("/tmp");
    if (attack == "bomb") return bomb();
    if (attack == "threads") return threads();
    if (attack == "calls") return calls();
    if (attack == "key") return key();
    if (attack == "idle") wait_for_ever();
    std::fprintf(stderr, "unknown attack %s\n", attack.c_str());
    return 2;
}
