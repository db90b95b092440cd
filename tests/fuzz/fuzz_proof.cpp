// Proof trees, jobs and answers as text: refused in words, or what was printed.
#include "foray/solver/proof_tree.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace foray;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const GameSpec spec = default_spec(Variant::kWargame, 3, 4);
    if (const auto job = solver::parse_leaf_job(spec, text)) {
        const auto again = solver::parse_leaf_job(spec, solver::print_leaf_job(spec, *job));
        if (!again || again->position != job->position || again->target != job->target || again->nodes != job->nodes) std::abort();
    }
    if (const auto answer = solver::parse_leaf_answer(text)) {
        const auto again = solver::parse_leaf_answer(solver::print_leaf_answer(*answer));
        if (!again || again->lower != answer->lower || again->upper != answer->upper || again->nodes != answer->nodes) std::abort();
    }
    if (const auto tree = solver::ProofTree::parse(text)) {
        if (!solver::ProofTree::parse(tree->print())) std::abort();
    }
    return 0;
}
