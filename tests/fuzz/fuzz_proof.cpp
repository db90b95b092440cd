// Proof trees, jobs, answers and bounds as text: refused in words, or what was printed. A tree's checksum is made to fit, or nothing
// behind it would be reached.
#include "foray/proofs/proof_tree.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "fuzz.h"
#include "proof_bounds.h"

using namespace foray;

namespace {

std::string with_checksum(std::string_view text) {
    const std::string_view body = text.substr(0, std::min(text.rfind("end "), text.size()));
    std::array<char, 17> sum{};
    const char* const end = std::to_chars(sum.data(), sum.data() + sum.size(), XXH64(body.data(), body.size(), 1), 16).ptr;
    return std::string(body) + "end " + std::string(sum.data(), static_cast<std::size_t>(end - sum.data())) + "\n";
}

void check_tree(std::string_view text) {
    const auto tree = proofs::ProofTree::parse(text);
    if (!tree) return;
    const std::string printed = tree->print();
    const auto again = proofs::ProofTree::parse(printed);
    FORAY_FUZZ_CHECK(again && again->print() == printed);
}

}  // namespace

void fuzz_one(std::string_view text) {
    const GameSpec spec = default_spec(Variant::kWargame, 3, 4);
    if (const auto job = proofs::parse_leaf_job(spec, text)) {
        const auto again = proofs::parse_leaf_job(spec, proofs::print_leaf_job(spec, *job));
        FORAY_FUZZ_CHECK(again && again->position == job->position && again->target == job->target && again->nodes == job->nodes);
    }
    if (const auto answer = proofs::parse_leaf_answer(text)) {
        const auto again = proofs::parse_leaf_answer(proofs::print_leaf_answer(*answer));
        FORAY_FUZZ_CHECK(again && again->lower == answer->lower && again->upper == answer->upper && again->nodes == answer->nodes);
    }
    if (const auto bounds = parse_bounds(text)) {
        const auto again = parse_bounds(print_bounds(*bounds));
        FORAY_FUZZ_CHECK(again && again->size() == bounds->size());
    }
    check_tree(text);
    check_tree(with_checksum(text));
}
