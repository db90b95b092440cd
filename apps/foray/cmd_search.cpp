// foray best, foray trace, foray contest: one search, its move, its tree.
#include <fmt/core.h>

#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "command.h"
#include "contest_host.h"
#include "foray/agents/agent.h"
#include "foray/agents/describe.h"
#include "foray/engine/parameters.h"
#include "foray/engine/techniques.h"
#include "foray/notation/contest.h"
#include "foray/notation/fen.h"
#include "foray/notation/text.h"
#include "foray/notation/trace.h"
#include "foray/outside/player.h"
#include "foray/textbook/search.h"
#include "game_options.h"
#include "numbers.h"
#include "player_options.h"
#include "table_options.h"
#include "words.h"

namespace foray::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string agent_list() {
    std::string out = "Players:\n";
    for (const AgentHelp& help : player_help()) out += fmt::format("  {:<24} {}\n", help.syntax, help.meaning);
    return out;
}

/// What of the engine's search can be switched and set, for matches between two settings.
std::string engine_settings() {
    std::string out = "Techniques that engine:off=NAME+NAME does without:\n";
    for (const NamedTechnique& one : kTechniques) out += fmt::format("  {:<24} {}\n", one.name, one.what);
    out += "Numbers that engine:NAME=VALUE sets:\n";
    for (const NamedParameter& one : kParameters) out += fmt::format("  {:<24} {} ({} to {})\n", one.name, one.what, one.least, one.most);
    return out;
}

// --- best

struct BestOptions {
    LineOptions line;
    PlayerOptions programs;
    TableOptions tables;
    std::string agent;
    int multipv = 1;
    bool json = false;
};

Json json_line(const GameSpec& spec, const Decision& decision) {
    return {{"rank", decision.rank},
            {"value", margin_of(spec.family(), decision.value) / 100.0},
            {"depth", decision.depth},
            {"exact", decision.exact},
            {"line", move_texts(spec, decision.line)}};
}

int run_best(const BestOptions& options) {
    const Played played = options.line.resolve();
    const GameSpec& spec = played.game.spec();
    options.tables.use();
    const std::unique_ptr<Agent> agent = require(make_player(spec, options.agent, options.programs.environment()), "--agent");
    tell_remark(spec, options.agent);
    if (played.game.verdict(played.position()).over()) throw CommandFailure("the game is over: there is no move");
    std::map<int, Decision> lines;  // by rank, the last of each that the player told
    OnInfo on_info;
    if (options.multipv > 1) on_info = [&](const Decision& one) { lines[one.rank] = one; };
    SearchRequest request;
    request.lines = options.multipv;
    const Choice choice = agent->choose(played.position(), request, on_info);
    if (!choice) throw CommandFailure(agent->name() + ": " + choice.error().detail);
    const Decision& decision = *choice;
    const std::string move = print_move(spec, decision.move);
    if (options.json) {
        Json out{{"move", move},
                 {"value", margin_of(spec.family(), decision.value) / 100.0},
                 {"exact", decision.exact},
                 {"depth", decision.depth},
                 {"nodes", decision.nodes},
                 {"ms", decision.ms},
                 {"line", move_texts(spec, decision.line)},
                 {"player", agent->name()}};
        if (options.multipv > 1) {
            out["lines"] = Json::array();
            for (const auto& [rank, one] : lines) out["lines"].push_back(json_line(played.game.spec(), one));
        }
        fmt::print("{}\n", out.dump());
    } else {
        fmt::print("{}  {}, {}, {} nodes, {:.3f} ms\n", move, move_name(spec, decision.move),
                   value_text(spec, played.position().second_to_move, decision.value, decision.exact), grouped(decision.nodes),
                   decision.ms);
        for (const auto& [rank, one] : lines) {
            fmt::print("{:>3}. {:>8}{}", rank, short_value(spec, one.value), one.exact ? " exact" : "");
            for (const Move next : one.line) fmt::print(" {}", print_move(played.game.spec(), next));
            fmt::print("\n");
        }
    }
    return kFine;
}

