// Tournaments in a store: the runner, what is withdrawn, what is exported.
#include <gtest/gtest.h>
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "foray/notation/game_file.h"
#include "foray/notation/pgn.h"
#include "foray/store/report.h"
#include "support/paths.h"
#include "support/postgres.h"
#include "support/process.h"

namespace foray {
namespace {

using Json = nlohmann::ordered_json;

Result<std::unique_ptr<Agent>> make_own(const GameSpec& spec, const PlayerSettings& player) {
    if (player.player == "crash") return Error{"it never starts"};
    return make_agent(spec, player.player);
}

class Running : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        if (std::string(GetParam()) == "sqlite") {
            location_ = test::scratch_folder() + "/t.foray";
        } else {
            if (test::Postgres::shared() == nullptr) GTEST_SKIP() << "no PostgreSQL here";
            location_ = test::Postgres::shared()->new_database();
        }
    }
    Store open() { return std::move(Store::open(location_, Store::Open::kCreate)).value(); }
    Tournament make(const std::string& json) {
        Store store = open();
        auto made = make_tournament(store, "t", json);
        if (!made) throw std::runtime_error(made.error().message());
        return std::move(made).value();
    }
    RunOutcome run(int threads, const std::atomic<bool>* stop = nullptr) {
        RunOptions options;
        options.location = location_;
        options.tournament = "t";
        options.threads = threads;
        options.make_player = make_own;
        options.stop = stop;
        options.on_news = [&](const std::string& text) { news_.push_back(text); };
        return run_tournament(options);
    }
    std::vector<GameRow> games() {
        Store store = open();
        return store.games(store.tournament("t")->id, Store::Records::kWith);
    }
    std::string location_;
    std::vector<std::string> news_;
};
INSTANTIATE_TEST_SUITE_P(Tournament, Running, testing::Values("sqlite", "postgresql"),
                         [](const auto& one) { return std::string(one.param); });

/// What must not depend on how the games were shared out.
std::set<std::string> facts(const std::vector<GameRow>& games) {
    std::set<std::string> out;
    for (const GameRow& game : games) {
        const auto record = parse_record(game.record);
        EXPECT_TRUE(record);
        std::string text = job_label(game.key.pairing) + "/" + std::to_string(game.key.leg) + " " + std::to_string(game.half_points);
        for (const Move move : record->moves) text += " " + std::to_string(move.from) + "-" + std::to_string(move.to);
        EXPECT_TRUE(out.insert(text).second);
    }
    return out;
}

// Players that always answer the same, without openings: one pair of games says something, whatever is played.
TEST_P(Running, RepeatedGamesAreCountedOnce) {
    const std::string settings =
        R"({"size": "4", "format": "match", "rounds": 20, "players": ["alphabeta:3", "greedy"], "openings": {"plies": 0}, )"
        R"("sprt": {"elo": "0,20"}})";
    const Tournament tournament = make(settings);
    EXPECT_TRUE(run(2).over);
    const TournamentReport report = make_report(tournament, games());
    EXPECT_EQ(report.games, 40);
    EXPECT_EQ(report.repeated, 38);
    EXPECT_EQ(report.standings[0].tally.games(), 40);
    EXPECT_EQ(report.first_player.pairs, 1);
    EXPECT_EQ(report.sprt->verdict, SprtVerdict::kUndecided);
    EXPECT_GT(report.standings[0].rating.error, 100);
    std::string text;
    for (const std::string& line : print_standings(report)) text += line + "\n";
    EXPECT_NE(text.find("\n38 games repeat earlier ones (same opening, same moves)"), std::string::npos) << text;
    std::vector<GameRow> unknown = games();  // as an older store has them
    for (GameRow& game : unknown) game.fingerprint = 0;
    EXPECT_EQ(make_report(tournament, unknown).repeated, 0);
}

