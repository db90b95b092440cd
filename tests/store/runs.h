// Runs of the command in the background, and what a tournament came to: for tests that kill, stop and compare.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "support/paths.h"
#include "support/process.h"

namespace foray::test {

using Arguments = std::vector<std::string>;

inline Arguments with(Arguments first, const Arguments& more) {
    first.insert(first.end(), more.begin(), more.end());
    return first;
}

inline pid_t start(const Arguments& arguments, const std::string& output = "/dev/null") {
    const pid_t child = fork();
    if (child != 0) return child;
    std::vector<char*> raw = {const_cast<char*>(test::kForay)};
    for (const std::string& argument : arguments) raw.push_back(const_cast<char*>(argument.c_str()));
    raw.push_back(nullptr);
    if (freopen(output.c_str(), "w", stdout) == nullptr) _exit(126);
    execv(test::kForay, raw.data());
    _exit(127);
}

inline bool runs(pid_t child) {
    siginfo_t about{};
    return waitid(P_PID, static_cast<id_t>(child), &about, WEXITED | WNOHANG | WNOWAIT) == 0 && about.si_pid == 0;
}

/// One that hears signals: it has said something when this returns.
inline pid_t start_and_hear(const Arguments& arguments) {
    static int number = 0;
    const std::string output = scratch_folder() + "/output" + std::to_string(++number);
    const pid_t child = start(arguments, output);
    struct stat status{};
    while ((stat(output.c_str(), &status) != 0 || status.st_size == 0) && runs(child)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return child;
}

inline int wait_for(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Every game of a tournament as its moves and result, which depend on nothing that happens to the run. `place` names it: a file, or
/// --store and --name.
inline std::set<std::string> games_of(const Arguments& place) {
    const auto out = run_program(test::kForay, with(with({"tournament", "export"}, place), {"--json"})).out;
    const auto json = nlohmann::ordered_json::parse(out, nullptr, false);
    std::set<std::string> games;
    if (json.is_discarded()) return games;
    for (const auto& game : json["games"]) {
        std::string text = game["round"].dump() + game["players"].dump() + game["leg"].dump() + game["result"].dump();
        for (const auto& move : game["moves"]) text += move.is_object() ? move["move"].dump() : move.dump();
        EXPECT_TRUE(games.insert(text).second) << "a game twice: " << text;
    }
    return games;
}

}  // namespace foray::test
