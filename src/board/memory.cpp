#include "foray/board/memory.h"

#if defined(__linux__)
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>

namespace foray {
namespace {
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kCacheLine = 64;
constexpr std::size_t kNobodyKnows = std::numeric_limits<std::size_t>::max();

/// What all tables of the process were given, used or not.
std::atomic<std::size_t> given{0};

#if defined(__linux__)
/// The first number in a file that matches `format`.
std::optional<std::size_t> number_in(const char* path, const char* format) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "re"), &std::fclose);
    if (file == nullptr) return std::nullopt;
    char line[256];
    while (std::fgets(line, sizeof line, file.get()) != nullptr) {
        unsigned long long number = 0;
        if (std::sscanf(line, format, &number) == 1) return static_cast<std::size_t>(number);  // NOLINT(cert-err34-c): a file of the kernel
    }
    return std::nullopt;
}
#endif
}  // namespace

std::size_t memory_left() {
#if defined(__linux__)
    const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t used = number_in("/proc/self/statm", "%*u %llu").value_or(0) * page;
    const std::size_t mapped = number_in("/proc/self/statm", "%llu").value_or(0) * page;
    const auto less = [](std::size_t all, std::size_t taken) { return all > taken ? all - taken : 0; };
    std::size_t left = kNobodyKnows;
    // What is used is no longer among what the system has free: both together are what this process may have.
    if (const auto available = number_in("/proc/meminfo", "MemAvailable: %llu kB")) left = less(*available * 1024 + used, given);
    if (const auto most = number_in("/sys/fs/cgroup/memory.max", "%llu")) {
        const std::size_t current = number_in("/sys/fs/cgroup/memory.current", "%llu").value_or(0);
        left = std::min(left, less(less(*most, current) + used, given));
    }
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        left = std::min(left, less(static_cast<std::size_t>(limit.rlim_cur), mapped));
    }
    return left;
#else
    return kNobodyKnows;
#endif
}

std::optional<std::string> lack_of_memory(std::size_t bytes, const std::string& what) {
    const std::size_t left = memory_left();
    if (bytes <= left) return std::nullopt;
    return what + " needs " + std::to_string((bytes >> 20) + 1) + " MB, and " + std::to_string(left >> 20) + " MB are free";
}

HugeMemory::HugeMemory(std::size_t bytes) {
    // Less than a page cannot be on one, and asking for its alignment would triple what a small table takes.
    const std::size_t alignment = bytes >= kHugePage ? kHugePage : kCacheLine;
    raw_ = std::calloc(bytes + alignment, 1);
    if (raw_ == nullptr) return;
    bytes_ = bytes;
    given += bytes;
    void* start = raw_;
    std::size_t space = bytes + alignment;
    data_ = static_cast<std::byte*>(std::align(alignment, bytes, start, space));
#if defined(__linux__)
    if (bytes >= kHugePage) (void)madvise(data_, bytes, MADV_HUGEPAGE);
#endif
}

HugeMemory::~HugeMemory() {
    given -= bytes_;
    std::free(raw_);
}

}  // namespace foray
