// Runs a program as a person or a script would: arguments, standard input, what it printed, how it ended.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace foray::test {

struct RunResult {
    int exit_code = -1;  ///< 128 + signal if it was killed
    std::string out;
    std::string err;
};

/// Runs `program` with `arguments`; `environment` entries ("NAME=value") are added to ours.
RunResult run_program(const std::string& program, const std::vector<std::string>& arguments, const std::string& input = "",
                      const std::vector<std::string>& environment = {});

/// The same for a program that goes on until it is told to end: `talk` hears its first line, unless there is none, and then it gets
/// SIGTERM.
RunResult run_until_told(const std::string& program, const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                         const std::function<void(const std::string& first_line)>& talk);

/// The same with a terminal as standard input and output; `out` is what the terminal received.
RunResult run_in_terminal(const std::string& program, const std::vector<std::string>& arguments,
                          const std::vector<std::string>& environment = {});

/// A new empty folder, removed at the end of the test program.
std::string scratch_folder();

}  // namespace foray::test
