#include "foray/notation/course_files.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    if (const auto input = parse_squirrels(text)) {
        const auto back = parse_squirrels(print_squirrels(*input));
        FORAY_FUZZ_CHECK(back && *back == *input);
    }
    if (const auto input = parse_stakeraid(text)) {
        const auto back = parse_stakeraid(print_stakeraid(*input));
        FORAY_FUZZ_CHECK(back && *back == *input);
    }
}
