#include "foray/board/memory.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <cstdlib>
#include <memory>

namespace foray {
namespace {
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kCacheLine = 64;
}  // namespace

HugeMemory::HugeMemory(std::size_t bytes) {
    // Less than a page cannot be on one, and asking for its alignment would triple what a small table takes.
    const std::size_t alignment = bytes >= kHugePage ? kHugePage : kCacheLine;
    raw_ = std::calloc(bytes + alignment, 1);
    if (raw_ == nullptr) return;
    void* start = raw_;
    std::size_t space = bytes + alignment;
    data_ = static_cast<std::byte*>(std::align(alignment, bytes, start, space));
#if defined(__linux__)
    if (bytes >= kHugePage) (void)madvise(data_, bytes, MADV_HUGEPAGE);
#endif
}

HugeMemory::~HugeMemory() { std::free(raw_); }

}  // namespace foray
