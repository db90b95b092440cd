#include "foray/notation/match_text.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    if (const auto plies = parse_ply_range(text)) FORAY_FUZZ_CHECK(plies->least >= 0 && plies->least <= plies->most && plies->most <= 100);
    if (const auto elo = parse_elo_range(text)) FORAY_FUZZ_CHECK(elo->low < elo->high && elo->low >= -1000 && elo->high <= 1000);
    (void)parse_value_claim(text);
    if (const auto seconds = parse_duration(text)) FORAY_FUZZ_CHECK(*seconds >= 0 && *seconds <= 10 * 366 * 86'400.0);
    const auto control = parse_time_control(text);
    if (!control) return;
    const auto back = parse_time_control(print_time_control(*control));
    FORAY_FUZZ_CHECK(back && *back == *control);
}
