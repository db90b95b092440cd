#include "interrupts.h"

#include <csignal>
#include <cstdint>
#include <ctime>

namespace foray::cli {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

// NOLINTBEGIN: a signal handler can reach nothing else
std::atomic<bool> g_asked{false};
std::atomic<std::int64_t> g_first_ms{0};  ///< when the first signal came; 0: none yet
// NOLINTEND

/// `timeout` and terminals may send one signal twice, to the process and to its group: what comes that soon is the same request.
constexpr std::int64_t kSameRequestMs = 1000;

extern "C" void on_signal(int number) {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    const std::int64_t ms = now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
    std::int64_t first = 0;
    if (g_first_ms.compare_exchange_strong(first, ms)) {
        g_asked.store(true);
    } else if (ms - first >= kSameRequestMs) {
        std::signal(number, SIG_DFL);
        std::raise(number);
    }
}

/// Who was started with `nohup` is meant to survive the terminal. (Shells that start something in the background let it ignore SIGINT;
/// whoever sends one to it all the same means it.)
bool is_left_alone(int signal) {
    struct sigaction now{};
    sigaction(signal, nullptr, &now);
    return signal == SIGHUP && now.sa_handler == SIG_IGN;
}

}  // namespace

std::atomic<bool>& interrupt_flag() { return g_asked; }

Interrupts::Interrupts(Reading reading) {
    g_asked.store(false);
    g_first_ms.store(0);
    struct sigaction action{};
    action.sa_handler = on_signal;
    action.sa_flags = reading == Reading::kEnds ? 0 : SA_RESTART;
    for (const int signal : kSignals) {
        if (!is_left_alone(signal)) sigaction(signal, &action, nullptr);
    }
}

Interrupts::~Interrupts() {
    if (g_asked.load()) return;  // the command is about to end, and what comes twice must not end it sooner
    for (const int signal : kSignals) {
        if (!is_left_alone(signal)) std::signal(signal, SIG_DFL);
    }
}

}  // namespace foray::cli
