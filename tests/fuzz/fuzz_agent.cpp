// Players as one word, and the numbers of the search that are tuned.
#include "foray/notation/agent_text.h"

#include "foray/learn/spsa.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    if (const auto numbers = learn::parse_spsa_numbers(text, Family::kAtaxx)) {
        const auto again = learn::parse_spsa_numbers(learn::print_spsa_numbers(*numbers), Family::kAtaxx);
        FORAY_FUZZ_CHECK(again && again->size() == numbers->size());
    }
    const auto agent = parse_agent_text(text);
    if (!agent) return;
    const auto back = parse_agent_text(print_agent_text(*agent));
    FORAY_FUZZ_CHECK(back && *back == *agent);
}
