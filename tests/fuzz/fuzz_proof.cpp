// Proof trees, jobs, answers and bounds as text: refused in words, or what was printed.
#include "foray/solver/proof_tree.h"
#include "fuzz.h"
#include "proof_bounds.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    const GameSpec spec = default_spec(Variant::kWargame, 3, 4);
    if (const auto job = solver::parse_leaf_job(spec, text)) {
        const auto again = solver::parse_leaf_job(spec, solver::print_leaf_job(spec, *job));
        FORAY_FUZZ_CHECK(again && again->position == job->position && again->target == job->target && again->nodes == job->nodes);
    }
    if (const auto answer = solver::parse_leaf_answer(text)) {
        const auto again = solver::parse_leaf_answer(solver::print_leaf_answer(*answer));
        FORAY_FUZZ_CHECK(again && again->lower == answer->lower && again->upper == answer->upper && again->nodes == answer->nodes);
    }
    if (const auto bounds = parse_bounds(text)) {
        const auto again = parse_bounds(print_bounds(*bounds));
        FORAY_FUZZ_CHECK(again && again->size() == bounds->size());
    }
    if (const auto tree = solver::ProofTree::parse(text)) FORAY_FUZZ_CHECK(solver::ProofTree::parse(tree->print()));
}
