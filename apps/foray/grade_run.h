// One case of one student's program: run it, read what it wrote, judge it. The only place that starts students' programs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "command.h"
#include "grade_cases.h"

namespace foray::cli {

/// CPU time decides, so that a busy machine fails nobody; a program that waits for ever is ended by the clock on the wall.
inline constexpr double kWallGuard = 4;  ///< times the CPU time, and more where others want the processors too

struct RunLimits {
    double cpu_seconds = 10;
    std::uint64_t memory_mb = 1024;
    bool sandbox = true;                 ///< in a cage: no network, and of the disk only the folders of files that the command names
    std::vector<std::string> visible{};  ///< seen there too
    std::vector<std::string> hidden{};   ///< never seen there, the answers: decoys stand in their place
};

struct Graded {
    Grade grade;
    double wall_ms = 0;
    double cpu_ms = 0;
    std::string case_problem{};                       ///< the case's own answer is not the reference's
    std::vector<std::string_view> likely_mistakes{};  ///< typical ones that explain the files to the byte
    bool does_not_start = false;                      ///< there is no program, or none that can be run
    CourseFiles files{};                              ///< what the program wrote, where it could be read
};

/// What runs need beside their case.
struct RunSetting {
    std::string command_line;
    std::string start;  ///< the folder where the grader was started
    RunLimits limits;
    std::string classmates{};  ///< the folder of the students' folders; empty: there is no class
    std::string keep{};        ///< a folder where everything is kept; empty: nowhere
};

/// Runs a command that prepares a program, in `folder`; why it failed, or nothing.
std::string run_build(const std::string& command_line, const std::string& folder, const RunSetting& setting);

/// The command line as it runs in a scratch folder. Squirrels programs are told their input, Stake & Raid programs know its name.
std::string command_line_of(Assignment assignment, const std::string& program, const std::string& start);

/// What a right program writes. Throws UsageError if that is too much to hold.
CourseFiles reference_of(const GradeCase& one);

/// Throws Interrupted if a signal ended the program that ran (interrupts.h).
struct Interrupted : CommandFailure {
    Interrupted() : CommandFailure("interrupted") {}
};
Graded grade_case(const GradeCase& one, const CourseFiles& reference, const RunSetting& setting);

/// "next_state.txt:3: plays ...".
std::string where_and_why(const Grade& grade);

}  // namespace foray::cli
