// foray bench: speed, as a ratio to a reference in the same run.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "command.h"
#include "foray/courses/report.h"
#include "foray/engine/bench.h"
#include "foray/rules/play_out.h"
#include "numbers.h"

namespace foray::cli {
namespace {

struct BenchOptions {
    std::string what = "engine";
    int threads = 1;
    int deeper = 0;
    bool json = false;
};

struct Speed {
    std::uint64_t nodes = 0;
    double ms = 0;
    [[nodiscard]] double per_second() const { return ms > 0 ? static_cast<double>(nodes) / ms * 1000 : 0; }
};

/// One game of a textbook player against itself, at least `least_ms` long: short ones are repeated.
Speed play_alone(const NamedBoard& board, TextbookOptions options, bool bulk) {
    constexpr double kLeastMs = 300;
    options.bulk_last_ply = bulk;
    GameSpec spec = default_spec(Variant::kWargame, board.side, board.side);
    spec.values = board.board().values;
    spec.raid = RaidRule::kOptional;
    const Game game(spec);
    const TextbookSearcher searcher(spec, options);
    Speed speed;
    while (speed.ms < kLeastMs) {
        const auto begin = std::chrono::steady_clock::now();
        play_out(game, game.start(), [&](const WidePosition& position) {
            const SearchAnswer answer = searcher.search(position);
            speed.nodes += answer.nodes;
            return std::optional<Move>(answer.move);
        });
        speed.ms += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    }
    return speed;
}

int run_engine_bench(const BenchOptions& options) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    const BenchTotal total = run_bench({.threads = options.threads}, options.deeper, [&](const BenchRow& row) {
        rows.push_back({{"position", row.name}, {"depth", row.depth}, {"nodes", row.nodes}, {"ms", row.ms}});
        if (!options.json) fmt::print("{:<32} depth {:>2} {:>10} nodes {:>8.1f} ms\n", row.name, row.depth, grouped(row.nodes), row.ms);
    });
    const double per_second = total.ms > 0 ? static_cast<double>(total.nodes) / total.ms * 1000 : 0;
    if (options.json) {
        fmt::print("{}\n", nlohmann::ordered_json{{"signature", total.nodes}, {"ms", total.ms}, {"positions", rows}}.dump());
    } else {
        fmt::print("{} nodes/s, {:.1f} ms\nBench: {}\n", short_count(per_second), total.ms, total.nodes);
    }
    return kFine;
}

int run_textbook_bench(const BenchOptions& options) {
    struct Case {
        const char* name;
        const char* board;
        TextbookOptions options;
    };
    const ReportSearch original = ReportSearch::kOriginal;
    const Case cases[] = {
        {"report minimax 4", "Smolensk", options_for({Algorithm::kMinimax, 4, original})},
        {"report alpha-beta 5", "Smolensk", options_for({Algorithm::kAlphaBeta, 5, original})},
        {"minimax 4", "Smolensk", {.algorithm = Algorithm::kMinimax, .depth = 4}},
        {"alpha-beta 6", "Smolensk", {.algorithm = Algorithm::kAlphaBeta, .depth = 6}},
        {"report minimax 4", "Keren", options_for({Algorithm::kMinimax, 4, original})},
        {"report alpha-beta 4", "Keren", options_for({Algorithm::kAlphaBeta, 4, original})},
    };
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Case& one : cases) {
        const NamedBoard& board = *find_board(one.board);
        const Speed fast = play_alone(board, one.options, true);
        const Speed plain = play_alone(board, one.options, false);
        const double ratio = fast.per_second() / plain.per_second();
        list.push_back({{"search", one.name},
                        {"board", one.board},
                        {"nodes_per_second", fast.per_second()},
                        {"one_by_one_nodes_per_second", plain.per_second()},
                        {"ratio", ratio}});
        if (!options.json) {
            fmt::print("{:<12} {:<20} {:>8} nodes/s; children one by one {:>8} nodes/s; ratio {:.1f}\n", one.board, one.name,
                       short_count(fast.per_second()), short_count(plain.per_second()), ratio);
        }
    }
    if (options.json) fmt::print("{}\n", list.dump());
    return kFine;
}

int run_bench_command(const BenchOptions& options) {
    return options.what == "textbook" ? run_textbook_bench(options) : run_engine_bench(options);
}

}  // namespace

void add_bench_command(CLI::App& app, Action& action) {
    add_command<BenchOptions>(
        app, action, "bench", "Measure speed: the engine on fixed positions of all games (its signature), or the textbook searches",
        "  foray bench\n  foray bench --threads 2 --deeper 2\n  foray bench textbook --json",
        [](CLI::App& command, BenchOptions& options) {
            command.add_option("what", options.what, "engine or textbook")
                ->check(CLI::IsMember({"engine", "textbook"}))
                ->capture_default_str();
            command.add_option("--threads", options.threads, "threads of the engine; the signature is that of 1")
                ->check(CLI::Range(1, kMaxThreads));
            command.add_option("--deeper", options.deeper, "plies more than the signature's")->check(CLI::Range(0, 20));
            command.add_flag("--json", options.json, "for programs");
        },
        run_bench_command);
}

}  // namespace foray::cli
