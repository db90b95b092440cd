// Questions through the real command: one a line, and one answer a line.
#include <gtest/gtest.h>

#include <string>

#include "foray/notation/text.h"
#include "support/cli.h"
#include "support/questions.h"

namespace foray {
namespace {

using test::Json;

TEST(DeskCommand, AnswersLineByLine) {
    const std::string long_line = "{\"ask\": \"games\"" + std::string(std::size_t{1} << 20, ' ') + "}";
    const test::RunResult result =
        test::run_foray({"questions"}, "{\"ask\": \"games\"}\n\nnonsense\n" + long_line + "\n{\"ask\": \"state\", \"game\": \"ataxx\"}");
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "");
    const auto lines = split_lines(result.out);
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_EQ(lines[0], questions::answer("{\"ask\": \"games\"}"));
    EXPECT_EQ(lines[1], questions::answer("nonsense"));
    EXPECT_EQ(lines[2], "{\"ok\":false,\"error\":\"a question has at most a million characters\"}");
    EXPECT_EQ(lines[3], questions::answer("{\"ask\": \"state\", \"game\": \"ataxx\"}"));
}

}  // namespace
}  // namespace foray
