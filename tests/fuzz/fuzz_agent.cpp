#include "foray/notation/agent_text.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    const auto agent = parse_agent_text(text);
    if (!agent) return;
    const auto back = parse_agent_text(print_agent_text(*agent));
    FORAY_FUZZ_CHECK(back && *back == *agent);
}
