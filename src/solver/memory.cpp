#include "foray/solver/memory.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <cstdlib>
#include <memory>

namespace foray::solver {
namespace {
constexpr std::size_t kHugePage = std::size_t{2} << 20;
}

Memory::Memory(std::size_t bytes) : bytes_(bytes), raw_(std::calloc(bytes + kHugePage, 1)) {
    if (raw_ == nullptr) return;
    void* start = raw_;
    std::size_t space = bytes + kHugePage;
    data_ = static_cast<std::byte*>(std::align(kHugePage, bytes, start, space));
#if defined(__linux__)
    (void)madvise(data_, bytes_, MADV_HUGEPAGE);
#endif
}

Memory::~Memory() { std::free(raw_); }

}  // namespace foray::solver
