// The default cases against programs changed by general operators: arithmetic, comparison, constants, logic, order, off by one. Every one
// that differs from the truth on random inputs must fail them. A sample here; FORAY_MUTANTS=5000 takes that many, at ten seeds.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/oracles.h"
#include "support/paths.h"
#include "support/process.h"

namespace foray {
namespace {

TEST(Mutation, ProgramsThatDifferFailTheDefaultCases) {
    if (test::kSlowBuild) GTEST_SKIP() << "left to the release build";
    const char* many = std::getenv("FORAY_MUTANTS");
    std::vector<std::string> arguments = {"python3", std::string(test::kReferencesFolder) + "/mutation.py", "--foray", test::kForay};
    if (many != nullptr) {
        arguments.insert(arguments.end(), {"--mutants", many, "--seeds", "10", "--random", "500"});
    } else {
        arguments.insert(arguments.end(), {"--mutants", "24", "--seeds", "1", "--random", "20"});
    }
    const test::RunResult result = test::run_program("/usr/bin/env", arguments);
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
    EXPECT_NE(result.out.find("\n0 of those that differ pass the default set of 20"), std::string::npos) << result.out;
    EXPECT_EQ(result.out.find(": 0 differ on"), std::string::npos) << result.out;
    if (many == nullptr) return;
    std::printf("%s", result.out.c_str());
}

}  // namespace
}  // namespace foray
