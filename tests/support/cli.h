// The command `foray` as a person or a script meets it, for end-to-end tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "support/paths.h"
#include "support/process.h"
#include "support/sandbox.h"

namespace foray::test {

using Arguments = std::vector<std::string>;

inline RunResult run_foray(const Arguments& arguments, const std::string& input = "") {
    return run_program(test::kForay, caged_if_possible(arguments), input);
}

/// Runs a command that must succeed and returns what it printed.
inline std::string output(const Arguments& arguments, const std::string& input = "") {
    const RunResult result = run_foray(arguments, input);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    return result.out;
}

/// Runs a command that must be refused: exit code 2, nothing on stdout, one line on stderr, which is returned.
inline std::string refusal(const Arguments& arguments, const std::string& input = "") {
    const RunResult result = run_foray(arguments, input);
    EXPECT_EQ(result.exit_code, 2) << result.out << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    return result.err;
}

/// The path of a new file in a folder of its own.
inline std::string file_with(const std::string& text, const std::string& name = "input.txt") {
    const std::string path = scratch_folder() + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

}  // namespace foray::test
