// The jobs that the threads of a worker are doing, and whether they are still wanted. A proof that is decided drops its leaves, a decided
// match its games, and a lease that ran out gives a job to somebody else: whoever goes on then works for nothing.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

#include "foray/store/store.h"

namespace foray {

class HeldJobs {
public:
    explicit HeldJobs(int threads) {
        for (int i = 0; i < threads; ++i) places_.push_back(std::make_unique<Place>());
    }

    /// A thread begins with a job; what is returned becomes true when it is to stop.
    const std::atomic<bool>& begin(int thread, const Job& job) {
        const std::lock_guard lock(mutex_);
        Place& place = *places_[static_cast<std::size_t>(thread)];
        place.job = job.id;
        place.began = Clock::now();
        place.next = place.began + kShortest;
        place.stop = ending_;
        return place.stop;
    }
    void end(int thread) {
        const std::lock_guard lock(mutex_);
        places_[static_cast<std::size_t>(thread)]->job = kNone;
    }

    /// From now on nobody works.
    void stop_all() {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        for (const auto& place : places_) place->stop = true;
    }

    /// Whether it is time to ask the store about one of them.
    bool due() {
        const std::lock_guard lock(mutex_);
        const auto now = Clock::now();
        return std::any_of(places_.begin(), places_.end(), [&](const auto& place) { return place->job != kNone && now >= place->next; });
    }

    /// Asks about those that it is time for.
    void look(Store& store) {
        for (std::size_t i = 0; i < places_.size(); ++i) {
            std::int64_t job = kNone;
            {
                const std::lock_guard lock(mutex_);
                Place& place = *places_[i];
                const auto now = Clock::now();
                if (place.job == kNone || now < place.next) continue;
                job = place.job;
                // A fifth more time each: little is wasted at the end of a long job, and little is asked during it.
                place.next = now + std::clamp<Clock::duration>((now - place.began) / 5, kShortest, kLongest);
            }
            if (store.holds({worker_name(static_cast<int>(i))}, job)) continue;
            const std::lock_guard lock(mutex_);
            if (places_[i]->job == job) places_[i]->stop = true;
        }
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::int64_t kNone = 0;
    static constexpr Clock::duration kShortest = std::chrono::milliseconds(100);
    static constexpr Clock::duration kLongest = std::chrono::seconds(5);
    struct Place {
        std::int64_t job = kNone;
        Clock::time_point began{};
        Clock::time_point next{};
        std::atomic<bool> stop = false;
    };

    std::mutex mutex_;
    bool ending_ = false;
    std::vector<std::unique_ptr<Place>> places_;
};

}  // namespace foray
