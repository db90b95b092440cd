#include "interrupts.h"

#include <csignal>

namespace foray::cli {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

std::atomic<bool> g_asked{false};  // NOLINT: a signal handler can reach nothing else

}  // namespace

Interrupts::Interrupts() {
    g_asked.store(false);
    struct sigaction action {};
    action.sa_handler = [](int) { g_asked.store(true); };
    action.sa_flags = SA_RESETHAND | SA_RESTART;
    for (const int signal : kSignals) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        // Who was started with `nohup` is meant to survive the terminal.
        if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
    }
}

Interrupts::~Interrupts() {
    for (const int signal : kSignals) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_IGN) std::signal(signal, SIG_DFL);
    }
}

const std::atomic<bool>& Interrupts::flag() const { return g_asked; }

}  // namespace foray::cli
