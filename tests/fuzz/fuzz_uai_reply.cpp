// Any line of an engine is read, and what was read of a line of ours is what was said.
#include "foray/notation/uai_text.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    const UaiReply reply = parse_uai_reply(text);
    if (const auto* info = std::get_if<UaiInfo>(&reply)) {
        FORAY_FUZZ_CHECK(info->rank >= 1);
        for (const std::string& word : info->line) FORAY_FUZZ_CHECK(!word.empty());
    }
    if (const auto* option = std::get_if<UaiOption>(&reply)) FORAY_FUZZ_CHECK(!option->name.empty());
}
