// foray prove --store, foray proof, foray verify: proofs that many machines work on, and the check of one.
#include <fmt/core.h>
#include <unistd.h>

#include <random>

#include "certificates.h"
#include "checks.h"
#include "foray/notation/match_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "foray/store/proofs.h"
#include "game_options.h"
#include "interrupts.h"
#include "numbers.h"
#include "tournament_options.h"

namespace foray::cli {
namespace {

struct ProofCommand {
    std::string store;
    std::string name;
    int sample = 50;
    std::uint64_t seed = 1;
    std::string certificate;
};

const char* words(proofs::ProofState state) {
    return state == proofs::ProofState::kProved ? "yes" : state == proofs::ProofState::kRefuted ? "no" : "not decided";
}

void print_status(const proofs::ProofStatus& status, const JobCounts& jobs) {
    fmt::print("at least that: {}; {} solver nodes in {} answers; leaves waiting {}, being searched {}, answered {}\n", words(status.state),
               grouped(status.nodes), grouped(status.answers), jobs.open, jobs.taken, jobs.done);
    if (status.state == proofs::ProofState::kOpen) {
        fmt::print("{} positions in the tree; by what its leaves look like, {:.2g} more nodes to show it, {:.2g} to refute it\n",
                   grouped(status.positions), status.to_prove, status.to_refute);
    }
}

/// Workers may be wrong, or lie. A share of the leaves is proved again here before anything is said; whoever gave a false answer is not
/// believed in anything, and the proof has to go on without him.
bool believed(Store& store, const std::string& name, const StoredProof& state, std::optional<ProofCheck>& checked) {
    if (state.recheck == 0) return true;
    constexpr int kLeast = 8;
    std::random_device device;  // nobody may know beforehand which leaves are looked at
    checked = require(verify_proof(store, name, {.least = kLeast, .seed = device(), .share = state.recheck / 100}), name);
    if (checked->wrong.empty()) return true;
    if (checked->liar.empty()) throw CommandFailure(name + ": " + checked->wrong);
    const std::int64_t dropped = disbelieve(store, name, checked->liar);
    fmt::print("{}: {}; all {} answers of worker {} are asked for again\n", name, checked->wrong, dropped, foray::quoted(checked->liar));
    std::fflush(stdout);
    return false;
}

}  // namespace

int run_stored_proof(const Played& game, const std::string& value, const StoredProof& state) {
    const ValueClaim claim = require(parse_value_claim(value), "--value");
    const GameSpec& spec = game.spec();
    const std::string name =
        !state.name.empty() ? state.name : fmt::format("{} {} {}", info(spec.variant).key, print_size(spec.rows, spec.cols), value);
    {
        Store store = require(Store::open(state.store, Store::Open::kCreate));
        proofs::ProofOptions options;
        if (state.leaf_nodes) options.leaf_nodes = *state.leaf_nodes;
        const bool fresh = require(make_proof(store, name, {spec, game.position(), claim.bound}, options), "--name");
        fmt::print("{}: {}, value {}; {}\n", name, describe(spec), value, fresh ? "new" : "goes on");
        std::fflush(stdout);
    }
    ProofRun run;
    run.location = state.store;
    run.name = name;
    run.leaves = state.leaves;
    const Interrupts interrupts;
    run.stop = &interrupts.flag();
    const bool terminal = isatty(STDOUT_FILENO) == 1;
    std::uint64_t shown = 0;
    run.on_progress = [&](const proofs::ProofStatus& status, const JobCounts& jobs) {
        if (!terminal || status.answers == shown) return;
        shown = status.answers;
        fmt::print("\r\x1b[K{} answers, {} nodes, about {:.2g} to go, {} leaves out", status.answers, grouped(status.nodes),
                   std::min(status.to_prove, status.to_refute), jobs.open + jobs.taken);
        std::fflush(stdout);
    };
    proofs::ProofStatus status;
    std::optional<ProofCheck> checked;
    Store store = require(Store::open(state.store, Store::Open::kExisting));
    do {
        status = require(run_proof(run), name);
        if (terminal) fmt::print("\r\x1b[K");
        print_status(status, store.count_jobs("prove", name));
        if (status.state == proofs::ProofState::kOpen) return kFailed;
    } while (!believed(store, name, state, checked));
    const bool holds = (status.state == proofs::ProofState::kProved) == claim.affirmed_by_yes;
    fmt::print("value {}: {}", value, holds ? "proved" : "refuted");
    if (checked) {
        fmt::print("; {} of the {} leaves it rests on proved again here", checked->confirmed, checked->used);
        if (checked->unconfirmed > 0) fmt::print(", {} not within four times the nodes", checked->unconfirmed);
    } else {
        fmt::print("; no leaf was proved again here");
    }
    fmt::print("\n");
    return holds ? kFine : kFailed;
}

namespace {

/// The proof that is meant, or all that the store has.
std::vector<std::string> proofs_meant(Store& store, const ProofCommand& state) {
    if (!state.name.empty()) return {state.name};
    auto all = store.topics("claim");
    if (all.empty()) throw UsageError("--store: there is no proof in it");
    return all;
}

int run_proof_status(const ProofCommand& state) {
    Store store = require(Store::open(state.store, Store::Open::kRead));
    for (const std::string& name : proofs_meant(store, state)) {
        auto text = store.kept(name, "tree");
        if (!text) text = store.kept(name, "claim");
        if (!text) throw UsageError("--name: there is no proof '" + name + "'");
        const proofs::ProofTree tree = require(proofs::ProofTree::parse(*text), name);
        fmt::print("{}: {}, at least {}\n", name, describe(tree.claim().spec), tree.claim().target);
        print_status(tree.status(), store.count_jobs("prove", name));
    }
    return kFine;
}

bool verify_one(Store& store, const std::string& name, const ProofCommand& state) {
    const ProofCheck check = require(verify_proof(store, name, {.least = state.sample, .seed = state.seed}), name);
    if (!check.wrong.empty()) {
        fmt::print("{}: WRONG: {}\n", name, check.wrong);
        return false;
    }
    fmt::print("{}: at least that: {}\n{} nodes follow from each other by the rules; {} of them rest on one of {} answers\n", name,
               words(check.state), grouped(check.nodes), grouped(check.used), grouped(check.answers));
    fmt::print("of a sample of those {} were proved again, {} not within four times the nodes of the dearest\n", check.confirmed,
               check.unconfirmed);
    return true;
}

int run_verify(const ProofCommand& state) {
    if (!state.certificate.empty()) return check_certificate_file(state.certificate);
    if (state.store.empty()) throw UsageError("--store or --certificate is required (see foray verify --help)");
    Store store = require(Store::open(state.store, Store::Open::kRead));
    bool right = true;
    for (const std::string& name : proofs_meant(store, state)) right = verify_one(store, name, state) && right;
    return right ? kFine : kFailed;
}

CLI::Option* add_place(CLI::App& command, ProofCommand& state) {
    CLI::Option* const store = command.add_option("--store", state.store, "postgresql://... or sqlite:FILE");
    command.add_option("--name", state.name, "the proof's name in that store; all of them if not given")->needs(store);
    return store;
}

}  // namespace

void add_proof_commands(CLI::App& app, Action& action) {
    CLI::App* group = app.add_subcommand("proof", "Proofs in a store (foray prove --store makes them)");
    group->require_subcommand(1);
    group->footer("Examples:\n  foray proof status --store sqlite:proof.foray\ndocs/machines.md says how proofs are made and checked.");
    add_command<ProofCommand>(
        *group, action, "status", "How far a proof is", "  foray proof status --store sqlite:proof.foray",
        [](CLI::App& command, ProofCommand& state) { add_place(command, state)->required(); }, run_proof_status);
    add_command<ProofCommand>(
        app, action, "verify",
        "Check proofs of a store (every node by the rules alone, a sample of the leaves proved again) or a certificate",
        "  foray verify --store sqlite:proof.foray --sample 100\n"
        "  foray verify --certificate 4x4.proof",
        [](CLI::App& command, ProofCommand& state) {
            CLI::Option* const store = add_place(command, state);
            command.add_option("--certificate", state.certificate, "a file of foray prove --certificate: every node by the rules alone")
                ->excludes(store);
            command.add_option("--sample", state.sample, "how many answers are proved again")
                ->check(CLI::Range(0, 1'000'000))
                ->capture_default_str();
            command.add_option("--seed", state.seed, "of the sample")->check(whole_number())->capture_default_str();
        },
        run_verify);
}

}  // namespace foray::cli
