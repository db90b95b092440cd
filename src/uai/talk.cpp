#include "foray/uai/talk.h"

#if FORAY_THREADS

#include <cstdio>
#include <mutex>
#include <string>

#include "foray/uai/session.h"
#include "foray/uai/thread_runner.h"

namespace foray {
namespace {

/// What is longer is cut off, and refused for its length by the session.
constexpr std::size_t kLongestLine = (std::size_t{1} << 20) + 1;
/// How long a search may go on when nobody can stop it any more.
constexpr double kGraceMs = 60'000;

bool read_line(std::string& line) {
    line.clear();
    bool any = false;
    for (int c = std::getchar(); c != EOF; c = std::getchar()) {
        if (c == '\n') return true;
        any = true;
        if (line.size() < kLongestLine) line.push_back(static_cast<char>(c));
    }
    return any;
}

}  // namespace

void talk_uai() {
    std::mutex writing;
    const UaiOut out = [&](const std::string& line) {
        const std::lock_guard lock(writing);
        std::fwrite(line.data(), 1, line.size(), stdout);
        std::fputc('\n', stdout);
        std::fflush(stdout);
    };
    ThreadRunner runner;
    UaiSession session({.runner = &runner});
    for (std::string line; read_line(line);) {
        if (!session.handle(line, out)) return;
    }
    session.end_of_input(kGraceMs);
}

}  // namespace foray

#endif
