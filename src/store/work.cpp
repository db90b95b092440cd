#include "foray/store/work.h"

#include <algorithm>
#include <chrono>

#include "held.h"
#include "shift.h"

namespace foray {
namespace {

using Clock = std::chrono::steady_clock;

class Work {
public:
    explicit Work(const WorkOptions& options)
        : options_(options),
          held_(options.threads),
          shift_({.location = options.location,
                  .threads = options.threads,
                  .lease_ms = options.lease_ms,
                  .longest_wait_ms = options.longest_wait_ms,
                  .seconds = options.seconds,
                  .stop = options.stop,
                  .say = options.say,
                  .due = [this] { return held_.due(); },
                  .look = [this](Store& store) { held_.look(store); },
                  .on_end = [this] { held_.stop_all(); }}) {}

    std::int64_t run() {
        shift_.run(options_.threads, [this](int thread) {
            const Worker worker{worker_name(thread), options_.lease_ms};
            shift_.with_store(thread != 0, [&](Store& store) {
                serve(store, worker, thread);
                store.forget_worker(worker);
            });
        });
        return done_;
    }

private:
    void serve(Store& store, const Worker& worker, int thread) {
        store.give_back_all(worker);  // what was being done when the connection broke
        store.register_worker(worker, options_.abilities);
        GamePlayer player(store, worker, options_.make_player, options_.refused);
        double idle_ms = 20;
        std::optional<Job> last;
        while (shift_.wanted()) {
            std::optional<Job> job;
            for (const std::string& kind : options_.kinds) {
                if (last && last->kind == kind) job = claim_near(store, worker, *last);
                if (!job) job = store.claim(worker, kind);
                if (job) break;
            }
            if (!job) {
                if (options_.until_idle) return;
                shift_.pause(idle_ms);
                idle_ms = std::min(idle_ms * 1.5, 2000.0);
                continue;
            }
            idle_ms = 20;
            const std::atomic<bool>& stop = held_.begin(thread, *job);
            if (job->kind == "tournament") {
                play(player, *job, stop);
            } else {
                answer(store, worker, *job, stop);
            }
            held_.end(thread);
            last = std::move(job);
        }
    }

    /// What is most like the job before: most of it is in the worker's tables.
    std::optional<Job> claim_near(Store& store, const Worker& worker, const Job& last) const {
        const auto nearness = options_.nearness.find(last.kind);
        if (nearness == options_.nearness.end()) return std::nullopt;
        constexpr int kLookAt = 64;
        const auto open = store.open_jobs(last.kind, last.topic, kLookAt);
        const Job* best = nullptr;
        int most = 0;
        for (const Job& job : open) {
            const int near = nearness->second(last.input, job.input);
            if (best != nullptr && near <= most) continue;
            best = &job;
            most = near;
        }
        return best == nullptr ? std::nullopt : store.claim_this(worker, *best);
    }

    void play(GamePlayer& player, const Job& job, const std::atomic<bool>& stop) {
        const auto done = player.play(job, &stop);
        for (const GameRow& game : done.games) {
            shift_.say(job.topic + " " + job.label + ": " +
                       (game.half_points == 2   ? "1-0"
                        : game.half_points == 1 ? "1/2"
                                                : "0-1") +
                       " (" + game.reason() + ")");
        }
        for (const std::string& news : done.news) shift_.say(news);
        if (done.finished) ++done_;
    }

    void answer(Store& store, const Worker& worker, const Job& job, const std::atomic<bool>& stop) {
        const auto handler = options_.text_jobs.find(job.kind);
        if (handler == options_.text_jobs.end()) return store.give_back(job, worker, "this worker cannot do jobs of kind " + job.kind);
        const auto begin = Clock::now();
        const auto out = handler->second(job, stop);
        if (!out) {
            shift_.say(job.topic + " " + job.label + ": " + out.error().message());
            return store.give_back(job, worker, out.error().message());
        }
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        if (!*out) {
            if (!shift_.ending()) shift_.say(job.topic + " " + job.label + ": not wanted any more after " + std::to_string(seconds) + " s");
            return store.give_back(job, worker);
        }
        bool kept = false;
        try {
            kept = store.submit(job, worker, **out);
        } catch (const StoreFailure& failure) {
            if (!failure.connection_lost) throw;
            shift_.say(failure.what());
            auto again = shift_.connect(false);
            if (!again) throw;
            kept = again->submit(job, worker, **out);
            if (kept) ++done_;
            throw;  // the old connection is of no use any more
        }
        if (kept) ++done_;
        if (seconds > 0.5 || !kept) {
            shift_.say(job.topic + " " + job.label + ": " + (kept ? "done in " : "too late after ") + std::to_string(seconds) + " s");
        }
    }

    const WorkOptions& options_;
    HeldJobs held_;  ///< before the shift, which tells it things
    Shift shift_;
    std::atomic<std::int64_t> done_ = 0;
};

}  // namespace

std::int64_t run_worker(const WorkOptions& options) { return Work(options).run(); }

}  // namespace foray
