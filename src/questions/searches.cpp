// Questions that need a search: moves, values, trees and how large they are.
#include <algorithm>
#include <cstdlib>

#include "foray/agents/agent.h"
#include "foray/engine/bench.h"
#include "foray/notation/agent_text.h"
#include "foray/notation/text.h"
#include "foray/notation/trace.h"
#include "foray/solver/solver.h"
#include "foray/textbook/search.h"
#include "question.h"

namespace foray::questions {
namespace {

constexpr int kDeepestTree = 30;
constexpr std::int64_t kMostEvents = 100'000;
constexpr unsigned kMostHashMb = 64;
constexpr std::size_t kMostPlayers = 50;

constexpr const char* kNoMove = "the game is over: there is no move";

/// A player whose settings suit a question: little memory, one thread.
Result<AgentText> read_player(const std::string& text) {
    auto player = parse_agent_text(text);
    if (!player) return player;
    for (const auto& [key, value] : player->settings) {
        if (key == "hash" && !parse_number(value, kMostHashMb))
            return Error{"a table here has at most " + std::to_string(kMostHashMb) + " MB"};
        if (key == "net" && value != "default" && value != "linear") return Error{"no files can be read here; expected default or linear"};
        if (key == "threads" && !parse_number(value, 1)) return Error{"a player here has one thread"};
    }
    return player;
}

TextbookOptions textbook_options(Fields& fields) {
    TextbookOptions options;
    options.algorithm = fields.choice("algorithm", {"alphabeta", "minimax"}) == 0 ? Algorithm::kAlphaBeta : Algorithm::kMinimax;
    options.depth = static_cast<int>(fields.number("depth", 1, kDeepestTree, 2));
    options.order = fields.flag("ordered", false) ? MoveOrder::kStatic : MoveOrder::kPositional;
    const auto evaluation = parse_evaluation(fields.text("eval", "score"));
    if (evaluation) {
        options.evaluation = *evaluation;
    } else {
        fields.fail(evaluation.error().what);
    }
    return options;
}

/// The arrays of a trace: a page with a hundred thousand events wants columns, not objects.
class Columns {
public:
    Columns(const GameSpec& spec, bool with_window, std::size_t most) : spec_(spec), with_window_(with_window), most_(most) {}

    void add(const TraceEvent& event) {
        if (kind_.size() >= most_) {
            truncated_ = true;
            return;
        }
        kind_.push_back(static_cast<int>(event.kind));
        ply_.push_back(event.ply);
        value_.push_back(event.value);
        alpha_.push_back(event.alpha);
        beta_.push_back(event.beta);
        name_.push_back(node_name(spec_, event));
        std::string line;
        append_log_line(line, spec_, event, with_window_);
        line.pop_back();
        log_.push_back(std::move(line));
    }

