// foray games, foray boards.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "command.h"
#include "foray/notation/board_text.h"
#include "foray/notation/spec_text.h"
#include "foray/questions/questions.h"

namespace foray::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ListOptions {
    bool json = false;
};

void setup_list(CLI::App& command, ListOptions& options) { command.add_flag("--json", options.json, "for programs"); }

/// What the page is told about games and boards.
int print_json(const char* what) {
    fmt::print("{}\n", Json::parse(questions::answer(R"({"ask": "games"})"))[what].dump());
    return kFine;
}

int run_games(const ListOptions& options) {
    if (options.json) return print_json("games");
    for (const VariantInfo& variant : all_variants()) {
        fmt::print("{:<10} {}: {} moves first, {} second\n", variant.key, variant.title, variant.players[0], variant.players[1]);
        fmt::print("           {}\n           {}\n", variant.summary[0], variant.summary[1]);
    }
    return kFine;
}

int run_boards(const ListOptions& options) {
    if (options.json) return print_json("boards");
    for (const NamedBoard& named : named_boards()) {
        fmt::print("{} ({}): {}\n", named.name, print_size(named.side, named.side), named.remark);
        for (std::size_t i = 0; i < named.values.size(); ++i) {
            const bool last = (i + 1) % static_cast<std::size_t>(named.side) == 0;
            fmt::print(" {:>3}{}", named.values[i], last ? "\n" : "");
        }
        fmt::print("\n");
    }
    return kFine;
}

}  // namespace

void add_games_command(CLI::App& app, Action& action) {
    add_command<ListOptions>(app, action, "games", "List the games and their rules", "  foray games\n  foray games --json", setup_list,
                             run_games);
}

void add_boards_command(CLI::App& app, Action& action) {
    add_command<ListOptions>(app, action, "boards", "Show the named boards", "  foray boards\n  foray boards --json", setup_list,
                             run_boards);
}

}  // namespace foray::cli
