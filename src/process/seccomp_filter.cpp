#include "seccomp_filter.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <vector>

#include "spawn.h"

namespace foray::process {
namespace {

/// Names, because not every header knows every call; what a machine does not have needs no refusal.
constexpr std::array kRefused = {
    // keys of whoever started the grader
    "add_key", "keyctl", "request_key",
    // other processes
    "kcmp", "pidfd_getfd", "process_madvise", "process_vm_readv", "process_vm_writev", "ptrace",
    // file systems, and files by their number instead of their name
    "fsconfig", "fsmount", "fsopen", "fspick", "mount", "mount_setattr", "move_mount", "name_to_handle_at", "open_by_handle_at",
    "open_tree", "pivot_root", "umount", "umount2", "quotactl", "quotactl_fd", "swapon", "swapoff", "fanotify_init",
    // other spaces than one's own
    "setns", "unshare", "chroot",
    // parts of the kernel where most holes were
    "bpf", "io_uring_enter", "io_uring_register", "io_uring_setup", "lookup_dcookie", "perf_event_open", "userfaultfd", "vmsplice",
    // the machine itself
    "acct", "adjtimex", "clock_adjtime", "clock_adjtime64", "clock_settime", "clock_settime64", "create_module", "delete_module",
    "finit_module", "init_module", "ioperm", "iopl", "kexec_file_load", "kexec_load", "modify_ldt", "nfsservctl", "reboot", "sethostname",
    "setdomainname", "settimeofday", "stime", "syslog", "uselib", "ustat", "vhangup", "_sysctl"};

/// Memory without a process that it is counted with.
constexpr std::array kUncounted = {"memfd_create", "memfd_secret", "mq_open", "msgget", "semget", "shmget", "ipc"};

constexpr std::uint32_t kAnySpace =
    CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

#if defined(__s390__)
constexpr int kFlagsOfClone = 1;
#else
constexpr int kFlagsOfClone = 0;
#endif

/// The filter as the kernel runs it. It is written out here, and libseccomp only asked for numbers, because its own export crashes where
/// memory ends.
class FilterProgram {
public:
    /// What calls of this machine meet; each machine's calls have numbers of their own. Any other machine's are fatal.
    void add_machine(std::uint32_t machine, bool counted) {
        add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch));
        add(BPF_JMP | BPF_JEQ | BPF_K, machine, 1, 0);
        const std::size_t to_next = code_.size();
        add(BPF_JMP | BPF_JA, 0);
        load_number();
        if (machine == SCMP_ARCH_X86_64) {
            // Calls of x32 say that they are of this machine, and have numbers from here on; -1 is what a debugger skips.
            answer(0xffffffff, SECCOMP_RET_ALLOW);
            add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
            add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
        }
        for (const char* name : kRefused) refuse(machine, name, EPERM);
        if (!counted) {
            for (const char* name : kUncounted) refuse(machine, name, ENOSYS);
        }
        // No new space of any kind: a user space of its own would make a program its root. The flags of clone3 lie in memory, where no
        // filter sees them; the C library then takes clone.
        refuse(machine, "clone3", ENOSYS);
        refuse_argument(machine, "clone", kFlagsOfClone, BPF_JSET, {kAnySpace});
        // Typing into somebody else's terminal.
        refuse_argument(machine, "ioctl", 1, BPF_JEQ, {TIOCSTI, TIOCLINUX});
        add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
        code_[to_next].k = static_cast<std::uint32_t>(code_.size() - to_next - 1);
    }

    void end() { add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS); }

    bool write_to(const Descriptor& file) const {
        const std::size_t size = code_.size() * sizeof(sock_filter);
        return write(file.number(), code_.data(), size) == static_cast<ssize_t>(size) && lseek(file.number(), 0, SEEK_SET) == 0;
    }

private:
    void add(int code, std::uint32_t value, std::uint8_t if_true = 0, std::uint8_t if_false = 0) {
        code_.push_back({static_cast<std::uint16_t>(code), if_true, if_false, value});
    }
    void load_number() { add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)); }
    void answer(std::uint32_t number, std::uint32_t action) {
        add(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
        add(BPF_RET | BPF_K, action);
    }

    void refuse(std::uint32_t machine, const char* name, int error) {
        const int number = seccomp_syscall_resolve_name_arch(machine, name);
        // Negative numbers stand for calls that this machine does not have, or that the library is too old to know.
        if (number >= 0) answer(static_cast<std::uint32_t>(number), SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error));
    }

    /// The call is refused where the lower half of an argument passes one of the tests.
    void refuse_argument(std::uint32_t machine, const char* name, int argument, int test, std::initializer_list<std::uint32_t> values) {
        const int number = seccomp_syscall_resolve_name_arch(machine, name);
        if (number < 0) return;
        constexpr std::size_t kLowerHalf = std::endian::native == std::endian::little ? 0 : 4;
        const std::size_t place = offsetof(seccomp_data, args) + static_cast<std::size_t>(argument) * sizeof(std::uint64_t) + kLowerHalf;
        // Past the argument, the tests of it and the number read again.
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, static_cast<std::uint8_t>(2 * values.size() + 2));
        add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(place));
        for (const std::uint32_t value : values) {
            add(BPF_JMP | test | BPF_K, value, 0, 1);
            add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
        }
        load_number();
    }

    std::vector<sock_filter> code_;
};

}  // namespace

Result<Descriptor> seccomp_filter(bool counted) {
    FilterProgram program;
    program.add_machine(seccomp_arch_native(), counted);
#if defined(__x86_64__)
    program.add_machine(SCMP_ARCH_X86, counted);  // 32-bit programs run as well, and no less filtered
#endif
    program.end();
    const Descriptor file(memfd_create("foray-seccomp", MFD_CLOEXEC));
    if (!file.is_open() || !program.write_to(file)) {
        return Error{std::string("the filter of system calls cannot be written: ") + strerrordesc_np(errno)};
    }
    return lifted(file);
}

}  // namespace foray::process
