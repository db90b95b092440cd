#include "foray/store/collect.h"

#include <algorithm>
#include <chrono>

#include "shift.h"

namespace foray {
namespace {

/// So many jobs wait at most: a store is not filled with what is needed next week.
constexpr std::int64_t kAhead = 500;
constexpr double kPauseMs = 50;

class Collector {
public:
    explicit Collector(const Collection& wanted) : wanted_(wanted), next_(wanted.first), scheduled_(wanted.first) {}

    [[nodiscard]] bool done() const { return next_ >= wanted_.count; }

    Result<bool> step(Store& store) {
        std::vector<NewJob> jobs;
        for (; scheduled_ < std::min(wanted_.count, next_ + kAhead); ++scheduled_) {
            jobs.push_back({std::to_string(scheduled_), wanted_.input(scheduled_), {}});
        }
        store.add_jobs(wanted_.kind, wanted_.topic, jobs);
        for (; !done(); ++next_) {
            const auto output = store.answer(wanted_.kind, wanted_.topic, std::to_string(next_));
            if (!output) break;
            if (const auto taken = wanted_.take(next_, *output); !taken) return taken.error();
        }
        if (!done() && std::chrono::steady_clock::now() >= look_) {
            look_ = std::chrono::steady_clock::now() + std::chrono::seconds(1);
            JobCounts counts = store.count_unfinished(wanted_.kind, wanted_.topic);
            counts.done = next_;
            if (wanted_.on_progress) wanted_.on_progress(counts);
            if (counts.poison > 0) {
                const auto poison = store.poison(wanted_.kind, wanted_.topic);
                if (!poison.empty()) return Error{"batch " + poison.front().first + " cannot be done: " + poison.front().second};
            }
        }
        return true;
    }

private:
    const Collection& wanted_;
    std::int64_t next_;
    std::int64_t scheduled_;
    std::chrono::steady_clock::time_point look_{};
};

}  // namespace

Result<bool> collect_in_order(const Collection& wanted) {
    Shift::Options options;
    options.location = wanted.location;
    options.threads = 0;  // holds no jobs itself
    options.stop = wanted.stop;
    options.say = wanted.say;
    Shift shift(options);
    Collector collector(wanted);
    std::optional<Error> problem;
    bool begun = false;
    shift.run(1, [&](int) {
        shift.with_store(false, [&](Store& store) {
            if (!begun) {
                store.release_dead(wanted.kind, wanted.topic);
                store.retry(wanted.kind, wanted.topic);
                begun = true;
            }
            while (shift.wanted() && !collector.done()) {
                if (const auto step = collector.step(store); !step) return void(problem = step.error());
                if (!collector.done()) shift.pause(kPauseMs);
            }
        });
    });
    if (problem) return *problem;
    return collector.done();
}

}  // namespace foray
