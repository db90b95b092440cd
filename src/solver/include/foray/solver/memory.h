// Memory for large tables.
#pragma once

#include <cstddef>

namespace foray::solver {

/// Zeroed memory on 2 MiB pages where the system has them: a probe is a random access, and small pages cost a second one.
class Memory {
public:
    explicit Memory(std::size_t bytes);
    ~Memory();
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    [[nodiscard]] std::byte* data() const { return data_; }
    [[nodiscard]] bool ok() const { return data_ != nullptr; }

private:
    std::size_t bytes_;
    void* raw_ = nullptr;
    std::byte* data_ = nullptr;
};

}  // namespace foray::solver
