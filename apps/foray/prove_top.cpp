#include "prove_top.h"

#include <fmt/core.h>

#include <algorithm>
#include <mutex>

#include "command.h"
#include "foray/notation/move_text.h"
#include "numbers.h"

namespace foray::cli {
namespace {

using solver::LeafJob;
using solver::ProofState;
using solver::ProofTree;

/// What the screen shows; the work goes on in another thread.
class Watch {
public:
    void see(const ProofTree& tree) {
        const solver::ProofStatus status = tree.status();
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

}  // namespace

TopFindings prove_from_the_top(SolveRun& run, int bound) {
    solver::Solver& solver = run.solver();
    ProofTree tree = require(ProofTree::make({run.game().spec(), run.position(), bound}, {.symmetry = solver.options().ideas.symmetry}));
    Watch watch;
    run.show_instead([&] { return watch.text(); });
    TopFindings found;
    run.run([&] {
        // A strategy may give the answer at once, and says so.
        found.value = solver.prove(run.position(), bound, {.nodes = 1});
        while (tree.status().state == ProofState::kOpen && !run.ended()) {
            if (found.value.lower >= bound || found.value.upper < bound) break;
            const std::vector<LeafJob> jobs = tree.next_leaves(1);
            const solver::LeafAnswer answer = work_on(solver, jobs.front(), run.limits());
            const bool decided = answer.lower >= jobs.front().target || answer.upper < jobs.front().target;
            if (!decided && run.ended()) break;
            (void)require(tree.answer(jobs.front(), answer));
            watch.see(tree);
        }
    });
    run.show_instead({});
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
