// The cases that a program is graded with: folders with an input.txt, or random ones.
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

enum class Assignment : std::uint8_t { kSquirrels, kStakeraid };

/// "squirrels" or "stakeraid"; throws UsageError.
Assignment read_assignment(const std::string& name);

/// Every folder in `folder`, by name; hidden ones are passed over. Throws UsageError if there is none or an input cannot be read.
std::vector<GradeCase> load_cases(Assignment assignment, const std::string& folder);
std::vector<GradeCase> generate_cases(Assignment assignment, int count, std::uint64_t seed);

}  // namespace foray::cli
