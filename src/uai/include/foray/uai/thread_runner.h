// Searches in a thread of their own, one at a time, so that `stop` can be read meanwhile.
//
// One thread for all searches, asleep between them: on a loaded machine a thread that wakes up is served at once, a new one waits its turn,
// and that costs milliseconds of somebody's clock.
#pragma once

#include "foray/board/threads.h"
#include "foray/uai/session.h"

#if FORAY_THREADS

#include <condition_variable>
#include <mutex>
#include <thread>

namespace foray {

class ThreadRunner final : public UaiRunner {
public:
    ThreadRunner();
    ThreadRunner(const ThreadRunner&) = delete;
    ThreadRunner& operator=(const ThreadRunner&) = delete;
    ~ThreadRunner() override;

    void start(std::function<void()> job) override;
    void wait() override;
    bool wait_for(double ms) override;
    [[nodiscard]] bool apart() const override { return true; }

private:
    void work();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void()> job_;  ///< what runs or is about to; nothing when idle
    bool ends_ = false;
    std::thread thread_;
};

}  // namespace foray

#endif
