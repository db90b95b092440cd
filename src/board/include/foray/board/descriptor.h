// Something that the system has open for us under a number: a file, a pipe, a process.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace foray {

/// Closes itself.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) {
            (void)close();
            number_ = std::exchange(other.number_, -1);
        }
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { (void)close(); }

    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool is_open() const { return number_ >= 0; }
    /// 0, or why the system could not close it; it is gone in any case.
    int close() {
        if (number_ < 0) return 0;
        return ::close(std::exchange(number_, -1)) == 0 || errno == EINTR ? 0 : errno;
    }

private:
    int number_;
};

}  // namespace foray
