// Ctrl-C, `kill` and a closed terminal as a request to end with what there is.
#pragma once

#include <atomic>

namespace foray::cli {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP sets the flag instead of ending the program; a second one of its kind ends it. There
/// is one at a time.
class Interrupts {
public:
    Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;
    ~Interrupts();

    [[nodiscard]] const std::atomic<bool>& flag() const;
    [[nodiscard]] bool asked() const { return flag().load(); }
};

}  // namespace foray::cli
