// Memory for large tables.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace foray {

/// How many bytes large tables may still take: what the system has free, and what limits of this process leave. Memory that tables were
/// given but have not used yet counts as taken. A very large number where nobody knows.
[[nodiscard]] std::size_t memory_left();
/// Why so much memory for `what` ("the table") should not be asked for, in a sentence; nothing if it may.
[[nodiscard]] std::optional<std::string> lack_of_memory(std::size_t bytes, const std::string& what);

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
    std::size_t bytes_ = 0;
    void* raw_ = nullptr;
    std::byte* data_ = nullptr;
};

}  // namespace foray
