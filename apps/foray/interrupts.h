// Ctrl-C, `kill` and a closed terminal as a request to end with what there is: for every command that has something to lose.
#pragma once

#include <atomic>

namespace foray::cli {

/// Set by the first signal, and by whoever else wants the command to end. A command that does not listen to signals finds it false.
std::atomic<bool>& interrupt_flag();

/// While it lives, the first SIGINT, SIGTERM or SIGHUP sets the flag instead of ending the program; another one, a second later or more,
/// ends it. There is one at a time.
class Interrupts {
public:
    /// What a signal does to a read of standard input that waits for somebody to type: it waits on, or finds the input at its end.
    enum class Reading { kGoesOn, kEnds };

    explicit Interrupts(Reading reading = Reading::kGoesOn);
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;
    ~Interrupts();

    [[nodiscard]] const std::atomic<bool>& flag() const { return interrupt_flag(); }
    [[nodiscard]] bool asked() const { return flag().load(); }
};

}  // namespace foray::cli
