// A worker: claims jobs from a store and does them, on several threads, for as long as it is wanted.
//
// It survives the database's restarts: it connects again, waiting longer each time, and what it was doing is done again by somebody. An
// answer that was ready is handed in after the restart if the job is still this worker's.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "foray/store/runner.h"

namespace foray {

/// Text in, text out; nothing if it was stopped. An error counts as an attempt of the job.
using TextJob = std::function<Result<std::optional<std::string>>(const Job& job, const std::atomic<bool>& stop)>;

/// How near the input of one job is to that of another of the same topic; the larger, the more a worker gains by doing one after the other.
using Nearness = std::function<int(const std::string& last, const std::string& other)>;

struct WorkOptions {
    std::string location;
    std::vector<std::string> kinds;  ///< in the order of preference; "tournament" is known, others are in `text_jobs`
    std::map<std::string, TextJob> text_jobs;
    std::map<std::string, Nearness> nearness{};  ///< for kinds where it matters
    int threads = 1;
    std::optional<double> seconds;  ///< and then it ends, giving back what is not finished
    bool until_idle = false;        ///< ends when there is nothing left to claim
    PlayerMaker make_player;
    PlayerCheck refused{};  ///< players that this worker does not start, whatever the store says
    std::vector<std::string> abilities;
    const std::atomic<bool>* stop = nullptr;
    std::function<void(const std::string&)> say;  ///< one call at a time
    double lease_ms = 60'000;
    double longest_wait_ms = 10'000;  ///< between attempts to reach a database that is gone
};

/// How many jobs were done. Throws StoreFailure where the store cannot be used for another reason than being out of reach.
std::int64_t run_worker(const WorkOptions& options);

}  // namespace foray
