#include "foray/uai/thread_runner.h"

#if FORAY_THREADS

#include <chrono>
#include <utility>

namespace foray {

ThreadRunner::ThreadRunner() : thread_([this] { work(); }) {}

ThreadRunner::~ThreadRunner() {
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !job_; });
        ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void ThreadRunner::start(std::function<void()> job) {
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !job_; });
        job_ = std::move(job);
    }
    changed_.notify_all();
}

void ThreadRunner::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !job_; });
}

bool ThreadRunner::wait_for(double ms) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::duration<double, std::milli>(ms), [this] { return !job_; });
}

void ThreadRunner::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return job_ || ends_; });
        if (!job_) return;
        lock.unlock();
        job_();
        lock.lock();
        job_ = nullptr;
        changed_.notify_all();
    }
}

}  // namespace foray

#endif