TEST_P(Running, TheGamesDoNotDependOnThreadsOrInterruptions) {
    const std::string settings =
        R"({"size": "4", "format": "swiss", "rounds": 3, "players": ["greedy", "random", "minimax:2", "random:seed=5",
                                     "alphabeta:3"], "seed": 4})";
    make(settings);
    EXPECT_TRUE(run(2).over);
    const auto once = facts(games());
    EXPECT_EQ(once.size(), 2U * 2 * 3);
    SetUp();
    make(settings);
    for (int i = 0; i < 200; ++i) {
        std::atomic<bool> stop = false;
        std::thread impatient([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(2 * i));
            stop = true;
        });
        const bool over = run(1, &stop).over;
        impatient.join();
        if (over) break;
    }
    EXPECT_EQ(facts(games()), once);
}

TEST_P(Running, GamesThatSomebodyTookAwayArePlayedAgain) {
    make(R"({"size": "4", "format": "swiss", "rounds": 3, "players": ["greedy", "random", "minimax:2", "random:seed=5",
                                     "alphabeta:3"], "seed": 4})");
    EXPECT_TRUE(run(2).over);
    const auto once = facts(games());
    const std::string sql = "delete from game where sequence in (select min(sequence) from game union select max(sequence) from game)";
    if (std::string(GetParam()) == "sqlite") {
        soci::session(soci::sqlite3, "dbname=\"" + location_ + "\"") << sql;
    } else {
        (void)test::Postgres::shared()->psql(location_, sql);
    }
    ASSERT_EQ(games().size(), once.size() - 2);
    news_.clear();
    EXPECT_TRUE(run(2).over);
    EXPECT_EQ(facts(games()), once);
    EXPECT_EQ(std::count_if(news_.begin(), news_.end(), [](const auto& text) { return text.find("are missing") != std::string::npos; }), 2);
}

TEST_P(Running, AWorkerThatPlaysNothingEndsTheRun) {
    make(R"({"size": "3", "rounds": 1, "players": ["greedy", "random"]})");
    std::atomic<bool> over = false;
    std::thread liar([&] {
        Store store = open();
        const Worker worker{worker_name(99)};
        while (!over) {
            const auto job = store.claim(worker, "tournament");
            EXPECT_TRUE(!job || store.submit(*job, worker, "played"));
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    });
    const RunOutcome outcome = run(0);
    over = true;
    liar.join();
    EXPECT_FALSE(outcome.over);
    EXPECT_EQ(outcome.problem, "the games of 0/0/1/0 are missing however often it is said to be played");
    EXPECT_EQ(news_.size(), 3U);
    EXPECT_TRUE(games().empty());
}

TEST_P(Running, WhoFailsTooOftenIsWithdrawnAndTheOthersGoOn) {
    const Tournament t = make(R"({"size": "3", "rounds": 4, "failures": 3, "players": ["greedy", "crash", "random"]})");
    const RunOutcome outcome = run(1);
    EXPECT_TRUE(outcome.over) << outcome.problem;
    Store store = open();
    const auto rows = store.players(t.id);
    EXPECT_TRUE(rows[1].entrant.withdrawn);
    EXPECT_NE(rows[1].reason.find("3 consecutive failures"), std::string::npos);
    const auto all = games();
    int failed = 0;
    int others = 0;
    for (const GameRow& game : all) {
        if (game.failed) {
            EXPECT_EQ(game.reason(), "crash: it never starts");
            ++failed;
        } else {
            ++others;
        }
    }
    EXPECT_EQ(failed, 3);
    EXPECT_EQ(others, 8) << "greedy and random play all their games";
    ASSERT_EQ(news_.size(), 1U);
    EXPECT_NE(news_[0].find("crash is withdrawn"), std::string::npos);
    const auto report = make_report(std::move(Tournament::load(store, "t")).value(), all);
    EXPECT_TRUE(report.over);
    EXPECT_EQ(report.standings.back().failures.at(Ending::kCrash), 3);
}

TEST_P(Running, TheSequentialTestEndsTheMatch) {
    make(R"({"game": "wargame", "size": "4", "format": "match", "rounds": 2000, "sprt": {"elo0": 0, "elo1": 100},
             "players": ["alphabeta:3", "random"], "concurrency": 2})");
    EXPECT_TRUE(run(2).over);
    Store store = open();
    const auto all = games();
    EXPECT_LT(all.size(), 1000U);
    const auto report = make_report(std::move(Tournament::load(store, "t")).value(), all);
    ASSERT_TRUE(report.sprt);
    EXPECT_EQ(report.sprt->verdict, SprtVerdict::kAccepted);
    EXPECT_EQ(store.count_jobs("tournament", "t").open, 0);
    const auto lines = print_standings(report);
    EXPECT_NE(lines.back().find("accepted"), std::string::npos);
}

