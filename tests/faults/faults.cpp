// A library for LD_PRELOAD that lets one call of the system fail: FORAY_FAULT=KIND:N fails the N-th call of a kind after main has begun,
// and then creates the file that FORAY_FAULT_FIRED names, so that a test can go on until nothing is left to fail.
//
// Kinds: malloc (also calloc, realloc), mmap, open, read, write, fsync, rename, thread. Reads and writes of terminals and pipes (0, 1, 2)
// are left alone: their failure is the shell's business; so are the programs that the command starts.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
}

namespace {

enum class Kind { kNone, kMalloc, kMmap, kOpen, kRead, kWrite, kFsync, kRename, kThread };

std::atomic<bool> armed{false};
std::atomic<long> left{0};
Kind wanted = Kind::kNone;
const char* fired = nullptr;

template <class F>
F* real(const char* name) {
    return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}

void arm() {
    constexpr struct {
        const char* name;
        Kind kind;
    } kKinds[] = {{"malloc", Kind::kMalloc}, {"mmap", Kind::kMmap},   {"open", Kind::kOpen},     {"read", Kind::kRead},
                  {"write", Kind::kWrite},   {"fsync", Kind::kFsync}, {"rename", Kind::kRename}, {"thread", Kind::kThread}};
    const char* fault = std::getenv("FORAY_FAULT");
    fired = std::getenv("FORAY_FAULT_FIRED");
    const char* colon = fault != nullptr ? std::strchr(fault, ':') : nullptr;
    if (colon == nullptr || fired == nullptr) return;
    for (const auto& one : kKinds) {
        if (std::strlen(one.name) == static_cast<std::size_t>(colon - fault) && std::strncmp(one.name, fault, std::strlen(one.name)) == 0) {
            wanted = one.kind;
        }
    }
    left = std::atol(colon + 1);
    // Programs that this one starts are left alone.
    for (const char* name : {"LD_PRELOAD", "FORAY_FAULT"}) unsetenv(name);
    armed = true;
}

bool fails(Kind kind) {
    if (!armed.load(std::memory_order_relaxed) || kind != wanted || left.fetch_sub(1) != 1) return false;
    armed = false;
    const int file = real<int(const char*, int, ...)>("open")(fired, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) close(file);
    return true;
}

using Main = int(int, char**, char**);
Main* real_main = nullptr;
int armed_main(int argc, char** argv, char** environment) {
    arm();
    return real_main(argc, argv, environment);
}

}  // namespace

extern "C" {

int __libc_start_main(Main* main, int argc, char** argv, void (*init)(), void (*fini)(), void (*rtld_fini)(), void* stack_end) {
    real_main = main;
    using Start = int(Main*, int, char**, void (*)(), void (*)(), void (*)(), void*);
    return real<Start>("__libc_start_main")(armed_main, argc, argv, init, fini, rtld_fini, stack_end);
}

void* malloc(std::size_t size) {
    if (!fails(Kind::kMalloc)) return __libc_malloc(size);
    errno = ENOMEM;
    return nullptr;
}
void* calloc(std::size_t count, std::size_t size) {
    if (!fails(Kind::kMalloc)) return __libc_calloc(count, size);
    errno = ENOMEM;
    return nullptr;
}
void* realloc(void* old, std::size_t size) {
    if (!fails(Kind::kMalloc)) return __libc_realloc(old, size);
    errno = ENOMEM;
    return nullptr;
}
void* mmap(void* address, std::size_t length, int protection, int flags, int file, off_t offset) {
    static auto* const next = real<void*(void*, std::size_t, int, int, int, off_t)>("mmap");
    if (!fails(Kind::kMmap)) return next(address, length, protection, flags, file, offset);
    errno = ENOMEM;
    return MAP_FAILED;
}
int open(const char* path, int flags, ...) {
    std::va_list more;
    va_start(more, flags);
    const auto mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : mode_t{0};
    va_end(more);
    static auto* const next = real<int(const char*, int, ...)>("open");
    if (!fails(Kind::kOpen)) return next(path, flags, mode);
    errno = EMFILE;
    return -1;
}
ssize_t read(int file, void* data, std::size_t bytes) {
    static auto* const next = real<ssize_t(int, void*, std::size_t)>("read");
    if (file <= 2 || !fails(Kind::kRead)) return next(file, data, bytes);
    errno = EIO;
    return -1;
}
ssize_t write(int file, const void* data, std::size_t bytes) {
    static auto* const next = real<ssize_t(int, const void*, std::size_t)>("write");
    if (file <= 2 || !fails(Kind::kWrite)) return next(file, data, bytes);
    errno = ENOSPC;
    return -1;
}
ssize_t pwrite(int file, const void* data, std::size_t bytes, off_t offset) {
    static auto* const next = real<ssize_t(int, const void*, std::size_t, off_t)>("pwrite");
    if (!fails(Kind::kWrite)) return next(file, data, bytes, offset);
    errno = ENOSPC;
    return -1;
}
ssize_t pread(int file, void* data, std::size_t bytes, off_t offset) {
    static auto* const next = real<ssize_t(int, void*, std::size_t, off_t)>("pread");
    if (!fails(Kind::kRead)) return next(file, data, bytes, offset);
    errno = EIO;
    return -1;
}
// The names that libraries know them by (SQLite); offsets have 64 bits anyway.
int open64(const char* path, int flags, ...) {
    std::va_list more;
    va_start(more, flags);
    const auto mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : mode_t{0};
    va_end(more);
    return open(path, flags, mode);
}
ssize_t pwrite64(int file, const void* data, std::size_t bytes, off64_t offset) { return pwrite(file, data, bytes, offset); }
ssize_t pread64(int file, void* data, std::size_t bytes, off64_t offset) { return pread(file, data, bytes, offset); }
int fdatasync(int file) {
    static auto* const next = real<int(int)>("fdatasync");
    if (!fails(Kind::kFsync)) return next(file);
    errno = EIO;
    return -1;
}
int fsync(int file) {
    static auto* const next = real<int(int)>("fsync");
    if (!fails(Kind::kFsync)) return next(file);
    errno = EIO;
    return -1;
}
int rename(const char* from, const char* to) {
    static auto* const next = real<int(const char*, const char*)>("rename");
    if (!fails(Kind::kRename)) return next(from, to);
    errno = EXDEV;
    return -1;
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
    static auto* const next = real<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
    return fails(Kind::kThread) ? EAGAIN : next(thread, attributes, start, argument);
}

}  // extern "C"
