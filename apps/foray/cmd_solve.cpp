// foray solve, foray prove: exact values of the raid family.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "certificates.h"
#include "checks.h"
#include "command.h"
#include "foray/notation/fen.h"
#include "foray/notation/match_text.h"
#include "foray/notation/move_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "numbers.h"
#include "prove_top.h"
#include "solve_run.h"
#include "tournament_options.h"
#include "words.h"

namespace foray::cli {
namespace {

using Json = nlohmann::ordered_json;
using solver::Answer;

constexpr const char* kConjectural = "this rests on a conjecture (theorem 10 of docs/solver.md)";

struct SolveCommand {
    SolveOptions solve;
    bool each = false;
};

struct ProveCommand {
    SolveOptions solve;
    std::string value;
    bool depth_first = false;
    bool best_first = false;
    StoredProof stored;
    CertificateFile certificate;
};

/// What a solve found out.
struct Findings {
    Answer value;
    std::vector<solver::MoveValue> moves;
    std::vector<Move> best;
    std::vector<Move> line;
};

Findings work_out(SolveRun& run, bool all_moves) {
    Findings found;
    solver::Solver& solver = run.solver();
    const WidePosition& root = run.position();
    found.value = solver.solve(root, run.request());
    if (!found.value.finished() || root.empty.none()) return found;
    found.line = solver.best_line(root, found.value.lower, run.request());
    if (!found.line.empty()) found.best.push_back(found.line.front());
    if (!all_moves) return found;
    found.moves = solver.move_values(root, run.request());
    found.best.clear();
    for (const solver::MoveValue& move : found.moves) {
        if (move.value.lower == found.value.lower) found.best.push_back(move.move);
    }
    return found;
}

/// "first", "second" or "draw" for a value of the side to move.
std::string_view winner(const WidePosition& position, int value) {
    if (value == 0) return "draw";
    return (value > 0) != position.second_to_move ? "first" : "second";
}

std::string verdict_text(const Game& game, const WidePosition& position, const Answer& answer) {
    const std::string mover(game.variant().players[position.second_to_move ? 1 : 0]);
    const std::string other(game.variant().players[position.second_to_move ? 0 : 1]);
    if (!answer.finished()) return fmt::format("value between {:+} and {:+} for {}, not finished", answer.lower, answer.upper, mover);
    if (answer.lower == 0) return "value 0: a draw";
    return fmt::format("value {:+} for {}: {} wins by {}", answer.lower, mover, answer.lower > 0 ? mover : other, std::abs(answer.lower));
}

Json bounds_json(const Answer& answer) {
    Json out = Json::object();
    out["value"] = answer.finished() ? Json(answer.lower) : Json(nullptr);
    out["lower"] = answer.lower;
    out["upper"] = answer.upper;
    return out;
}

void add_work(Json& out, SolveRun& run) {
    solver::Solver& solver = run.solver();
    const solver::Counters counters = solver.counters();
    out["nodes"] = counters.nodes;
    out["ms"] = run.ms();
    out["component_evaluations"] = solver.component_evaluations();
    out["table_mb"] = solver.table_bytes() >> 20;
    out["table_filled"] = solver.table_filled();
    out["threads"] = solver.options().threads;
    out["conjectures"] = solver.options().ideas.conjectures;
}

void print_work(SolveRun& run) {
    solver::Solver& solver = run.solver();
    const solver::Counters counters = solver.counters();
    const double ms = run.ms();
    fmt::print("{} nodes in {:.3f} s, {} nodes/s; table {} MB, {:.1f} % full\n", grouped(counters.nodes), ms / 1000,
               short_count(static_cast<double>(counters.nodes) / ms * 1000), solver.table_bytes() >> 20, 100 * solver.table_filled());
    if (solver.options().ideas.conjectures) fmt::print("{}\n", kConjectural);
}

int run_solve(const SolveCommand& options) {
    SolveRun run(options.solve);
    Findings found;
    run.run([&] { found = work_out(run, options.each); });
    const bool saved = run.save();
    const GameSpec& spec = run.game().spec();
    const bool finished = found.value.finished();
    if (options.solve.json) {
        Json out = bounds_json(found.value);
        out["exact"] = finished;
        out["outcome"] = finished ? Json(winner(run.position(), found.value.lower)) : Json(nullptr);
        out["best"] = move_texts(spec, found.best);
        out["line"] = move_texts(spec, found.line);
        if (!found.value.strategy.empty()) out["strategy"] = found.value.strategy;
        if (options.each) {
            out["moves"] = Json::array();
            for (const solver::MoveValue& move : found.moves) {
                Json entry{{"move", print_move(spec, move.move)}};
                entry.update(bounds_json(move.value));
                out["moves"].push_back(entry);
            }
        }
        add_work(out, run);
        fmt::print("{}\n", out.dump());
        return finished && saved ? kFine : kFailed;
    }
    fmt::print("{}\n{}\n", describe(spec), verdict_text(run.game(), run.position(), found.value));
    if (!found.value.strategy.empty()) fmt::print("the {} strategy gives a bound at once\n", found.value.strategy);
    if (!found.best.empty()) fmt::print("best {}\n", line_text(spec, found.best));
    if (!found.line.empty()) fmt::print("line {}\n", line_text(spec, found.line));
    for (const solver::MoveValue& move : found.moves) {
        const Answer& value = move.value;
        const std::string bounds =
            value.finished() ? fmt::format("{:+}", value.lower) : fmt::format("{:+} to {:+}", value.lower, value.upper);
        fmt::print("  {:<6} {}\n", print_move(spec, move.move), bounds);
    }
    print_work(run);
    return finished && saved ? kFine : kFailed;
}

double mean_of(std::uint64_t nodes, std::uint64_t subtrees) {
    return subtrees == 0 ? 0 : static_cast<double>(nodes) / static_cast<double>(subtrees);
}

Json top_json(const TopFindings& found) {
    Json out{{"leaves", found.status.answers}, {"positions", found.status.positions}};
    out["subtrees"] = Json::array();
    for (const proofs::SubtreeSizes& size : found.sizes) {
        out["subtrees"].push_back({{"empties", size.empties},
                                   {"won", size.won},
                                   {"won_mean", mean_of(size.won_nodes, size.won)},
                                   {"lost", size.lost},
                                   {"lost_mean", mean_of(size.lost_nodes, size.lost)}});
    }
    return out;
}

/// How large the finished parts of the proof were: the rest can be judged from it.
void print_top(const TopFindings& found) {
    fmt::print("best-first: {} leaves searched, {} positions in the tree\n", grouped(found.status.answers),
               grouped(found.status.positions));
    fmt::print("empties   won subtrees   mean nodes   lost subtrees   mean nodes\n");
    for (const proofs::SubtreeSizes& size : found.sizes) {
        fmt::print("{:>7} {:>14} {:>12} {:>15} {:>12}\n", size.empties, grouped(size.won), short_count(mean_of(size.won_nodes, size.won)),
                   grouped(size.lost), short_count(mean_of(size.lost_nodes, size.lost)));
    }
}

int run_prove(const ProveCommand& options) {
    if (!options.stored.store.empty()) return run_stored_proof(options.solve.game.resolve(), options.value, options.stored);
    const ValueClaim claim = require(parse_value_claim(options.value), "--value");
    const std::string& certificate = options.certificate.path;
    if (!certificate.empty()) {
        if (options.solve.conjectures) throw UsageError("--certificate: a conjecture is no proof; leave --conjectures out");
        (void)require(files::check_target(certificate), "--certificate");
    }
    SolveRun run(options.solve);
    TopFindings found;
    if (options.best_first || (run.position().empty.count() > kMostDepthFirst && !options.depth_first)) {
        found = prove_from_the_top(run, claim.bound);
    } else {
        run.run([&] { found.value = run.solver().prove(run.position(), claim.bound, run.request()); });
    }
    const Answer& answer = found.value;
    const bool saved = run.save();
    const bool yes = answer.lower >= claim.bound;
    const bool decided = yes || answer.upper < claim.bound;
    const bool holds = decided && yes == claim.affirmed_by_yes;
    // What was decided is certified, also where that refutes the claim.
    std::optional<std::uint64_t> certified;
    if (decided && !certificate.empty()) {
        certified = write_certificate_file(run, yes, yes ? claim.bound : claim.bound - 1, options.certificate);
    }
    if (options.solve.json) {
        Json out{{"claim", options.value}, {"decided", decided}, {"holds", decided ? Json(holds) : Json(nullptr)}};
        out["lower"] = answer.lower;
        out["upper"] = answer.upper;
        if (!answer.strategy.empty()) out["strategy"] = answer.strategy;
        if (found.move) out["move"] = print_move(run.game().spec(), *found.move);
        if (found.status.answers != 0) out["top"] = top_json(found);
        if (certified) out["certificate_nodes"] = *certified;
        add_work(out, run);
        fmt::print("{}\n", out.dump());
    } else {
        fmt::print("{}\nvalue {}: {}\n", describe(run.game().spec()), options.value,
                   !decided ? "not decided"
                   : holds  ? "proved"
                            : "refuted");
        fmt::print("the value is between {:+} and {:+}{}\n", answer.lower, answer.upper,
                   answer.strategy.empty() ? "" : fmt::format(" (the {} strategy)", answer.strategy));
        if (found.move) fmt::print("{} reaches it\n", print_move(run.game().spec(), *found.move));
        if (found.status.answers != 0) print_top(found);
        if (certified) fmt::print("{} nodes in {}\n", grouped(*certified), certificate);
        print_work(run);
    }
    return holds && saved ? kFine : kFailed;
}

}  // namespace

void add_solve_command(CLI::App& app, Action& action) {
    add_command<SolveCommand>(
        app, action, "solve", "The exact value of a position with best play, and a line that shows it (raid family)",
        "  foray solve --size 4\n"
        "  foray solve --board Smolensk --position \"xoxox1/oxo3/xoxoxo/oxoxox/xox1ox/oxoxox x\" --each\n"
        "  foray solve --size 4 --moves \"b2 c3\"\n"
        "  foray solve --board Piqua --threads 2 --hash 1024 --save piqua.run",
        [](CLI::App& command, SolveCommand& options) {
            options.solve.add_to(command);
            command.add_flag("--each", options.each, "also the exact value of every legal move");
        },
        run_solve);
}

void add_prove_command(CLI::App& app, Action& action) {
    add_command<ProveCommand>(
        app, action, "prove", "Decide one bound of a value, which is cheaper than the value; exit code 1 if it does not hold",
        "  foray prove --size 4x5 --value \">=0\"\n"
        "  foray prove --board Piqua --value \">=3\" --threads 2\n"
        "  foray prove --size 4 --value \">=0\" --certificate 4x4.proof     then: foray verify --certificate 4x4.proof\n"
        "  foray prove --size 3x5 --value \">=3\" --best-first --save proof.run\n"
        "  foray prove --board Sevastopol --value \">=0\" --store postgresql://foray@db/foray     workers search (foray work --jobs prove)",
        [](CLI::App& command, ProveCommand& options) {
            options.solve.add_to(command);
            command.add_option("--value", options.value, "the claim about the value for the side to move, such as \">=0\" or \"<5\"")
                ->required();
            CLI::Option* const depth_first =
                command.add_flag("--depth-first", options.depth_first,
                                 "search the top depth-first too; else, above 25 empties, the most promising parts first");
            command.add_flag("--best-first", options.best_first, "the most promising parts first with fewer empties too")
                ->excludes(depth_first);
            CLI::Option* const certificate = command.add_option(
                "--certificate", options.certificate.path, "write what was decided as a proof that can be checked (docs/certificates.md)");
            command.add_option("--leaf", options.certificate.leaf_empties, "positions with so few empties are left to who checks it")
                ->check(CLI::Range(0, proofs::kMostLeafEmpties))
                ->needs(certificate)
                ->capture_default_str();
            CLI::Option* store = command.add_option("--store", options.stored.store,
                                                    "let the workers of this store search: postgresql://... or sqlite:FILE");
            store->excludes(certificate);
            command
                .add_option("--name", options.stored.name, "what the proof is called in the store; made from game and claim if not given")
                ->needs(store);
            command
                .add_option("--leaves", options.stored.leaves, "with --store: leaves out at the same time: two or three for each worker")
                ->check(CLI::Range(1, 100'000))
                ->needs(store)
                ->capture_default_str();
            command
                .add_option("--leaf-nodes", options.stored.leaf_nodes, "with --store: the largest first budget of a leaf, in solver nodes")
                ->check(decimal(1000, 1e15))
                ->needs(store);
            command
                .add_option(
                    "--recheck", options.stored.recheck,
                    "with --store: per cent of the leaves, at least 8 of them, that are proved again here before the verdict; 0 is none")
                ->check(decimal(0, 100))
                ->needs(store)
                ->capture_default_str();
        },
        run_prove);
}

}  // namespace foray::cli