// --- trace

struct TraceOptions {
    LineOptions line;
    std::string algorithm = "alphabeta";
    int depth = 0;
    std::string format = "csv";
    std::string evaluation = "score";
    std::string order = "positional";
    bool ordered = false;
};

/// Gives every node a number and knows its parent: what a drawing of the tree needs.
class NodeNumbers {
public:
    struct Place {
        std::uint64_t id;
        std::optional<std::uint64_t> parent;
    };

    Place place(const TraceEvent& event) {
        const auto ply = static_cast<std::size_t>(event.ply);
        const bool first_time = event.kind == TraceEvent::Kind::kEnter || event.kind == TraceEvent::Kind::kLeaf;
        if (first_time) {
            path_.resize(ply);
            path_.push_back(next_++);
        }
        return {path_[ply], ply == 0 ? std::nullopt : std::optional(path_[ply - 1])};
    }

private:
    std::vector<std::uint64_t> path_;
    std::uint64_t next_ = 0;
};

/// Infinities are texts in JSON, which has no number for them.
Json json_value(int value) { return std::abs(value) >= kInfinity ? Json(print_value(value)) : Json(value); }

void print_event(const GameSpec& spec, const TraceEvent& event, const NodeNumbers::Place& at, bool json, bool& first) {
    const std::string parent = at.parent ? std::to_string(*at.parent) : "";
    if (!json) {
        fmt::print("{},{},{},{},{},{},{},{}\n", print_kind(event.kind), at.id, parent, event.ply, node_name(spec, event),
                   print_value(event.value), print_value(event.alpha), print_value(event.beta));
        return;
    }
    Json out{{"event", print_kind(event.kind)}, {"id", at.id}, {"parent", at.parent ? Json(*at.parent) : Json()}, {"ply", event.ply}};
    out["move"] = event.ply == 0 ? Json() : Json(print_move(spec, event.move));
    out["value"] = json_value(event.value);
    out["alpha"] = json_value(event.alpha);
    out["beta"] = json_value(event.beta);
    fmt::print("{}{}", first ? "" : ",\n", out.dump());
    first = false;
}

int run_trace(const TraceOptions& options) {
    const Played played = options.line.resolve();
    const GameSpec& spec = played.game.spec();
    const std::string order = options.ordered ? "static" : options.order;
    const TextbookOptions search =
        *require(textbook_options_of(fmt::format("{}:{},eval={},order={}", options.algorithm, options.depth, options.evaluation, order)),
                 "--eval, --order");
    const bool json = options.format == "json";
    bool first = true;
    NodeNumbers numbers;
    if (json) {
        fmt::print(
            "{{\"game\":\"{}\",\"position\":\"{}\",\"algorithm\":\"{}\",\"depth\":{},\"eval\":\"{}\",\"order\":\"{}\",\"events\":[\n",
            played.game.variant().key, print_fen(played.game, played.position()), options.algorithm, options.depth, options.evaluation,
            order);
    } else {
        fmt::print("event,id,parent,ply,node,value,alpha,beta\n");
    }
    const SearchAnswer answer = TextbookSearcher(spec, search).trace(played.position(), [&](const TraceEvent& event) {
        print_event(spec, event, numbers.place(event), json, first);
    });
    if (json) {
        const bool over = played.game.verdict(played.position()).over();
        const Json best = over ? Json() : Json(print_move(spec, answer.move));
        fmt::print("\n],\"best\":{},\"value\":{},\"nodes\":{}}}\n", best.dump(), answer.value, answer.nodes);
    }
    return kFine;
}

// --- contest

struct ContestOptions {
    std::string agent = "toaster";
    bool faithful = false;
};

