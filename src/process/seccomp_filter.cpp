#include "seccomp_filter.h"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

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
constexpr std::array kUncounted = {"memfd_create", "memfd_secret", "mq_open", "msgget", "semget", "shmget"};

using Filter = std::unique_ptr<void, void (*)(scmp_filter_ctx)>;

bool refuse(scmp_filter_ctx filter, const char* name, int error) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) return true;  // unknown to this library, which is older than the call
    // Negative numbers stand for calls of other machines, which the library knows how to skip.
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(static_cast<unsigned>(error)), number, 0) == 0;
}

/// No new space of any kind: a user space of its own would make a program its root.
bool refuse_spaces(scmp_filter_ctx filter) {
    for (const int space : {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP}) {
        const auto flag = static_cast<unsigned long>(space);
#if defined(__s390__)
        constexpr unsigned kFlags = 1;
#else
        constexpr unsigned kFlags = 0;
#endif
        const scmp_arg_cmp has_flag = SCMP_CMP(kFlags, SCMP_CMP_MASKED_EQ, flag, flag);
        if (seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1, &has_flag) != 0) return false;
    }
    // Its flags lie in memory, where no filter sees them. The C library then takes clone.
    return refuse(filter, "clone3", ENOSYS);
}

/// Typing into somebody else's terminal.
bool refuse_terminals(scmp_filter_ctx filter) {
    for (const unsigned long request : {static_cast<unsigned long>(TIOCSTI), static_cast<unsigned long>(TIOCLINUX)}) {
        const scmp_arg_cmp is_request = SCMP_CMP(1, SCMP_CMP_MASKED_EQ, 0xffffffffUL, request);
        if (seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1, &is_request) != 0) return false;
    }
    return true;
}

}  // namespace

Result<Descriptor> seccomp_filter(bool counted) {
    const Filter filter(seccomp_init(SCMP_ACT_ALLOW), seccomp_release);
    if (filter == nullptr) return Error{"no filter of system calls can be made"};
#if defined(__x86_64__)
    // 32-bit programs run as well, and no less filtered. Others (x32) are killed.
    (void)seccomp_arch_add(filter.get(), SCMP_ARCH_X86);
#endif
    bool fine = refuse_spaces(filter.get()) && refuse_terminals(filter.get());
    for (const char* name : kRefused) fine = fine && refuse(filter.get(), name, EPERM);
    if (!counted) {
        for (const char* name : kUncounted) fine = fine && refuse(filter.get(), name, ENOSYS);
    }
    if (!fine) return Error{"the filter of system calls cannot be made"};
    const Descriptor file(memfd_create("foray-seccomp", MFD_CLOEXEC));
    if (!file.is_open() || seccomp_export_bpf(filter.get(), file.number()) != 0 || lseek(file.number(), 0, SEEK_SET) != 0) {
        return Error{std::string("the filter of system calls cannot be written: ") + strerrordesc_np(errno)};
    }
    return lifted(file);
}

}  // namespace foray::process
