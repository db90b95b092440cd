// A class at once: every student's program on the same cases, several at a time, and what to tell whom.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "foray/courses/rubric.h"
#include "grade_run.h"

namespace foray::cli {

struct ClassOptions {
    std::string folder;   ///< a folder per student, or an archive of them
    std::string run;      ///< "python3 {student}/hw.py"
    std::string build{};  ///< once per student, in their folder
    std::string rubric{};
    std::string csv{};
    std::string html{};
    std::string journal{};  ///< finished students; the same command goes on after them
    int jobs = 0;           ///< 0: as many as there are processors
};

/// The first case that a student failed, with all that explains it.
struct FirstWrong {
    std::string name;
    std::string task;
    std::string verdict;
    std::string explanation;
    std::string file;
    std::string expected;  ///< the file as it should be, cut if it is long
    std::string found;
};

struct StudentResult {
    std::string name;
    std::vector<CaseOutcome> cases{};
    std::string problem{};  ///< why nothing could be graded; empty if it could
    std::vector<std::string> likely_mistakes{};
    std::optional<FirstWrong> first_wrong{};
    double cpu_ms = 0;

    [[nodiscard]] int passed() const;
};

/// What the pages and tables are made of.
struct ClassResult {
    Assignment assignment;
    std::vector<GradeCase> cases;
    Rubric rubric;
    std::vector<StudentResult> students;
};

double total_points(const ClassResult& all, const StudentResult& student);

/// What can be known to be wrong before any case is made, which takes time: throws UsageError. The rubric, if it is right.
Rubric check_class(Assignment assignment, const ClassOptions& options);

/// Weights of cases that there are not would change nothing, unnoticed: throws UsageError.
void check_rubric_cases(const Rubric& rubric, const std::vector<GradeCase>& cases, const std::string& file);

/// Grades the class, prints its table, and writes what the options ask for. The exit code: 1 if anybody failed a case.
int run_class(Assignment assignment, std::vector<GradeCase> cases, const Rubric& rubric, const ClassOptions& options,
              const RunLimits& limits);

/// One line per student.
std::string class_csv(const ClassResult& all);

}  // namespace foray::cli