TEST_P(Running, AJobFromAnywhereIsCheckedAndAPoisonedOneEndsTheRun) {
    const Tournament t = make(R"({"size": "3", "players": ["greedy", "random"]})");
    Store store = open();
    store.add_jobs("tournament", "t", {{"0/0/1/0", R"({"round": 0, "first": 0, "second": 1000000, "pair": 0})"}});
    const RunOutcome outcome = run(1);
    EXPECT_FALSE(outcome.over);
    EXPECT_NE(outcome.problem.find("expected a whole number from 0 to 1"), std::string::npos) << outcome.problem;
    EXPECT_EQ(store.count_games(t.id), 0);
}

TEST_P(Running, ALaddersTableIsInTheOrderOfItsRatings) {
    // The strongest has played least: by points the second would be first.
    Tournament t = make(R"({"format": "ladder", "rounds": 9, "players": ["strong", "middle", "weak"]})");
    std::vector<GameRow> rows;
    const auto beats = [&](int winner, int loser, int times) {
        for (int i = 0; i < times; ++i) {
            GameRow& row = rows.emplace_back();
            row.key = {{static_cast<int>(rows.size()) / 2, winner, loser, 0}, i % 2};
            row.half_points = 2;
            row.sequence = static_cast<std::int64_t>(rows.size());
        }
    };
    beats(0, 1, 2);
    beats(1, 2, 6);
    const auto order = [&] {
        std::string out;
        for (const PlayerReport& one : make_report(t, rows).standings) out += one.name + " ";
        return out;
    };
    EXPECT_EQ(order(), "strong middle weak ");
    t.settings.schedule.format = Format::kRoundRobin;
    EXPECT_EQ(order(), "middle strong weak ");
}

TEST_P(Running, EverythingIsExported) {
    const Tournament t = make(R"({"game": "ataxx", "size": "4", "rounds": 2, "player": [{"name": "<b>&\"x\", y", "player": "greedy"},
                                  {"player": "random"}]})");
    EXPECT_TRUE(run(1).over);
    const auto all = games();
    const auto report = make_report(t, all);
    const Json json = Json::parse(export_json(t, report, all));
    ASSERT_EQ(json["games"].size(), 4U);
    EXPECT_EQ(json["played"], 4);
    EXPECT_EQ(json["total"], 4);
    EXPECT_EQ(json["games"][1]["leg"], 2);
    EXPECT_EQ(json["games"][1]["game"], "ataxx");
    EXPECT_EQ(json["games"][0]["players"][0], "<b>&\"x\", y");
    EXPECT_EQ(json["games"][1]["players"][1], "<b>&\"x\", y");
    for (const char* key : {"round", "start", "moves", "result", "reason"}) EXPECT_TRUE(json["games"][0].contains(key)) << key;
    EXPECT_EQ(parse_games(export_json(t, report, all))->size(), 4U) << "what reads files of games reads it";
    auto otherwise = all;
    std::reverse(otherwise.begin(), otherwise.end());
    EXPECT_EQ(export_json(t, report, otherwise), export_json(t, report, all)) << "in whichever order they ended";
    EXPECT_EQ(export_csv(t, otherwise), export_csv(t, all));
    EXPECT_TRUE(json["standings"][0].contains("elo_error"));
    const auto pgn = export_pgn(t, otherwise);
    ASSERT_TRUE(pgn);
    EXPECT_LT(pgn->find("[Round \"1.2\"]"), pgn->find("[Round \"2.1\"]"));
    const auto read = parse_pgn(*pgn);
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(read->size(), 4U);
    EXPECT_NE(pgn->find("[Round \"2.1\"]"), std::string::npos);
    const std::string csv = export_csv(t, all);
    std::size_t moves = 0;
    for (const GameRow& game : all) moves += static_cast<std::size_t>(game.plies);
    EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), moves + 1);
    EXPECT_NE(csv.find("\"<b>&\"\"x\"\", y\""), std::string::npos);
    const auto html = export_html(t, report, all);
    ASSERT_TRUE(html);
    EXPECT_EQ(*export_html(t, report, otherwise), *html);
    EXPECT_EQ(html->find("<b>&\"x"), std::string::npos) << "a name must not become a tag";
    EXPECT_NE(html->find("&lt;b&gt;"), std::string::npos);
    EXPECT_NE(html->find("<svg"), std::string::npos);
    EXPECT_EQ(html->find("http://"), std::string::npos) << "needs nothing else";
}