int run_contest(const ContestOptions& options) {
    std::string agent_text = options.agent;
    if (options.faithful) {
        if (agent_text != "toaster") throw UsageError("--faithful: only toaster has an original to be faithful to");
        agent_text += ":faithful=yes";
    }
    const std::string text{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
    const ContestRequest request = require(parse_contest(text), "stdin");
    if (std::holds_alternative<ContestIdentify>(request)) {
        const std::unique_ptr<Agent> agent = require(make_agent(default_spec(Variant::kReloaded), agent_text), "--agent");
        fmt::print("{}\n", options.faithful ? "Frakking Toaster" : "Foray " + agent->name());
        return kFine;
    }
    const auto& [spec, position] = std::get<ContestMove>(request);
    const Game game(spec);
    const std::unique_ptr<Agent> agent = require(make_agent(spec, agent_text), "--agent");
    Move move = Move::pass();
    if (!game.verdict(position).over()) {
        const Choice choice = agent->choose(position);
        if (!choice) throw CommandFailure(agent->name() + ": " + choice.error().detail);
        move = choice->move;
    }
    fmt::print("{}", print_contest_move(game, position, move));
    return kFine;
}

}  // namespace

void add_search_commands(CLI::App& app, Action& action) {
    add_command<BestOptions>(
        app, action, "best", "One move of one player: the move, its value, nodes and time",
        "  foray best --agent alphabeta:4 --board Smolensk\n"
        "  foray best --agent minimax:3,eval=vulnerable-best --game squirrels --position \"x4/5/2o2/5/5 x\"\n"
        "  foray best --agent toaster --game reloaded --json\n"
        "  foray best --agent engine:ms=500 --multipv 3 --board Smolensk\n" +
            agent_list() + engine_settings(),
        [](CLI::App& command, BestOptions& options) {
            options.line.add_to(command);
            command.add_option("--agent", options.agent, "the player, see below")->required();
            options.programs.add_to(command);
            options.tables.add_to(command);
            command.add_option("--multipv", options.multipv, "how many of the best lines to show (engine)")->check(CLI::Range(1, 256));
            command.add_flag("--json", options.json, "for programs");
        },
        run_best);
    add_command<TraceOptions>(
        app, action, "trace", "The tree of a textbook search as data: one event a line",
        "  foray trace --algorithm alphabeta --depth 2 --size 3\n"
        "  foray trace --algorithm minimax --depth 2 --game ataxx --size 4 --format json\n"
        "  foray trace --depth 2 --size 3 --eval vulnerable-report --order static\n"
        "Events: enter (a node before its first child), leaf, update (after a child returned), cut (the other children are skipped;\n"
        "alpha and beta as they were before the child). Values are the root player's.",
        [](CLI::App& command, TraceOptions& options) {
            options.line.add_to(command);
            command.add_option("--algorithm", options.algorithm, "minimax or alphabeta")
                ->check(CLI::IsMember({"minimax", "alphabeta"}))
                ->capture_default_str();
            command.add_option("--depth", options.depth, "plies")->required()->check(CLI::Range(1, 99));
            command.add_option("--format", options.format, "csv or json")->check(CLI::IsMember({"csv", "json"}))->capture_default_str();
            command.add_option("--eval", options.evaluation, "score, vulnerable-report, vulnerable-sum, vulnerable-best or toaster")
                ->capture_default_str();
            auto* order = command.add_option("--order", options.order, "positional, or static: children by their evaluation, best first")
                              ->capture_default_str();
            command.add_flag("--ordered", options.ordered, "the same as --order static")->excludes(order);
        },
        run_trace);
    add_command<ContestOptions>(
        app, action, "contest", "Answer one request of the Ataxx Reloaded contest on standard input (identify, move)",
        "  echo identify | foray contest\n"
        "  printf 'move\\n1\\n4\\n1:0:0:2:\\n0:0:0:0:\\n0:0:0:0:\\n2:0:0:1:\\n' | foray contest --agent alphabeta:3\n" +
            agent_list(),
        [](CLI::App& command, ContestOptions& options) {
            command.add_option("--agent,--as", options.agent, "the player, see below")->capture_default_str();
            command.add_flag("--faithful", options.faithful,
                             "toaster as its original program plays, with its name: no horizontal jumps of two, worst moves first");
        },
        run_contest);
    add_contest_host_command(app, action);
}

}  // namespace foray::cli
