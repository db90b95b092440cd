#include "oversight.h"

#include <algorithm>

namespace foray::process {
namespace {

constexpr double kBetweenGroupLooksMs = 10;
constexpr double kBetweenCensusMs = 20;
/// What bubblewrap needs to begin is not the program's, and a single process is ended by its own limit first.
constexpr double kCpuSlack = 0.1;
/// Who takes less of the processor than this does nothing.
constexpr double kIdleShare = 0.1;
/// The grader itself may have had to wait: that is not the program's idleness.
constexpr double kLongestStep = 0.25;

}  // namespace

Limit Oversight::look() {
    const Time time = now();
    const double elapsed_ms = last_ == Time() ? 0 : ms_between(last_, time);
    if (limit_ != Limit::kNone || !census_ || (last_ != Time() && elapsed_ms < (group_ ? kBetweenGroupLooksMs : kBetweenCensusMs))) {
        return limit_;
    }
    last_ = time;
    const double before = cpu_seconds_;
    const Census::Count count = census_->count();
    if (group_) {
        look_at_group();
    } else {
        look_at_census(count);
    }
    const double elapsed = std::min(elapsed_ms / 1000, kLongestStep);
    if (!count.wants_time && cpu_seconds_ - before < kIdleShare * elapsed) idle_seconds_ += elapsed;
    if (limit_ == Limit::kNone && limits_.cpu_seconds && cpu_seconds_ > static_cast<double>(*limits_.cpu_seconds) + kCpuSlack) {
        limit_ = Limit::kCpu;
    }
    return limit_;
}

void Oversight::look_at_group() {
    cpu_seconds_ = group_->cpu_seconds();
    refused_processes_ = group_->out_of_processes();
    if (group_->out_of_memory()) limit_ = Limit::kMemory;
}

void Oversight::look_at_census(const Census::Count& count) {
    cpu_seconds_ = std::max(cpu_seconds_, count.cpu_seconds);
    // The limit of the system refuses the next one; bubblewrap's own is among them.
    if (limits_.processes && count.tasks >= *limits_.processes) refused_processes_ = true;
    if (limits_.memory_bytes && census_->memory_bytes(*limits_.memory_bytes) > *limits_.memory_bytes) limit_ = Limit::kMemory;
}

void Oversight::finish() {
    if (group_) {
        const Limit before = limit_;
        look_at_group();
        if (before != Limit::kNone) limit_ = before;
        group_.reset();
    }
    if (limit_ == Limit::kNone && refused_processes_) limit_ = Limit::kProcesses;
}

}  // namespace foray::process
