// Wrong programs of the two USC assignments: the mistakes that students make, one at a time, in a program that is right otherwise.
//
// They serve twice. Cases are chosen so that every one of them fails (case_generator.h), and a student's wrong answer that is exactly
// what one of them writes names the rule that is likely broken.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foray/courses/grading.h"

namespace foray {

struct Habits;

struct Mutant {
    std::string_view mistake;  ///< "goes through the squares column by column"
    const Habits* habits;
};

/// All of them; none is equivalent to a right program.
std::span<const Mutant> mutants_of(Assignment assignment);

/// Nodes that a mutant may visit: some search deeper than they should.
inline constexpr std::uint64_t kMutantNodes = 400'000;

/// Whether the mutant's files differ from the reference. False too if it needs more than kMutantNodes.
bool fails(const Mutant& mutant, const CourseInput& input, const CourseFiles& reference);

/// What the mutant writes; nothing if it needs more than kMutantNodes.
CourseFiles files_of(const Mutant& mutant, const CourseInput& input);

/// What the plain program writes that makes no mistake: a second opinion beside the reference.
CourseFiles plain_files(const CourseInput& input);

/// The mistakes that explain the student's files to the byte (but for CR and final newlines). `student` differs from the reference.
std::vector<std::string_view> likely_mistakes(const CourseInput& input, const CourseFiles& student);

}  // namespace foray
