// Memory for large tables.
#pragma once

#include <cstddef>

namespace foray {

/// Zeroed memory, on 2 MiB pages where the system has them: a probe is a random access, and small pages cost a second one. Starts on a
/// cache line at least. May fail: `ok` says whether it is there.
class HugeMemory {
public:
    explicit HugeMemory(std::size_t bytes);
    ~HugeMemory();
    HugeMemory(const HugeMemory&) = delete;
    HugeMemory& operator=(const HugeMemory&) = delete;
    [[nodiscard]] std::byte* data() const { return data_; }
    [[nodiscard]] bool ok() const { return data_ != nullptr; }

private:
    void* raw_ = nullptr;
    std::byte* data_ = nullptr;
};

}  // namespace foray
