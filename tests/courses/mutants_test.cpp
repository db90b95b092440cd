// The typical mistakes: that a program without them is right, that each of them is one, and that generated cases catch them all.
#include "foray/courses/mutants.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "foray/courses/case_generator.h"
#include "plain_program.h"
#include "support/oracles.h"

namespace foray {
namespace {

namespace fs = std::filesystem;

constexpr Assignment kAssignments[] = {Assignment::kSquirrels, Assignment::kStakeraid};

TEST(Mutants, ThereAreThirtyAndMoreForEachCourse) {
    for (const Assignment assignment : kAssignments) {
        std::set<std::string_view> names;
        for (const Mutant& mutant : mutants_of(assignment)) names.insert(mutant.mistake);
        EXPECT_GE(names.size(), 30U);
        EXPECT_EQ(names.size(), mutants_of(assignment).size());
    }
}

TEST(Mutants, ThePlainProgramWithoutAMistakeIsRight) {
    for (const Assignment assignment : kAssignments) {
        for (const CourseInput& input : telling_cases(assignment, 77, 40).inputs) {
            EXPECT_EQ(plain_files(input), reference_files(input)) << print_input(input);
        }
    }
}

TEST(Mutants, ThePlainProgramAnswersPublishedCases) {
    FORAY_NEED_ORACLES();
    int compared = 0;
    for (const std::string folder : {"squirrels", "stakeraid", "stakeraid_ties"}) {
        for (const auto& entry : fs::directory_iterator(*test::oracle_folder() + "/" + folder)) {
            const std::string text = test::read_all((entry.path() / "input.txt").string());
            CourseInput input;
            if (folder == "squirrels") {
                input = *parse_squirrels(text);
            } else {
                input = *parse_stakeraid(text);
                if (std::get<StakeraidInput>(input).mode == StakeraidMode::kCompetition) continue;
            }
            // The widest ones are left to the reference.
            PlainProgram program(input, Habits{}, 3'000'000);
            const CourseFiles files = program.run();
            if (program.gave_up()) continue;
            EXPECT_EQ(files, reference_files(input)) << entry.path();
            ++compared;
        }
    }
    EXPECT_GT(compared, 80);
}

TEST(CaseGenerator, TwentyCasesOfTenSeedsCatchEveryMistake) {
    for (const Assignment assignment : kAssignments) {
        for (std::uint64_t seed = 1; seed <= (test::kSlowBuild ? 1 : 10); ++seed) {
            const CaseSet set = telling_cases(assignment, seed, 20);
            EXPECT_EQ(set.uncaught(assignment), std::vector<std::string_view>{}) << "seed " << seed;
            // What the set says is so, and grading says it too.
            const auto mutants = mutants_of(assignment);
            for (std::size_t m = 0; m < mutants.size(); ++m) {
                for (const int index : set.caught_by[m]) {
                    const CourseInput& input = set.inputs[static_cast<std::size_t>(index)];
                    const CourseFiles wrong = files_of(mutants[m], input);
                    if (wrong.empty()) continue;  // a log that was not written to its end
                    EXPECT_FALSE(grade_files(input, reference_files(input), wrong).passed()) << mutants[m].mistake;
                }
            }
        }
    }
}

TEST(CaseGenerator, CasesAreReadableAndDoNotDependOnTheirNumber) {
    for (const Assignment assignment : kAssignments) {
        const CaseSet many = telling_cases(assignment, 5, test::kSlowBuild ? 3 : 12);
        const CaseSet few = telling_cases(assignment, 5, test::kSlowBuild ? 1 : 4);
        ASSERT_TRUE(std::equal(few.inputs.begin(), few.inputs.end(), many.inputs.begin()));
        EXPECT_NE(telling_cases(assignment, 6, 1).inputs.front(), many.inputs.front());
        for (const CourseInput& input : many.inputs) {
            const std::string text = print_input(input);
            if (assignment == Assignment::kSquirrels) {
                EXPECT_EQ(CourseInput(*parse_squirrels(text)), input);
            } else {
                EXPECT_EQ(CourseInput(*parse_stakeraid(text)), input);
            }
            EXPECT_TRUE(has_move(input));
        }
    }
}

TEST(LikelyMistakes, NameTheBrokenRule) {
    // X raids B1 with three orders of equal moves: all ones.
    const CourseInput input = *parse_stakeraid("3\nMINIMAX\nX\n1\n1 1 1\n1 1 1\n1 1 1\n...\n.X.\n...\n");
    const CourseFiles right = reference_files(input);
    ASSERT_EQ(right.at("output.txt"), "A1 Stake\nX..\n.X.\n...\n");
    const auto told = likely_mistakes(input, {{"output.txt", "C3 Stake\r\n...\r\n.X.\r\n..X"}});
    EXPECT_EQ(told, (std::vector<std::string_view>{"goes through the squares from the last to the first"}));
    EXPECT_TRUE(likely_mistakes(input, {{"output.txt", "C2 Stake\n...\n.XX\n...\n"}}).empty());
    EXPECT_TRUE(likely_mistakes(input, {}).empty());
}

TEST(Bounds, AreCalledBounds) {
    // Over many cases: whoever takes a bound for a value is told so, in words, at least once; and only when it is one.
    int told = 0;
    for (std::uint64_t seed = 1; seed <= (test::kSlowBuild ? 1 : 2); ++seed) {
        for (const CourseInput& input : telling_cases(Assignment::kStakeraid, seed, 20).inputs) {
            for (const Mutant& mutant : mutants_of(Assignment::kStakeraid)) {
                if (!mutant.mistake.starts_with("takes a bound")) continue;
                const CourseFiles reference = reference_files(input);
                if (!fails(mutant, input, reference)) continue;
                const Grade grade = grade_files(input, reference, files_of(mutant, input));
                const bool says_bound = grade.explanation.find("the alpha-beta returned a bound as a value") != std::string::npos;
                EXPECT_EQ(says_bound, grade.mark == Mark::kWrongMove) << grade.explanation;
                told += says_bound ? 1 : 0;
            }
        }
    }
    EXPECT_GT(told, 0);
    // In the log: a value that starts from alpha or beta.
    bool in_log = false;
    for (const CourseInput& input : telling_cases(Assignment::kSquirrels, 3, 20).inputs) {
        for (const Mutant& mutant : mutants_of(Assignment::kSquirrels)) {
            const CourseFiles reference = reference_files(input);
            if (mutant.mistake.find("returns a bound as a value") == std::string_view::npos || !fails(mutant, input, reference)) continue;
            const CourseFiles wrong = files_of(mutant, input);
            if (wrong.empty()) continue;
            const Grade grade = grade_files(input, reference, wrong);
            EXPECT_NE(grade.explanation.find("returned a bound as a value"), std::string::npos) << grade.explanation;
            in_log = true;
        }
    }
    EXPECT_TRUE(in_log);
}

}  // namespace
}  // namespace foray
