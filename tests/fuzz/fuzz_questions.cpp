// Any question at all, one a line: each gets an answer that is JSON and says whether it is one.
#include <nlohmann/json.hpp>

#include "foray/notation/text.h"
#include "foray/questions/questions.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    const questions::Ceilings small{.textbook_nodes = 300, .engine_nodes = 300, .solver_nodes = 300, .ms = 100, .solver_bytes = 1U << 22};
    for (const std::string_view line : split_lines(text)) {
        const auto answer = nlohmann::json::parse(questions::answer(line, small), nullptr, false);
        FORAY_FUZZ_CHECK(answer.is_object() && answer.contains("ok") && answer["ok"].is_boolean());
        FORAY_FUZZ_CHECK(answer["ok"] || answer["error"].is_string());
        FORAY_FUZZ_CHECK(answer["ok"] || answer["error"].get<std::string>().find('\n') == std::string::npos);
    }
}
