// The top of a large proof at work for foray prove: a tree of questions whose leaves one solver searches.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "foray/proofs/proof_tree.h"
#include "solve_run.h"

namespace foray::cli {

/// Above this many empties the top of a proof is searched best-first: below, a wrong choice costs less than the looking around.
inline constexpr int kMostDepthFirst = 25;

struct TopFindings {
    solver::Answer value;
    proofs::ProofStatus status;
    std::vector<proofs::SubtreeSizes> sizes;
    std::optional<Move> move;  ///< one that is shown to reach the bound
};

/// Whether the value of the run's position is at least `bound`. Ends early, with what is proved, when the run does.
TopFindings prove_from_the_top(SolveRun& run, int bound);

}  // namespace foray::cli
