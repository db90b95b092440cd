#include "interruption.h"

#include <csignal>

namespace foray::cli {
namespace {

// A signal handler may touch lock-free atomics only.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

extern "C" void on_signal(int) { interrupted.store(true); }

void handle(void (*handler)(int), int flags) {
    for (const int signal : kSignals) {
        struct sigaction action {};
        action.sa_handler = handler;
        action.sa_flags = flags;
        sigaction(signal, &action, nullptr);
    }
}

}  // namespace

Interruption::Interruption() {
    interrupted.store(false);
    // After the first one the usual end is back: a command that does not get to its flag can still be stopped.
    handle(on_signal, static_cast<int>(SA_RESETHAND));
}
Interruption::~Interruption() { handle(SIG_DFL, 0); }

const std::atomic<bool>& Interruption::flag() { return interrupted; }

}  // namespace foray::cli
