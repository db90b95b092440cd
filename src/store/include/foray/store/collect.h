// Work that is a row of numbered jobs, whose answers are wanted in the order of their numbers: scheduled some way ahead, waited for, taken.
//
// Whoever collects may be killed at any time: he comes back with the number of answers that he has, and goes on there.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "foray/store/store.h"

namespace foray {

struct Collection {
    std::string location;
    std::string kind;
    std::string topic;
    std::int64_t first = 0;  ///< so many answers are there already
    std::int64_t count = 0;  ///< jobs in all
    std::function<std::string(std::int64_t number)> input;
    std::function<Result<bool>(std::int64_t number, const std::string& output)> take;
    std::function<void(const JobCounts&)> on_progress{};  ///< every second or so
    std::function<void(const std::string&)> say{};
    const std::atomic<bool>* stop = nullptr;
};

/// True when everything is taken, false if it was stopped. An error: a job that cannot be done, or an answer that was refused.
Result<bool> collect_in_order(const Collection& wanted);

}  // namespace foray
