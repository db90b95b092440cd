// Settings of tournaments as people write them (TOML), and rubrics of a course: refused in words, or within their bounds.
#include "foray/courses/rubric.h"
#include "foray/store/settings.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    for (const Assignment assignment : {Assignment::kSquirrels, Assignment::kStakeraid}) {
        if (const auto rubric = parse_rubric(text, assignment)) FORAY_FUZZ_CHECK(rubric->total > 0);
    }
    TournamentSettings none;
    (void)parse_player(text, none);
    const auto json = json_of_toml(text);
    if (!json) return;
    const auto settings = parse_settings(*json, text);
    if (!settings) return;
    FORAY_FUZZ_CHECK(settings->players.size() >= 2 && settings->least_plies >= 0 && settings->least_plies <= settings->most_plies);
    const GameSpec spec = settings->spec(0);
    FORAY_FUZZ_CHECK(spec.rows >= 1 && spec.rows <= 26 && spec.cols >= 1 && spec.cols <= 26);
}
