// What everyone has who works on a store's jobs for a while: threads whose first failure ends all, signs of life for the jobs they hold,
// and connections that come back after the database was gone.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "foray/store/store.h"

namespace foray {

class Shift {
public:
    struct Options {
        std::string location;
        int threads = 1;  ///< whose jobs get signs of life, under `worker_name(0)` and so on
        double lease_ms = 60'000;
        double longest_wait_ms = 10'000;                ///< between attempts to reach a database that is gone
        std::optional<double> seconds{};                ///< and then it ends
        const std::atomic<bool>* stop = nullptr;        ///< somebody else's wish that it ends
        std::function<void(const std::string&)> say{};  ///< one call at a time
        /// Asked twenty times a second, and if it says yes `look` gets a connection that is not used for anything else then.
        std::function<bool()> due{};
        std::function<void(Store&)> look{};
        std::function<void()> on_end{};  ///< may be called more than once
    };
    explicit Shift(Options options);

    /// `work(thread)` for so many threads at the same time, while the leases are renewed. Rethrows the first failure.
    void run(int threads, const std::function<void(int)>& work);

    /// Calls `use` with a connection, and again with a new one whenever it is lost, until `use` returns or the shift is to end.
    void with_store(bool quietly, const std::function<void(Store&)>& use);
    /// A connection, however long that takes; nothing if the shift is to end first. Throws where waiting does not help.
    std::optional<Store> connect(bool quietly);

    [[nodiscard]] bool wanted();
    void end();                                                              ///< everybody stops at the next occasion
    [[nodiscard]] const std::atomic<bool>& ending() const { return stop_; }  ///< also ends what is being played or computed
    void pause(double ms);                                                   ///< less if there is news or the shift ends
    void news() { changed_.notify_all(); }
    void say(const std::string& text);

private:
    using Clock = std::chrono::steady_clock;
    void guarded(const std::function<void()>& work);
    void renew_leases();

    Options options_;
    Clock::time_point end_ = Clock::time_point::max();
    std::mutex mutex_;
    std::mutex saying_;
    std::condition_variable changed_;
    std::atomic<bool> stop_ = false;
    std::atomic<bool> ended_ = false;  ///< all threads are done: nothing is left to keep alive
    std::exception_ptr failure_;
};

}  // namespace foray
