// What cases are worth: points for tasks, weights for single cases, from a TOML file.
//
//     total = 100            # points of a program that passes everything; 100 if not said
//
//     [tasks]                # weights; tasks that are not named weigh 1
//     greedy = 1             # Squirrels: greedy, minimax, alphabeta, battle
//     minimax = 3            # Stake & Raid: minimax, alphabeta, competition
//
//     [cases]                # weights within their task; cases that are not named weigh 1
//     "017" = 2
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "foray/courses/grading.h"

namespace foray {

struct Rubric {
    double total = 100;
    std::map<std::string, double, std::less<>> tasks{};
    std::map<std::string, double, std::less<>> cases{};
};

/// The error names line and column. Tasks that the assignment does not have are refused.
Result<Rubric> parse_rubric(std::string_view text, Assignment assignment);

/// "greedy", "minimax", "alphabeta", "battle", "competition".
std::string_view task_of(const CourseInput& input);

/// A case and whether it was passed.
struct CaseOutcome {
    std::string name;
    std::string_view task;
    bool passed = false;
};

struct TaskPoints {
    std::string_view task;
    int passed = 0;
    int cases = 0;
    double points = 0;
    double most = 0;
};

/// Points per task, in the order in which tasks first appear. Tasks share the total by weight, the cases of a task share its points.
std::vector<TaskPoints> points_of(const Rubric& rubric, const std::vector<CaseOutcome>& outcomes);

}  // namespace foray