TEST(TournamentCommand, SaysNothingAboutTheCageUnlessItIsAsked) {
    // Silence is what leaves course and contest programs in the cage; a flag that is not given must not become "false".
    const std::vector<std::pair<std::string, std::optional<bool>>> cases = {{"", {}}, {"--sandbox", true}, {"--no-sandbox", false}};
    for (const auto& [flag, expected] : cases) {
        const std::string file = test::scratch_folder() + "/t.foray";
        std::vector<std::string> arguments = {
            "tournament", "new", file, "--game", "squirrels", "--players", "squirrels:python3 x.py; greedy"};
        if (!flag.empty()) arguments.push_back(flag);
        ASSERT_EQ(test::run_program(test::kForay, arguments).exit_code, 0) << flag;
        Store store = std::move(Store::open(file, Store::Open::kExisting)).value();
        const auto tournament = Tournament::load(store, "t");
        ASSERT_TRUE(tournament) << flag;
        for (const PlayerSettings& player : tournament->settings.players) EXPECT_EQ(player.sandbox, expected) << flag;
    }
}

TEST(TournamentCommand, NobodyLosesBecauseThisMachineCannotContainPrograms) {
    const std::string folder = test::scratch_folder();
    const std::string file = folder + "/t.foray";
    const auto run = [&](std::vector<std::string> arguments) {
        std::vector<std::string> all = {"-i", "PATH=" + folder, test::kForay, "tournament"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return test::run_program("/usr/bin/env", all);
    };
    const std::string why = "programs cannot be contained on this machine: bubblewrap (bwrap) is not installed";
    const auto refused = run({"run", file, "--game", "stakeraid", "--size", "3", "--players", "stakeraid:/bin/false; greedy"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_NE(refused.err.find("player 'stakeraid:/bin/false': " + why), std::string::npos) << refused.err;
    EXPECT_NE(run({"status", file}).out.find("0 of 2 games"), std::string::npos) << "no game was played, and it can be resumed";
    const std::string free = folder + "/free.foray";
    const auto played =
        run({"run", free, "--game", "stakeraid", "--size", "3", "--no-sandbox", "--players", "stakeraid:/bin/false; greedy"});
    EXPECT_EQ(played.exit_code, 0) << played.err;
    EXPECT_NE(played.out.find("crash: exit code 1"), std::string::npos) << "its own fault";
    // What only workers know is for them alone.
    const auto theirs = run({"run", folder + "/w.foray", "--players", "program:mine; greedy"});
    EXPECT_EQ(theirs.exit_code, 2);
    EXPECT_NE(theirs.err.find("--schedule-only"), std::string::npos) << theirs.err;
}

}  // namespace
}  // namespace foray
