// Who keeps an eye on a caged program as long as it runs: its processes together may use no more than was allowed. A cgroup counts where
// one can be had; elsewhere /proc is looked through many times a second.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "census.h"
#include "foray/process/child.h"
#include "group.h"

namespace foray::process {

class Oversight {
public:
    Oversight(const ProcessLimits& limits, std::optional<Group> group) : limits_(limits), group_(std::move(group)) {}

    /// From now on; `first` is the first of the program's own process space.
    void begin(pid_t first) { census_.emplace(first); }
    /// Which limit was broken, if any. Looks no more often than is worth it.
    Limit look();
    /// The last look: when everything has ended.
    void finish();

    [[nodiscard]] Limit limit() const { return limit_; }
    [[nodiscard]] double cpu_seconds() const { return cpu_seconds_; }
    /// How long nothing of it has wanted the processor.
    [[nodiscard]] double idle_seconds() const { return idle_seconds_; }
    [[nodiscard]] bool has_group() const { return group_.has_value(); }
    [[nodiscard]] std::vector<int> entries() const { return group_ ? group_->entries() : std::vector<int>(); }
    [[nodiscard]] const std::optional<Census>& census() const { return census_; }

private:
    void look_at_group();
    void look_at_census(const Census::Count& count);

    ProcessLimits limits_;
    std::optional<Group> group_;
    std::optional<Census> census_{};
    Limit limit_ = Limit::kNone;
    bool refused_processes_ = false;
    double cpu_seconds_ = 0;
    double idle_seconds_ = 0;
    Time last_{};
};

}  // namespace foray::process
