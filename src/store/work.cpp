#include "foray/store/work.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace foray {
namespace {

using Clock = std::chrono::steady_clock;

class Work {
public:
    explicit Work(const WorkOptions& options) : options_(options), end_(Clock::time_point::max()) {
        if (options.seconds) end_ = Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(*options.seconds * 1000));
    }

    std::int64_t run() {
        std::thread heart([this] { guarded([&] { beat(); }); });
        std::vector<std::thread> threads;
        threads.reserve(static_cast<std::size_t>(options_.threads));
        for (int i = 0; i < options_.threads; ++i) {
            threads.emplace_back([this, i] { guarded([&] { work(i); }); });
        }
        for (std::thread& thread : threads) thread.join();
        {
            const std::lock_guard lock(mutex_);
            ended_ = true;
        }
        changed_.notify_all();
        heart.join();
        if (failure_) std::rethrow_exception(failure_);
        return done_;
    }

private:
    [[nodiscard]] bool wanted() {
        if (stop_) return false;
        if ((options_.stop != nullptr && *options_.stop) || Clock::now() >= end_) stop_ = true;
        return !stop_;
    }

    template <class F>
    void guarded(F&& f) {
        try {
            f();
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            stop_ = true;
        }
        changed_.notify_all();
    }

    void say(const std::string& text) {
        const std::lock_guard lock(saying_);
        if (options_.say) options_.say(text);
    }

    void wait_ms(double ms) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, std::chrono::microseconds(static_cast<std::int64_t>(ms * 1000)), [&] { return stop_ || ended_; });
    }

    /// A connection, however long that takes; nothing if the worker is to end first.
    std::optional<Store> connect(bool quietly) {
        for (double pause = 100; wanted() && !ended_; pause = std::min(pause * 2, options_.longest_wait_ms)) {
            try {
                auto store = Store::open(options_.location, Store::Open::kExisting);
                if (!store) throw StoreFailure(store.error().message(), false);
                return std::move(store).value();
            } catch (const StoreFailure& failure) {
                if (!failure.connection_lost) throw;
                if (!quietly) say(std::string(failure.what()) + "; trying again");
            }
            wait_ms(pause);
        }
        return std::nullopt;
    }

    /// Renews leases, and looks now and then whether somebody wants the worker to end.
    void beat() {
        std::optional<Store> store;
        auto next = Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(options_.lease_ms / 4));
        while (!ended_) {
            wait_ms(stop_ ? 20 : std::min(options_.lease_ms / 4, 50.0));
            (void)wanted();
            if (ended_ || Clock::now() < next) {
                if (stop_) std::this_thread::sleep_for(std::chrono::milliseconds(20));
                continue;
            }
            next = Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(options_.lease_ms / 4));
            try {
                if (!store) store = connect(true);
                for (int i = 0; store && i < options_.threads; ++i) store->heartbeat({worker_name(i), options_.lease_ms});
            } catch (const StoreFailure& failure) {
                if (!failure.connection_lost) throw;
                store.reset();
            }
        }
    }

    void work(int thread) {
        const Worker worker{worker_name(thread), options_.lease_ms};
        while (wanted()) {
            auto store = connect(thread != 0);
            if (!store) return;
            try {
                serve(*store, worker);
                store->forget_worker(worker);
                return;
            } catch (const StoreFailure& failure) {
                if (!failure.connection_lost) throw;
                if (thread == 0) say(failure.what());
            }
        }
    }

    void serve(Store& store, const Worker& worker) {
        store.give_back_all(worker);  // what was being done when the connection broke
        store.register_worker(worker, options_.abilities);
        GamePlayer player(store, worker, options_.make_player);
        double idle_ms = 20;
        while (wanted()) {
            std::optional<Job> job;
            for (const std::string& kind : options_.kinds) {
                job = store.claim(worker, kind);
                if (job) break;
            }
            if (!job) {
                if (options_.until_idle) return;
                wait_ms(idle_ms);
                idle_ms = std::min(idle_ms * 1.5, 2000.0);
                continue;
            }
            idle_ms = 20;
            if (job->kind == "tournament") {
                play(player, *job);
            } else {
                answer(store, worker, *job);
            }
        }
    }

    void play(GamePlayer& player, const Job& job) {
        const auto done = player.play(job, &stop_);
        for (const GameRow& game : done.games) {
            say(job.topic + " " + job.label + ": " +
                (game.half_points == 2   ? "1-0"
                 : game.half_points == 1 ? "1/2"
                                         : "0-1") +
                " (" + game.reason + ")");
        }
        for (const std::string& news : done.news) say(news);
        if (done.finished) ++done_;
    }

    void answer(Store& store, const Worker& worker, const Job& job) {
        const auto handler = options_.text_jobs.find(job.kind);
        if (handler == options_.text_jobs.end()) return store.give_back(job, worker, "this worker cannot do jobs of kind " + job.kind);
        const auto begin = Clock::now();
        const auto out = handler->second(job, stop_);
        if (!out) {
            say(job.topic + " " + job.label + ": " + out.error().message());
            return store.give_back(job, worker, out.error().message());
        }
        if (!*out) return store.give_back(job, worker);
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        bool kept = false;
        try {
            kept = store.submit(job, worker, **out);
        } catch (const StoreFailure& failure) {
            if (!failure.connection_lost) throw;
            say(failure.what());
            auto again = connect(false);
            if (!again) throw;
            kept = again->submit(job, worker, **out);
            if (kept) ++done_;
            throw;  // the old connection is of no use any more
        }
        if (kept) ++done_;
        if (seconds > 0.5 || !kept) {
            say(job.topic + " " + job.label + ": " + (kept ? "done in " : "too late after ") + std::to_string(seconds) + " s");
        }
    }

    const WorkOptions& options_;
    Clock::time_point end_;
    std::mutex mutex_;
    std::mutex saying_;
    std::condition_variable changed_;
    std::atomic<bool> stop_ = false;
    std::atomic<bool> ended_ = false;
    std::atomic<std::int64_t> done_ = 0;
    std::exception_ptr failure_;
};

}  // namespace

std::int64_t run_worker(const WorkOptions& options) { return Work(options).run(); }

}  // namespace foray
