// What a student's program wrote, against the reference: any bytes get a grade, and only the right ones pass.
#include "foray/courses/grading.h"

#include "foray/notation/course_files.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    static const CourseInput squirrels =
        *parse_squirrels("3\nX\n2\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\nXXXXX\nXXXXX\nXXXXX\nOOOOO\nOOO**\n");
    static const CourseInput battle =
        *parse_squirrels("4\nX\n1\n2\nO\n3\n2\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\nXXXXX\nXXXXX\nXXOXX\nOOOOO\nOO***\n");
    static const CourseInput stakeraid = *parse_stakeraid("2\nMINIMAX\nX\n1\n1 2\n3 4\nX.\n..\n");
    static const CourseFiles squirrels_right = reference_files(squirrels);
    static const CourseFiles battle_right = reference_files(battle);
    static const CourseFiles stakeraid_right = reference_files(stakeraid);
    const auto check = [&](const CourseInput& input, const CourseFiles& right) {
        for (const auto& [name, expected] : right) {
            CourseFiles student = right;
            student[name] = std::string(text);
            const Grade grade = grade_files(input, right, student);
            FORAY_FUZZ_CHECK(grade.passed() || !grade.explanation.empty());
            if (text == expected) FORAY_FUZZ_CHECK(grade.passed());
        }
    };
    check(squirrels, squirrels_right);
    check(battle, battle_right);
    check(stakeraid, stakeraid_right);
}
