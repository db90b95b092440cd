// foray desk: the questions of the web page on the command line.
#include <fmt/core.h>

#include <iostream>

#include "command.h"
#include "foray/desk/desk.h"

namespace foray::cli {
namespace {

struct DeskOptions {};

int run_desk(const DeskOptions& /*options*/) {
    for (std::string line; std::getline(std::cin, line);) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        fmt::print("{}\n", desk::answer(line));
        std::fflush(stdout);
    }
    return kFine;
}

}  // namespace

void add_desk_command(CLI::App& app, Action& action) {
    add_command<DeskOptions>(
        app, action, "desk", "Answer questions in JSON, one a line on standard input: the same that the web page asks",
        "  echo '{\"ask\": \"state\", \"game\": \"wargame\", \"board\": \"Smolensk\", \"moves\": [\"c3\"]}' | foray desk\n"
        "  echo '{\"ask\": \"choose\", \"game\": \"ataxx\", \"player\": \"engine:level=5\"}' | foray desk\n"
        "Questions: games, state, replay, heat, choose, solve, trace, counts, record, read, picture, edit (docs/page.md). Every question\n"
        "gets one line; one that cannot be answered gets {\"ok\": false, \"error\": \"...\"}.",
        [](CLI::App& /*command*/, DeskOptions& /*options*/) {}, run_desk);
}

}  // namespace foray::cli
