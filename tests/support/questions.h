// Questions as the page asks them, and what comes back.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "foray/questions/questions.h"

namespace foray::test {

using Json = nlohmann::ordered_json;

inline Json ask(const Json& question, const questions::Ceilings& ceilings = {}) {
    const std::string text = questions::answer(question.dump(), ceilings);
    EXPECT_EQ(text.find('\n'), std::string::npos);
    const Json answer = Json::parse(text, nullptr, false);
    EXPECT_FALSE(answer.is_discarded()) << text;
    return answer;
}

inline Json fine(const Json& question, const questions::Ceilings& ceilings = {}) {
    const Json answer = ask(question, ceilings);
    EXPECT_EQ(answer.value("ok", false), true) << question << "\n" << answer;
    return answer;
}

inline std::string refused(const Json& question, const questions::Ceilings& ceilings = {}) {
    const Json answer = ask(question, ceilings);
    EXPECT_EQ(answer.value("ok", true), false) << question;
    return answer.value("error", "");
}

}  // namespace foray::test
