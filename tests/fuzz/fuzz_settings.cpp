// Settings of tournaments as people write them (TOML), the boards and books that they name, and rubrics of a course: refused in words, or
// within their bounds.
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "foray/courses/rubric.h"
#include "foray/store/settings.h"
#include "fuzz.h"

using namespace foray;

namespace {

/// A folder of this process with one file in it, which is whatever is being tried.
const std::string& folder_with(std::string_view text) {
    static const std::string folder = [] {
        std::string name = "/tmp/foray-fuzz-XXXXXX";
        FORAY_FUZZ_CHECK(mkdtemp(name.data()) != nullptr);
        static std::string kept;
        kept = name;
        std::atexit([] {
            unlink((kept + "/file").c_str());
            rmdir(kept.c_str());
        });
        return name;
    }();
    std::ofstream(folder + "/file", std::ios::binary) << text;
    return folder;
}

}  // namespace

void fuzz_one(std::string_view text) {
    for (const char* use : {R"({"boards": ["file", "random"]})", R"({"openings": {"book": "file", "book_plies": 3}})"}) {
        (void)put_files_in(use, folder_with(text));
    }
    for (const Assignment assignment : {Assignment::kSquirrels, Assignment::kStakeraid}) {
        const auto rubric = parse_rubric(text, assignment);
        if (!rubric) continue;
        FORAY_FUZZ_CHECK(rubric->total > 0);
        // However tasks and cases weigh, nobody has more than there is.
        double points = 0;
        for (const TaskPoints& task : points_of(*rubric, {{"1", "minimax", true}, {"2", "minimax", false}, {"3", "alphabeta", true}})) {
            FORAY_FUZZ_CHECK(task.points >= 0 && task.points <= task.most * 1.000001);
            points += task.points;
        }
        FORAY_FUZZ_CHECK(points <= rubric->total * 1.000001);
    }
    TournamentSettings none;
    (void)parse_player(text, none);
    const auto json = json_of_toml(text);
    if (!json) return;
    const auto settings = parse_settings(*json, text);
    if (!settings) return;
    FORAY_FUZZ_CHECK(settings->players.size() >= 2);
    if (settings->given_plies)
        FORAY_FUZZ_CHECK(settings->given_plies->least >= 0 && settings->given_plies->least <= settings->given_plies->most);
    const GameSpec spec = settings->spec(0);
    const Game game(spec);
    for (int opening = 0; opening < 3; ++opening) FORAY_FUZZ_CHECK(!game.verdict(settings->start(game, opening)).over());
    FORAY_FUZZ_CHECK(spec.rows >= 1 && spec.rows <= 26 && spec.cols >= 1 && spec.cols <= 26);
}
