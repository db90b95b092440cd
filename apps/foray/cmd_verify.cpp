// foray proof, foray verify: proofs that many machines work on, and the check of one.
#include <fmt/core.h>
#include <unistd.h>

#include "foray/notation/match_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "foray/store/proofs.h"
#include "game_options.h"
#include "numbers.h"
#include "tournament_options.h"

namespace foray::cli {
namespace {

struct ProofState {
    GameOptions game;
    std::string store;
    std::string name;
    std::string value = ">=0";
    int leaves = 8;
    std::uint64_t leaf_nodes = solver::ProofOptions{}.leaf_nodes;
    int sample = 50;
    std::uint64_t seed = 1;
};

const char* words(solver::ProofState state) {
    return state == solver::ProofState::kProved ? "yes" : state == solver::ProofState::kRefuted ? "no" : "not decided";
}

void print_status(const solver::ProofStatus& status, const JobCounts& jobs) {
    fmt::print(
        "at least that: {}; {} solver nodes in {} answers, {} positions in the tree; leaves waiting {}, being searched {}, answered {}\n",
        words(status.state), grouped(status.nodes), grouped(status.answers), grouped(status.positions), jobs.open, jobs.taken, jobs.done);
    if (status.state == solver::ProofState::kOpen) {
        fmt::print("estimates: {:.3g} more nodes to show it, {:.3g} to refute it\n", status.to_prove, status.to_refute);
    }
}

int run_proof_command(const ProofState& state) {
    const Setup setup = state.game.resolve();
    const ValueClaim claim = require(parse_value_claim(state.value), "--value");
    {
        Store store = require(Store::open(state.store, Store::Open::kCreate));
        solver::ProofOptions options;
        options.leaf_nodes = state.leaf_nodes;
        const bool fresh = require(make_proof(store, state.name, {setup.game.spec(), setup.position, claim.bound}, options), "--name");
        fmt::print("{}: {}, value {}; {}\n", state.name, describe(setup.game.spec()), state.value, fresh ? "new" : "goes on");
        std::fflush(stdout);
    }
    ProofRun run;
    run.location = state.store;
    run.name = state.name;
    run.leaves = state.leaves;
    run.stop = &stop_by_signal();
    const bool terminal = isatty(STDOUT_FILENO) == 1;
    std::uint64_t shown = 0;
    run.on_progress = [&](const solver::ProofStatus& status, const JobCounts& jobs) {
        if (!terminal || status.answers == shown) return;
        shown = status.answers;
        fmt::print("\r\x1b[K{} answers, {} nodes, about {:.2g} to go, {} leaves out", status.answers, grouped(status.nodes),
                   std::min(status.to_prove, status.to_refute), jobs.open + jobs.taken);
        std::fflush(stdout);
    };
    const solver::ProofStatus status = require(run_proof(run), state.name);
    if (terminal) fmt::print("\r\x1b[K");
    Store store = require(Store::open(state.store, Store::Open::kExisting));
    print_status(status, store.count_jobs("prove", state.name));
    if (status.state == solver::ProofState::kOpen) return kFailed;
    const bool holds = (status.state == solver::ProofState::kProved) == claim.affirmed_by_yes;
    fmt::print("value {}: {}\n", state.value, holds ? "proved" : "refuted");
    return holds ? kFine : kFailed;
}

int run_status(const ProofState& state) {
    Store store = require(Store::open(state.store, Store::Open::kExisting));
    const auto text = store.kept(state.name, "tree");
    if (!text) throw UsageError("--name: no proof '" + state.name + "' that was ever run");
    print_status(require(solver::ProofTree::parse(*text), state.name).status(), store.count_jobs("prove", state.name));
    return kFine;
}

int run_verify(const ProofState& state) {
    Store store = require(Store::open(state.store, Store::Open::kExisting));
    const ProofCheck check = require(verify_proof(store, state.name, state.sample, state.seed), state.name);
    fmt::print("{} answers; of the sample {} were proved again, {} not within four times their nodes\n", check.answers, check.confirmed,
               check.unconfirmed);
    if (!check.wrong.empty()) {
        fmt::print("WRONG {}\n", check.wrong);
        return kFailed;
    }
    fmt::print("the tree made anew from the claim needs {} of them and {} more, which were searched here: {}\n", check.used, check.missing,
               words(check.state));
    const auto text = store.kept(state.name, "tree");
    if (!text) return kFailed;
    const auto kept = require(solver::ProofTree::parse(*text), state.name).status().state;
    if (kept != check.state) fmt::print("WRONG the store says {}\n", words(kept));
    return kept == check.state && check.state != solver::ProofState::kOpen ? kFine : kFailed;
}

void add_place(CLI::App& command, ProofState& state) {
    command.add_option("--store", state.store, "postgresql://... or sqlite:FILE")->required();
    command.add_option("--name", state.name, "the proof's name in that store")->required();
}

}  // namespace

void add_proof_commands(CLI::App& app, Action& action) {
    CLI::App* group = app.add_subcommand("proof", "Proofs in a store: workers on many machines search the leaves");
    group->require_subcommand(1);
    add_command<ProofState>(
        *group, action, "run", "Drive a proof to its end: hands out leaves, takes answers; can be stopped and continued",
        "  foray proof run --store sqlite:proof.foray --name small --size 4x5 --value \">=0\"\n"
        "  foray work --store sqlite:proof.foray --jobs prove      (in another terminal, or on other machines)",
        [](CLI::App& command, ProofState& state) {
            add_place(command, state);
            state.game.add_to(command);
            command.add_option("--value", state.value, "the claim for the side to move, such as \">=0\" or \"<5\"")->capture_default_str();
            command.add_option("--leaves", state.leaves, "leaves out at the same time: two or three for each worker")
                ->check(CLI::Range(1, 100'000))
                ->capture_default_str();
            command.add_option("--leaf-nodes", state.leaf_nodes, "the largest first budget of a leaf, in solver nodes")
                ->capture_default_str();
        },
        run_proof_command);
    add_command<ProofState>(
        *group, action, "status", "How far a proof is", "  foray proof status --store sqlite:proof.foray --name small",
        [](CLI::App& command, ProofState& state) { add_place(command, state); }, run_status);
    add_command<ProofState>(
        app, action, "verify", "Check a proof of a store: its tree made anew, a sample of its leaves proved again",
        "  foray verify --store sqlite:proof.foray --name small --sample 100",
        [](CLI::App& command, ProofState& state) {
            add_place(command, state);
            command.add_option("--sample", state.sample, "how many answers are proved again")
                ->check(CLI::Range(0, 1'000'000))
                ->capture_default_str();
            command.add_option("--seed", state.seed, "of the sample")->capture_default_str();
        },
        run_verify);
}

}  // namespace foray::cli
