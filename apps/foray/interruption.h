// Ctrl-C, a terminal that closes, `kill`: the command is asked to end with what it has. It looks at the flag where it can stop; whoever
// asks a second time ends it at once.
#pragma once

#include <atomic>

namespace foray::cli {

/// While one lives, SIGINT, SIGTERM and SIGHUP set its flag instead of ending the process.
class Interruption {
public:
    Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    ~Interruption();

    /// For those who watch a flag of their own.
    [[nodiscard]] static const std::atomic<bool>& flag();
    [[nodiscard]] static bool seen() { return flag().load(); }
};

}  // namespace foray::cli
