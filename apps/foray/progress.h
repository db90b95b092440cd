// A bar on standard error for long work; nothing when that is no terminal.
#pragma once

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace foray::cli {

class ProgressBar {
public:
    explicit ProgressBar(int total) : total_(total), shown_(isatty(STDERR_FILENO) == 1) {}
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar() { clear(); }

    /// Says that `done` of the total is done, and what comes next.
    void show(int done, const std::string& next) {
        if (!shown_) return;
        constexpr int kWidth = 30;
        const int filled = total_ == 0 ? kWidth : kWidth * done / total_;
        fmt::print(stderr, "\r\x1b[K[{}{}] {}/{} {}", std::string(static_cast<std::size_t>(filled), '#'),
                   std::string(static_cast<std::size_t>(kWidth - filled), '.'), done, total_, next);
        std::fflush(stderr);
    }
    void clear() {
        if (shown_) std::fputs("\r\x1b[K", stderr);
    }

private:
    int total_;
    bool shown_;
};

}  // namespace foray::cli
