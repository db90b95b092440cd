#include "prove_top.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <mutex>

#include "command.h"
#include "foray/files/files.h"
#include "foray/notation/move_text.h"
#include "foray/notation/text.h"
#include "numbers.h"

namespace foray::cli {
namespace {

using proofs::LeafJob;
using proofs::ProofState;
using proofs::ProofTree;

/// What the screen shows; the work goes on in another thread.
class Watch {
public:
    void see(const ProofTree& tree) {
        const proofs::ProofStatus status = tree.status();
        const auto moves = tree.root_moves();
        std::string text = fmt::format("{} leaves searched, {} positions in the tree, {}nodes", grouped(status.answers),
                                       grouped(status.positions), short_count(static_cast<double>(status.nodes)));
        if (!moves.empty()) text += fmt::format("; {} looks best", print_move(tree.claim().spec, moves.front().move));
        const std::lock_guard lock(mutex_);
        text_ = std::move(text);
    }
    [[nodiscard]] std::string text() {
        const std::lock_guard lock(mutex_);
        return text_;
    }

private:
    std::mutex mutex_;
    std::string text_;
};

/// All values of a board have one parity.
int next_value(int bound, int parity_of) { return bound + ((bound ^ parity_of) & 1); }

/// Where the tree is kept; nowhere without --save. One that rests on a conjecture is not kept: it would not say so.
std::string tree_path(const SolveRun& run) {
    const SolveOptions& options = run.options();
    return options.save.empty() || options.conjectures ? "" : options.save + ".tree";
}

bool same_claim(const proofs::ProofClaim& a, const proofs::ProofClaim& b) {
    return a.spec == b.spec && a.target == b.target && a.root.own == b.root.own && a.root.opp == b.root.opp;
}

/// The tree of the run that is gone on with, if it kept one about this claim; else a new one. (A depth-first run keeps none.)
ProofTree begin_tree(const SolveRun& run, const proofs::ProofClaim& claim, const proofs::ProofOptions& options) {
    const std::string path = tree_path(run);
    if (run.options().resume && !path.empty() && std::filesystem::exists(path)) {
        const auto text = files::read_whole(path);
        auto tree = text ? ProofTree::parse(*text) : Result<ProofTree>(text.error());
        if (tree && same_claim(tree->claim(), claim) && tree->options().symmetry == options.symmetry) return std::move(tree).value();
        fmt::print(stderr, "foray: {}: {}; the tree grows again from the table\n", without_controls(path),
                   tree ? "a proof of another claim" : without_controls(tree.error().message()));
    }
    return require(ProofTree::make(claim, options));
}

}  // namespace

TopFindings prove_from_the_top(SolveRun& run, int bound) {
    solver::Solver& solver = run.solver();
    ProofTree tree = begin_tree(run, {run.game().spec(), run.position(), bound}, {.symmetry = solver.options().ideas.symmetry});
    std::mutex mutex;  // of the tree: it is written down while a leaf is searched
    const std::string path = tree_path(run);
    if (!path.empty()) {
        (void)require(files::check_target(path));
        run.keep_beside(path, [&] {
            const std::lock_guard lock(mutex);
            return tree.print();
        });
    }
    Watch watch;
    run.show_instead([&] { return watch.text(); });
    TopFindings found;
    run.run([&] {
        // A strategy may give the answer at once, and says so.
        found.value = solver.prove(run.position(), bound, {{.nodes = 1}});
        while (tree.status().state == ProofState::kOpen && !run.ended()) {
            if (found.value.lower >= bound || found.value.upper < bound) break;
            const std::vector<LeafJob> jobs = [&] {
                const std::lock_guard lock(mutex);
                return tree.next_leaves(1);
            }();
            // Taking positions apart may have decided the claim by itself.
            if (jobs.empty()) break;
            const proofs::LeafAnswer answer = work_on(solver, jobs.front(), run.request());
            const bool decided = answer.lower >= jobs.front().target || answer.upper < jobs.front().target;
            if (!decided && run.ended()) break;
            const std::lock_guard lock(mutex);
            (void)require(tree.answer(jobs.front(), answer));
            watch.see(tree);
        }
    });
    run.show_instead({});
    if (!path.empty()) run.keep_beside(path, [text = tree.print()] { return text; });
    found.status = tree.status();
    found.sizes = tree.subtree_sizes();
    const int total = found.value.upper;  // bounds have the parity of all values
    if (found.status.state == ProofState::kProved) found.value.lower = std::max(found.value.lower, next_value(bound, total));
    if (found.status.state == ProofState::kRefuted) found.value.upper = std::min(found.value.upper, next_value(bound, total) - 2);
    solver.assume_root(found.value.lower, found.value.upper);
    const auto moves = tree.root_moves();
    if (!moves.empty() && moves.front().to_prove == 0) found.move = moves.front().move;
    return found;
}

}  // namespace foray::cli
