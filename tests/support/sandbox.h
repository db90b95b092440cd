// Whether other people's programs can be contained on this machine, decided in one place and as Foray itself decides it. Most containers
// allow no user namespaces, so bubblewrap cannot run there: what tests the cage is then skipped, with the reason, and everything else runs
// its programs without one.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "foray/process/program.h"

namespace foray::test {

inline bool can_cage() { return !process::cage_problem(); }

/// Arguments of `foray`: commands that cage programs by default are told not to, where they cannot and the arguments say nothing of it.
inline std::vector<std::string> caged_if_possible(std::vector<std::string> arguments) {
    const auto has = [&](const char* flag) { return std::find(arguments.begin(), arguments.end(), flag) != arguments.end(); };
    if (can_cage() || arguments.empty() || (arguments[0] != "grade" && arguments[0] != "contest-host")) return arguments;
    if (!has("--sandbox") && !has("--no-sandbox")) arguments.insert(arguments.begin() + 1, "--no-sandbox");
    return arguments;
}

/// The same for a line of the shell, as documentation shows it.
inline std::string caged_if_possible(std::string line) {
    if (can_cage()) return line;
    for (const std::string command : {"foray grade ", "foray contest-host "}) {
        const std::size_t at = line.find(command);
        if (at != std::string::npos) line.insert(at + command.size(), "--no-sandbox ");
    }
    return line;
}

}  // namespace foray::test

/// Ends the test as skipped, and says why, where programs cannot be contained.
#define FORAY_NEED_CAGE() \
    if (const auto& problem = foray::process::cage_problem()) GTEST_SKIP() << *problem
