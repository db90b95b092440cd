// foray questions: the questions of the web page on the command line.
#include <fmt/core.h>

#include <iostream>

#include "command.h"
#include "foray/questions/questions.h"
#include "lines.h"

namespace foray::cli {
namespace {

struct QuestionsOptions {};

int run_questions(const QuestionsOptions& /*options*/) {
    for (std::string line; read_line(std::cin, line);) {
        if (line.size() >= kLongestLine) {
            fmt::print("{{\"ok\":false,\"error\":\"a question has at most a million characters\"}}\n");
            std::fflush(stdout);
            continue;
        }
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        fmt::print("{}\n", questions::answer(line));
        std::fflush(stdout);
    }
    return kFine;
}

}  // namespace

void add_questions_command(CLI::App& app, Action& action) {
    add_command<QuestionsOptions>(
        app, action, "questions", "Answer questions in JSON, one a line on standard input: the same that the web page asks",
        "  echo '{\"ask\": \"state\", \"game\": \"wargame\", \"board\": \"Smolensk\", \"moves\": [\"c3\"]}' | foray questions\n"
        "  echo '{\"ask\": \"choose\", \"game\": \"ataxx\", \"player\": \"engine:level=5\"}' | foray questions\n"
        "Questions: games, state, replay, analyse, choose, solve, trace, counts, record, read, picture, edit (docs/page.md). Every "
        "question\n"
        "gets one line; one that cannot be answered gets {\"ok\": false, \"error\": \"...\"}.",
        [](CLI::App& /*command*/, QuestionsOptions& /*options*/) {}, run_questions);
}

}  // namespace foray::cli
