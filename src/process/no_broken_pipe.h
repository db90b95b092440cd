// Writing to a program that has gone.
#pragma once

#include <cerrno>
#include <csignal>

namespace foray::process {

/// While it lives, writing to a pipe that nobody reads is an error and no signal. For this thread alone: what the rest of the program does
/// with that signal is its own affair.
class NoBrokenPipe {
public:
    NoBrokenPipe() {
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        sigset_t pending;
        sigpending(&pending);
        was_pending_ = sigismember(&pending, SIGPIPE) == 1;
        pthread_sigmask(SIG_BLOCK, &pipe_, &old_);
    }
    ~NoBrokenPipe() {
        const timespec at_once{0, 0};
        if (!was_pending_) {
            while (sigtimedwait(&pipe_, nullptr, &at_once) == -1 && errno == EINTR) {
            }
        }
        pthread_sigmask(SIG_SETMASK, &old_, nullptr);
    }
    NoBrokenPipe(const NoBrokenPipe&) = delete;
    NoBrokenPipe& operator=(const NoBrokenPipe&) = delete;

private:
    sigset_t pipe_{};
    sigset_t old_{};
    bool was_pending_ = false;
};

}  // namespace foray::process
