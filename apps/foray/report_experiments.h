// The experiments of `foray report`: boards of all kinds, and the tables that answer its questions.
#pragma once

#include <string>
#include <vector>

#include "foray/courses/experiments.h"

namespace foray::cli {

struct ExperimentOptions {
    int depth = 3;
    double limit_ms = 1000;
    std::string csv{};  ///< a file for the table; empty: none
};

/// Boards by name, files, random:SEED, random:SEED:COUNT (6x6) or random:SEED:RxC. Throws UsageError.
std::vector<ReportBoard> report_boards(const std::vector<std::string>& texts);

/// Runs one and prints its table; returns the exit code.
int run_experiment(const std::string& name, const std::vector<ReportBoard>& boards, const ExperimentOptions& options);

}  // namespace foray::cli