    void write(Json& out) const {
        out["events"] = object("kind", kind_, "ply", ply_, "value", value_, "alpha", alpha_, "beta", beta_, "name", name_);
        out["log"] = log_;
        out["truncated"] = truncated_;
    }

private:
    const GameSpec& spec_;
    bool with_window_;
    std::size_t most_;
    bool truncated_ = false;
    std::vector<int> kind_, ply_, value_, alpha_, beta_;
    std::vector<std::string> name_, log_;
};

static_assert(static_cast<int>(TraceEvent::Kind::kEnter) == 0 && static_cast<int>(TraceEvent::Kind::kLeaf) == 1 &&
              static_cast<int>(TraceEvent::Kind::kUpdate) == 2 && static_cast<int>(TraceEvent::Kind::kCut) == 3);

Error too_large(std::uint64_t nodes) { return Error{"the search needs more than " + std::to_string(nodes) + " nodes"}; }

}  // namespace

double to_points(const GameSpec& spec, int hundredths) { return margin_of(spec.family(), hundredths) / 100.0; }

Answered answer_bench(const Json& /*question*/, const Ceilings& /*ceilings*/) {
    const BenchTotal total = run_bench({}, 0, {});
    return object("nodes", total.nodes, "ms", total.ms);
}

Answered answer_players(const Json& question, const Ceilings& /*ceilings*/) {
    const auto played = read_game(question);
    if (!played) return played.error();
    Fields fields(question);
    const std::vector<std::string> texts = fields.texts("players", kMostPlayers);
    if (fields.error()) return *fields.error();
    Json out = object("players", Json::array());
    for (const std::string& text : texts) {
        const auto player = read_player(text);
        const auto agent = player ? make_agent(played->spec(), text) : player.error();
        out["players"].push_back(object("player", text, "problem", agent ? Json() : Json(agent.error().message())));
    }
    return out;
}

Answered answer_choose(const Json& question, const Ceilings& ceilings) {
    const auto played = read_game(question);
    if (!played) return played.error();
    Fields fields(question);
    const std::string text = fields.needed("player");
    if (fields.error()) return *fields.error();
    const auto player = read_player(text);
    if (!player) return player.error().in("player");
    const GameSpec& spec = played->spec();
    if (played->game.verdict(played->position()).over()) return Error{kNoMove};
    const auto agent = make_agent(spec, text);
    if (!agent) return agent.error().in("player");
    const bool engine = player->name == "engine";
    SearchRequest request;
    request.budget.ms = ceilings.ms;
    request.budget.nodes = engine ? ceilings.engine_nodes : ceilings.textbook_nodes;
    const Choice choice = (*agent)->choose(played->position(), request, {});
    if (!choice) return Error{choice.error().detail}.in("player");
    const Decision& decision = *choice;
    if (!engine && decision.nodes > *request.budget.nodes) return too_large(*request.budget.nodes).in("player");
    return object("move", print_move(spec, decision.move), "value", to_points(spec, decision.value), "depth", decision.depth, "nodes",
                  decision.nodes, "ms", decision.ms, "line", move_texts(spec, decision.line), "exact", decision.exact);
}

Answered answer_solve(const Json& question, const Ceilings& ceilings) {
    const auto played = read_game(question);
    if (!played) return played.error();
    Fields fields(question);
    const auto most = static_cast<std::int64_t>(ceilings.solver_nodes);
    const std::int64_t nodes = fields.number("nodes", 1, most, std::min<std::int64_t>(2'000'000, most));
    if (fields.error()) return *fields.error();
    const GameSpec& spec = played->spec();
    const WidePosition& position = played->position();
    solver::SolverOptions options;
    if (spec.family() == Family::kRaid && spec.squares() <= solver::Solver::kMostSquares) {
        options.table_bytes = std::min(solver::Solver::usual_table_bytes(spec, position, options.ideas), ceilings.solver_bytes);
    }
    auto made = solver::Solver::make(spec, position, options);
    if (!made) return made.error();
    solver::Solver& solver = **made;
    const SearchRequest request{{.ms = ceilings.ms, .nodes = static_cast<std::uint64_t>(nodes)}};
    const solver::Answer found = solver.solve(position, request);
    Json out = object("exact", found.finished());
    if (!found.finished()) {
        out["lower"] = found.lower;
        out["upper"] = found.upper;
    } else {
        const std::vector<Move> line = solver.best_line(position, found.lower, request);
        out["value"] = found.lower;
        out["best"] = line.empty() ? Json() : Json(print_move(spec, line.front()));
        out["line"] = move_texts(spec, line);
    }
    out["nodes"] = solver.nodes();
    out["strategy"] = found.strategy;
    return out;
}

Answered answer_trace(const Json& question, const Ceilings& ceilings) {
    const auto played = read_game(question);
    if (!played) return played.error();
    Fields fields(question);
    const TextbookOptions options = textbook_options(fields);
    const auto most = static_cast<std::size_t>(fields.number("most", 0, kMostEvents, 10'000));
    if (fields.error()) return *fields.error();
    const GameSpec& spec = played->spec();
    Columns columns(spec, options.algorithm == Algorithm::kAlphaBeta, most);
    const SearchAnswer found =
        TextbookSearcher(spec, options)
            .trace(played->position(), [&](const TraceEvent& event) { columns.add(event); }, ceilings.textbook_nodes / 10);
    if (!found.complete) return too_large(ceilings.textbook_nodes / 10).in("trace");
    const bool over = played->game.verdict(played->position()).over();
    Json out = object("move", over ? Json() : Json(print_move(spec, found.move)), "value", found.value, "nodes", found.nodes);
    columns.write(out);
    return out;
}

Answered answer_counts(const Json& question, const Ceilings& ceilings) {
    const auto played = read_game(question);
    if (!played) return played.error();
    Fields fields(question);
    const auto depth = static_cast<int>(fields.number("depth", 1, kDeepestTree, 2));
    if (fields.error()) return *fields.error();
    const auto count = [&](Algorithm algorithm, MoveOrder order) -> Json {
        const TextbookSearcher searcher(played->spec(), {.algorithm = algorithm, .depth = depth, .order = order});
        const SearchAnswer found = searcher.search(played->position(), ceilings.textbook_nodes);
        return found.complete ? Json(found.nodes) : Json();
    };
    return object("minimax", count(Algorithm::kMinimax, MoveOrder::kPositional), "alphabeta",
                  count(Algorithm::kAlphaBeta, MoveOrder::kPositional), "ordered", count(Algorithm::kAlphaBeta, MoveOrder::kStatic));
}

}  // namespace foray::questions
