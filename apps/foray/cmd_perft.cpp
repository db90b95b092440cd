// foray perft: counts the move sequences of a given length.
#include <fmt/core.h>
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "command.h"
#include "foray/notation/move_text.h"
#include "foray/notation/spec_text.h"
#include "foray/rules/perft.h"
#include "foray/rules/with_game.h"
#include "game_options.h"
#include "numbers.h"

namespace foray::cli {
namespace {

struct PerftOptions {
    LineOptions line;
    int depth = 0;
    bool divide = false;
    bool json = false;
};

struct Count {
    std::uint64_t nodes = 0;
    std::vector<std::pair<std::string, std::uint64_t>> by_move;
};

Count count(const Played& played, int depth, bool divide) {
    return with_game(played.game.spec(), [&](const auto& rules) {
        using Rules = std::decay_t<decltype(rules)>;
        const auto root = played.position().resized<Rules::kWords>();
        Count result;
        if (!divide || depth == 0) {
            result.nodes = perft(rules, root, depth);
            return result;
        }
        MoveList<Rules::kWords> moves;
        rules.generate(root, moves);
        for (const Move move : moves) {
            auto child = root;
            rules.apply(child, move);
            result.by_move.emplace_back(print_move(played.game.spec(), move), perft(rules, child, depth - 1));
            result.nodes += result.by_move.back().second;
        }
        return result;
    });
}

int run_perft(const PerftOptions& options) {
    const Played played = options.line.resolve();
    const auto begin = std::chrono::steady_clock::now();
    const Count result = count(played, options.depth, options.divide);
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    const double rate = ms > 0 ? static_cast<double>(result.nodes) / ms * 1000 : 0;
    if (options.json) {
        nlohmann::ordered_json out{{"nodes", result.nodes}, {"ms", ms}, {"depth", options.depth}, {"nodes_per_second", rate}};
        if (options.divide) {
            out["moves"] = nlohmann::ordered_json::object();
            for (const auto& [move, nodes] : result.by_move) out["moves"][move] = nodes;
        }
        fmt::print("{}\n", out.dump());
        return kFine;
    }
    for (const auto& [move, nodes] : result.by_move) fmt::print("{:<6} {}\n", move, grouped(nodes));
    fmt::print("{}, depth {}: {} nodes in {:.3f} ms, {} nodes/s\n", describe(played.game.spec()), options.depth, grouped(result.nodes), ms,
               short_count(rate));
    return kFine;
}

}  // namespace

void add_perft_command(CLI::App& app, Action& action) {
    add_command<PerftOptions>(
        app, action, "perft", "Count the sequences of legal moves of a given length",
        "  foray perft --game ataxx --depth 6\n"
        "  foray perft --game wargame --rule raid=optional --depth 5 --divide\n"
        "  foray perft --game reloaded --size 5 --depth 6 --json",
        [](CLI::App& command, PerftOptions& options) {
            options.line.add_to(command);
            command.add_option("--depth", options.depth, "plies")->required()->check(CLI::Range(0, 99));
            command.add_flag("--divide", options.divide, "also the count below each first move");
            command.add_flag("--json", options.json, "for programs");
        },
        run_perft);
}

}  // namespace foray::cli
