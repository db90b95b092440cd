// The cases that a program is graded with: folders with an input.txt, or ones made to catch mistakes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "foray/courses/grading.h"

namespace foray::cli {

struct GradeCase {
    std::string name;
    CourseInput input;
    std::string input_text;   ///< as in the folder, byte for byte
    CourseFiles published{};  ///< the answers in the folder, where there are any
};

/// "squirrels" or "stakeraid"; throws UsageError.
Assignment read_assignment(const std::string& name);

/// Cases in any of the layouts in which courses publish them, by name and number: a folder for each with input.txt and the answers;
/// input_1.txt beside next_state_1.txt and so on; INPUT/0.in and OUTPUT/0.out. Throws UsageError if there is none or one cannot be read.
std::vector<GradeCase> load_cases(Assignment assignment, const std::string& folder);

/// A typical mistake, and the cases that a program with it fails.
struct Mistake {
    std::string name;
    std::vector<std::string> cases;
};

struct GeneratedCases {
    std::vector<GradeCase> cases;
    std::vector<Mistake> mistakes;
    /// Which mistakes no case catches, in words; empty if there is none.
    [[nodiscard]] std::string warning() const;
};
GeneratedCases generate_cases(Assignment assignment, int count, std::uint64_t seed);

}  // namespace foray::cli
