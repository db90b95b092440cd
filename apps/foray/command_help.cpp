#include "command_help.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string_view>
#include <vector>

namespace foray::cli {
namespace {

struct Group {
    const char* title;
    std::initializer_list<const char*> commands;
};

const Group kGroups[] = {
    {"Start here", {"play", "serve", "analyse", "duel", "help"}},
    {"Play and look", {"games", "boards", "show", "moves", "best", "puzzles"}},
    {"Learn and courses",
     {"squirrels", "stakeraid", "trace", "eval", "report", "cases", "practice", "grade", "autograder", "contest", "contest-host"}},
    {"Tournaments and machines", {"tournament", "check-player", "work"}},
    {"Exact values", {"solve", "prove", "verify", "proof", "table"}},
    {"Engine and learning", {"uai", "bench", "perft", "selfplay", "train", "tune", "net"}},
    {"Pages and pictures", {"render", "questions"}},
};

}  // namespace

std::string CommandHelp::make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const {
    if (app->get_parent() != nullptr || mode != CLI::AppFormatMode::Normal) return Formatter::make_subcommands(app, mode);
    const std::vector<const CLI::App*> all = app->get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); });
    std::set<std::string_view> shown;
    std::string out;
    const auto show = [&](const CLI::App* one) {
        if (shown.insert(one->get_name()).second) out += make_subcommand(one);
    };
    for (const Group& group : kGroups) {
        out += std::string("\n") + group.title + ":\n";
        for (const char* name : group.commands) {
            const auto found = std::find_if(all.begin(), all.end(), [&](const CLI::App* one) { return one->get_name() == name; });
            if (found != all.end()) show(*found);
        }
    }
    if (shown.size() == all.size()) return out;
    out += "\nOther:\n";
    for (const CLI::App* one : all) show(one);
    return out;
}

}  // namespace foray::cli
