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

/// The same for lines of the shell, as documentation shows them.
inline std::string caged_if_possible(std::string lines) {
    if (can_cage()) return lines;
    const std::string flag = "--no-sandbox ";
    for (const std::string command : {"foray grade ", "foray contest-host "}) {
        for (std::size_t at = lines.find(command); at != std::string::npos; at = lines.find(command, at + 1)) {
            const std::size_t words = at + command.size();
            const std::string rest = lines.substr(words, lines.find('\n', words) - words);
            if (rest.find("sandbox ") == std::string::npos) lines.insert(words, flag);
        }
    }
    return lines;
}

}  // namespace foray::test

/// Ends the test as skipped, and says why, where programs cannot be contained.
#define FORAY_NEED_CAGE() \
    if (const auto& problem = foray::process::cage_problem()) GTEST_SKIP() << *problem
