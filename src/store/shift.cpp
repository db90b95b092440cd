#include "shift.h"

#include <algorithm>
#include <thread>

#include "foray/board/crew.h"

namespace foray {

namespace {

std::chrono::milliseconds milliseconds(double ms) { return std::chrono::milliseconds(static_cast<std::int64_t>(ms)); }

}  // namespace

Shift::Shift(Options options) : options_(std::move(options)) {
    if (options_.seconds) end_ = Clock::now() + milliseconds(*options_.seconds * 1000);
}

void Shift::run(int threads, const std::function<void(int)>& work) {
    const std::function<void(int)> guarded_work = [&](int thread) { guarded([&] { work(thread); }); };
    std::thread heart([this] { guarded([this] { renew_leases(); }); });
    run_together(threads, guarded_work);
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    changed_.notify_all();
    heart.join();
    if (failure_) std::rethrow_exception(failure_);
}

void Shift::guarded(const std::function<void()>& work) {
    try {
        work();
    } catch (...) {
        {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
        }
        end();
    }
}

bool Shift::wanted() {
    if (stop_) return false;
    if ((options_.stop != nullptr && *options_.stop) || Clock::now() >= end_) end();
    return !stop_;
}

void Shift::end() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    if (options_.on_end) options_.on_end();
}

void Shift::pause(double ms) {
    std::unique_lock lock(mutex_);
    if (!stop_ && !ended_) changed_.wait_for(lock, milliseconds(std::max(ms, 1.0)));
}

void Shift::say(const std::string& text) {
    const std::lock_guard lock(saying_);
    if (options_.say) options_.say(text);
}

std::optional<Store> Shift::connect(bool quietly) {
    for (double wait = 100; wanted() && !ended_; wait = std::min(wait * 2, options_.longest_wait_ms)) {
        try {
            auto store = Store::open(options_.location, Store::Open::kExisting);
            if (!store) throw StoreFailure(store.error().message(), false);
            return std::move(store).value();
        } catch (const StoreFailure& failure) {
            if (!failure.connection_lost) throw;
            if (!quietly) say(std::string(failure.what()) + "; trying again");
        }
        pause(wait);
    }
    return std::nullopt;
}

void Shift::with_store(bool quietly, const std::function<void(Store&)>& use) {
    while (wanted()) {
        auto store = connect(quietly);
        if (!store) return;
        try {
            return use(*store);
        } catch (const StoreFailure& failure) {
            if (!failure.connection_lost) throw;
            if (!quietly) say(failure.what());
        }
    }
}

/// Also looks now and then whether somebody wants the shift to end, so that those who wait or play hear of it; and has the games on the
/// disk a second after they were kept.
void Shift::renew_leases() {
    std::optional<Store> store;
    const auto interval = milliseconds(options_.lease_ms / 4);
    const auto glance = std::min(interval, std::chrono::milliseconds(50));
    constexpr std::chrono::seconds kSettle{1};
    auto next = Clock::now() + interval;
    auto next_settling = Clock::now() + kSettle;
    while (!ended_) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, glance, [&] { return ended_.load(); });
        }
        (void)wanted();
        const auto now = Clock::now();
        const bool look = options_.due && options_.due();
        if (ended_ || (!look && now < std::min(next, next_settling))) continue;
        try {
            if (!store) store = connect(true);
            if (!store) continue;
            if (look) options_.look(*store);
            if (now >= next) {
                next = now + interval;
                for (int i = 0; i < options_.threads; ++i) store->heartbeat({worker_name(i), options_.lease_ms});
            }
            if (now >= next_settling) {
                next_settling = now + kSettle;
                store->settle();
            }
        } catch (const StoreFailure& failure) {
            if (!failure.connection_lost) throw;
            store.reset();
        }
    }
}

}  // namespace foray
