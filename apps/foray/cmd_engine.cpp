// foray uai, foray analyse, foray eval: the strong engine at work.
#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "checks.h"
#include "command.h"
#include "foray/agents/describe.h"
#include "foray/engine/engine.h"
#include "foray/notation/move_text.h"
#include "foray/notation/text.h"
#include "foray/textbook/terms.h"
#include "foray/uai/talk.h"
#include "game_options.h"
#include "interrupts.h"
#include "lines.h"
#include "numbers.h"
#include "screen.h"
#include "table_options.h"
#include "words.h"

namespace foray::cli {
namespace {

using Json = nlohmann::ordered_json;

// --- uai

struct UaiCommand {
    TableOptions tables;
};

int run_uai(const UaiCommand& options) {
    options.tables.use();
    talk_uai();
    return kFine;
}

// --- analyse

struct AnalyseOptions {
    LineOptions line;
    TableOptions tables;
    std::optional<double> ms;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
    int multipv = 1;
    int threads = 1;
    int hash = 64;
    bool json = false;
};

void print_line(const GameSpec& spec, const SearchLine& line, bool json) {
    if (json) {
        const Json out{
            {"depth", line.depth}, {"seldepth", line.deepest}, {"rank", line.rank}, {"value", margin_of(spec.family(), line.value) / 100.0},
            {"exact", line.exact}, {"nodes", line.nodes},      {"ms", line.ms},     {"line", move_texts(spec, line.moves)}};
        fmt::print("{}\n", out.dump());
    } else {
        fmt::print("{:>3}/{:<3} {:>2}. {:>9}{} {:>9} nodes {:>9.1f} ms  {}\n", line.depth, line.deepest, line.rank,
                   short_value(spec, line.value), line.exact ? " exact" : "", short_count(static_cast<double>(line.nodes)), line.ms,
                   line_text(spec, line.moves));
    }
    std::fflush(stdout);
}

int run_analyse(const AnalyseOptions& options) {
    const Played played = options.line.resolve();
    if (played.game.verdict(played.position()).over()) throw CommandFailure("the game is over: there is nothing to analyse");
    const GameSpec& spec = played.game.spec();
    options.tables.use();
    Engine engine(spec, {.hash_mb = static_cast<std::size_t>(options.hash), .threads = options.threads});
    const Interrupts interrupts;
    const SearchRequest request{
        .budget = {.ms = options.ms, .nodes = options.nodes, .depth = options.depth}, .lines = options.multipv, .stop = &interrupts.flag()};
    const SearchResult result =
        engine.search(played.position(), request, [&](const SearchLine& line) { print_line(spec, line, options.json); });
    if (!options.json) {
        fmt::print("best {}  {} nodes, {:.1f} ms\n", print_move(spec, result.move()), grouped(result.nodes), result.ms);
    }
    return kFine;
}

// --- eval

struct EvalOptions {
    LineOptions line;
    std::string agent = "engine";
    bool json = false;
};

void print_position(const Played& played) {
    fmt::print("{}\n{}\n",
               draw_board(played.game, played.position(), last_move(played.game, played.line, played.line.moves.size()), stdout_style()),
               draw_status(played.game, played.position(), stdout_style()));
}

/// The evaluation of a textbook player, counted for both sides, in whole points.
int run_textbook_eval(const Played& played, const EvalOptions& options, Evaluation evaluation) {
    const auto terms = textbook_terms(played.game.spec(), played.position(), evaluation);
    int total = 0;
    for (const TextbookTerm& term : terms) total += term.value();
    if (options.json) {
        Json out{{"value", total}, {"player", options.agent}, {"terms", Json::object()}};
        for (const TextbookTerm& term : terms) {
            out["terms"][std::string(term.name)] = {{"own", term.own}, {"other", term.other}, {"value", term.value()}};
        }
        fmt::print("{}\n", out.dump());
        return kFine;
    }
    print_position(played);
    fmt::print("{:<20} {:>7} {:>7} {:>7}\n", "", "own", "other", "value");
    for (const TextbookTerm& term : terms) fmt::print("{:<20} {:>7} {:>7} {:>+7}\n", term.name, term.own, term.other, term.value());
    fmt::print("{:<20} {:>7} {:>7} {:>+7}  for the side to move, as {} counts\n", "total", "", "", total, options.agent);
    return kFine;
}

int run_eval(const EvalOptions& options) {
    const Played played = options.line.resolve();
    if (options.agent != "engine") {
        const auto textbook = require(textbook_options_of(options.agent), "--agent");
        if (!textbook)
            throw UsageError("--agent: " + foray::quoted(options.agent) + " has no evaluation to show; engine and textbook players have");
        return run_textbook_eval(played, options, textbook->evaluation);
    }
    const Engine engine(played.game.spec(), {.hash_mb = 1});
    const auto terms = engine.evaluate(played.position());
    int total = 0;
    for (const EvaluationTerm& term : terms) total += term.value;
    if (options.json) {
        Json out{{"value", total / 100.0}, {"terms", Json::object()}};
        for (const EvaluationTerm& term : terms) out["terms"][std::string(term.name)] = term.value / 100.0;
        fmt::print("{}\n", out.dump());
        return kFine;
    }
    print_position(played);
    for (const EvaluationTerm& term : terms) fmt::print("{:<20} {:>+9.2f}\n", term.name, term.value / 100.0);
    fmt::print("{:<20} {:>+9.2f}  for the side to move\n", "total", total / 100.0);
    return kFine;
}

}  // namespace

void add_engine_commands(CLI::App& app, Action& action) {
    add_command<UaiCommand>(
        app, action, "uai", "Speak the line protocol of Ataxx engines (UAI) on standard input and output, for every game",
        "  printf 'uai\\nposition startpos\\ngo movetime 1000\\n' | foray uai\n"
        "  printf 'setoption name Variant value wargame\\nsetoption name Board value Smolensk\\ngo depth 8\\n' | foray uai\n"
        "Options: Hash, Threads, MultiPV, Level, Variant, Board, Raid. Extras: perft N, moves, print, eval, bench.",
        [](CLI::App& command, UaiCommand& options) { options.tables.add_to(command); }, run_uai);
    add_command<AnalyseOptions>(
        app, action, "analyse", "Search a position and show the lines as they are found, until Ctrl-C or a limit",
        "  foray analyse --board Smolensk --moves \"c3 d4\"\n"
        "  foray analyse --game ataxx --multipv 3 --ms 5000\n"
        "A line: depth/longest, rank, value for the side to move (exact: proved), nodes, time, moves.",
        [](CLI::App& command, AnalyseOptions& options) {
            options.line.add_to(command);
            options.tables.add_to(command);
            command.add_option("--ms", options.ms, "milliseconds")->check(positive_decimal(kLongestMs));
            command.add_option("--nodes", options.nodes, "nodes")->check(whole_number(1));
            command.add_option("--depth", options.depth, "plies")->check(CLI::Range(1, kMaxDepth));
            command.add_option("--multipv", options.multipv, "how many lines")->check(CLI::Range(1, 256))->capture_default_str();
            command.add_option("--threads", options.threads, "threads")->check(CLI::Range(1, kMaxThreads))->capture_default_str();
            command.add_option("--hash", options.hash, "megabytes of memory")->check(CLI::Range(1, 4096))->capture_default_str();
            command.add_flag("--json", options.json, "one object a line, for programs");
        },
        run_analyse);
    add_command<EvalOptions>(
        app, action, "eval", "A player's static evaluation of a position, term by term",
        "  foray eval --board Smolensk --moves \"d4 c3 c4\"\n"
        "  foray eval --game ataxx --json\n"
        "  foray eval --game reloaded --agent toaster --moves \"b6 f6\"\n"
        "  foray eval --board Smolensk --moves \"d4 c3\" --agent minimax:1,eval=vulnerable-report",
        [](CLI::App& command, EvalOptions& options) {
            options.line.add_to(command);
            command
                .add_option("--agent", options.agent, "whose evaluation: engine, or a textbook player (greedy, minimax:1,eval=E, toaster)")
                ->capture_default_str();
            command.add_flag("--json", options.json, "for programs");
        },
        run_eval);
}

}  // namespace foray::cli
