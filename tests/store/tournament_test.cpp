// Tournaments in a store: settings, the runner, what is withdrawn, what is exported.
#include <gtest/gtest.h>
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "foray/notation/fen.h"
#include "foray/notation/game_file.h"
#include "foray/notation/pgn.h"
#include "foray/store/report.h"
#include "openings.h"
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

std::string error_of(const std::string& toml) {
    const auto json = json_of_toml(toml);
    if (!json) return json.error().in("x.toml").message();
    const auto whole = put_files_in(*json, "");
    if (!whole) return whole.error().in("x.toml").message();
    const auto settings = parse_settings(*whole, toml);
    return settings ? "fine" : settings.error().in("x.toml").message();
}

TEST(Settings, EveryKeyIsRead) {
    const std::string toml = R"(
game = "wargame"
boards = ["Smolensk", "random", "random:7"]
rules = ["raid=optional"]
format = "match"
rounds = 50
games = 4
seed = 9
concurrency = 3
failures = 5
sandbox = true
[limits]
tc = "10+0.1"
nodes = 2000
margin = 20
[openings]
plies = "2-4"
[adjudication]
exact = true
resign = 5.5
resign_moves = 4
draw = 0.1
draw_moves = 9
draw_after = 20
most_plies = 30
[sprt]
elo0 = -5
elo1 = 5
alpha = 0.01
beta = 0.02
model = "normalized"
[ratings]
anchor = "old"
elo = 1500
[[player]]
name = "new"
player = "engine:nodes=100"
tc = "40/60"
[[player]]
name = "old"
player = "alphabeta:2"
movetime = 7
depth = 3
sandbox = false
)";
    ASSERT_EQ(error_of(toml), "fine");
    const TournamentSettings s = *parse_settings(*json_of_toml(toml));
    EXPECT_EQ(s.schedule.games, 4);
    EXPECT_EQ(s.schedule.sprt->model, EloModel::kNormalized);
    EXPECT_EQ(s.adjudication.resign_value, 550);
    EXPECT_EQ(s.adjudication.max_plies, 30);
    EXPECT_EQ(s.players[0].budget.clock->left_ms, 60'000);
    EXPECT_EQ(s.players[0].budget.clock->moves_to_go, 40);
    EXPECT_EQ(s.players[0].budget.nodes, 2000U);
    EXPECT_EQ(s.players[0].sandbox, true);
    EXPECT_EQ(s.players[1].budget.ms, 7);
    EXPECT_EQ(s.players[1].budget.clock->increment_ms, 100);
    EXPECT_EQ(s.players[1].sandbox, false);
    EXPECT_EQ(s.anchor, "old");
    EXPECT_EQ(s.given_plies, (PlyRange{2, 4}));
    EXPECT_EQ(s.spec(0).values, s.spec(3).values);
    EXPECT_NE(s.spec(1).values, s.spec(4).values) << "another random board every round";
    EXPECT_EQ(s.spec(2).values, s.spec(5).values) << "a random board with a seed is one board";
    EXPECT_EQ(s.spec(0).raid, RaidRule::kOptional);
}

TEST(Settings, AFormerKeyIsStillRead) {
    const auto longest = [](const std::string& adjudication) {
        return parse_settings(R"({"players": ["greedy", "random"], "adjudication": )" + adjudication + "}").value().adjudication.max_plies;
    };
    EXPECT_EQ(longest(R"({"most_plies": 30})"), 30);
    EXPECT_EQ(longest(R"({"max_plies": 31})"), 31);
    EXPECT_EQ(longest(R"({"most_plies": 30, "max_plies": 31})"), 31);
}

TEST(Settings, EveryFieldHasKeyAndFlagOfItsOwn) {
    std::set<std::string> keys;
    std::set<std::string> flags;
    for (const SettingField& field : kSettingFields) {
        const std::string key = std::string(field.table) + "." + std::string(field.key);
        EXPECT_TRUE(keys.insert(key).second) << key;
        EXPECT_FALSE(field.help.empty()) << key;
        EXPECT_LE(field.least, field.most) << key;
        for (std::string_view rest = field.flag; !rest.empty();) {
            const std::size_t comma = std::min(rest.find(','), rest.size());
            EXPECT_TRUE(rest.starts_with("--")) << key;
            EXPECT_TRUE(flags.insert(std::string(rest.substr(0, comma))).second) << rest;
            rest.remove_prefix(std::min(comma + 1, rest.size()));
        }
    }
}

TEST(Settings, MistakesAreNamedWithLineAndColumn) {
    const std::string two = "players = [\"greedy\", \"random\"]\n";
    EXPECT_EQ(error_of(two), "fine");
    EXPECT_EQ(error_of(two + "ronds = 3\n").substr(0, 36), "x.toml:2:1: unknown key 'ronds'; the");
    EXPECT_EQ(error_of(two + "[limits]\n  nodse = 3\n").substr(0, 27), "x.toml:3:3: unknown key 'no");
    EXPECT_EQ(error_of(two + "rounds = \"three\"\n"), "x.toml:2:1: expected a whole number from 1 to 1000000");
    EXPECT_EQ(error_of(two + "rounds = 0\n"), "x.toml:2:1: expected a whole number from 1 to 1000000");
    EXPECT_EQ(error_of(two + "games = 3\n").substr(0, 40), "x.toml:2:1: expected 1 or an even number");
    EXPECT_EQ(error_of(two + "format = \"cup\"\n").substr(0, 38), "x.toml:2:1: unknown format 'cup'; the ");
    EXPECT_EQ(error_of(two + "game = ataxx\n").substr(0, 9), "x.toml:2:");
    EXPECT_NE(error_of(two + "boards = [\"Nowhere\"]\n").find("x.toml:2:1:"), std::string::npos);
    EXPECT_NE(error_of(two + "game = \"ataxx\"\nboards = [\"random\"]\n").find("has no square values"), std::string::npos);
    EXPECT_NE(error_of(two + "position = \"zzz\"\n").find("x.toml:2:1:"), std::string::npos);
    EXPECT_NE(error_of(two + "[sprt]\nelo0 = 1\n").find("needs format"), std::string::npos);
    const std::string exact = two + "[adjudication]\nexact = true\n";
    EXPECT_EQ(error_of("size = \"8\"\n" + exact), "fine");
    EXPECT_EQ(error_of("size = \"9\"\n" + exact), "x.toml:4:1: the solver takes boards of up to 64 squares, not 9x9");
    EXPECT_EQ(error_of("game = \"ataxx\"\n" + exact), "x.toml:4:1: exact values are known in the raid family only");
    EXPECT_NE(error_of(two + "[limits]\ntc = \"fast\"\n").find("x.toml:3:1: expected seconds such as 10+0.1"), std::string::npos);
    EXPECT_NE(error_of("[[player]]\nname = \"a\"\n[[player]]\nplayer = \"b\"\nspeed = 3\n").find("x.toml:1:"), std::string::npos);
    EXPECT_NE(error_of("players = [\"greedy\"]\n").find("at least two players"), std::string::npos);
    EXPECT_NE(error_of(two + "[openings]\nbook = \"/nowhere/at/all\"\n").find("/nowhere/at/all"), std::string::npos);
    EXPECT_NE(parse_settings("[1, 2").error().message().find("not JSON"), std::string::npos);
}

TEST(Settings, BooksAreReadAndKept) {
    const std::string folder = test::scratch_folder();
    std::ofstream(folder + "/book.epd") << "# openings\nx5o/7/7/7/7/7/o5x x 0 1; first\r\n\nx5o/7/7/3x3/7/7/o5x o 0 1 bm a1\n";
    const std::string toml =
        "game = \"ataxx\"\nplayers = [\"greedy\", \"random\"]\n[openings]\nbook = \"book.epd\"\norder = \"shuffled\"\n";
    const auto json = put_files_in(*json_of_toml(toml), folder);
    ASSERT_TRUE(json) << json.error().message();
    const auto s = parse_settings(*json, toml);
    ASSERT_TRUE(s) << s.error().message();
    EXPECT_EQ(s->book, (std::vector<std::string>{"x5o/7/7/7/7/7/o5x x 0 1", "x5o/7/7/3x3/7/7/o5x o 0 1"}));
    EXPECT_TRUE(TournamentOpenings().of(*s, 0).empty()) << "no random moves on top of a book";
    const Game game(s->spec(0));
    for (int pass = 0; pass < 5; ++pass) {
        EXPECT_NE(s->start(game, 2 * pass), s->start(game, 2 * pass + 1)) << "each once before any is repeated";
    }
}

/// A book of games may have any form that records have, and begin with a byte order mark.
TEST(Settings, BooksOfGamesAreReadInEveryForm) {
    const std::string folder = test::scratch_folder();
    const std::string game = R"({"foray": 2, "game": "ataxx", "size": 7, "start": "x5o/7/7/7/7/7/o5x x 0 1", "moves": ["g2", "a2"], )"
                             R"("result": {"outcome": "ongoing", "reason": "", "scores": [3, 3]}})";
    const std::string begin = "game = \"ataxx\"\nplayers = [\"greedy\", \"random\"]\n[openings]\nbook_plies = 1\nbook = ";
    const std::string lines = game + "\n" + game + "\n";
    const std::string fen = "x5o/7/7/7/7/6x/o5x o 0 1";
    for (const std::string& text : {lines, "\xEF\xBB\xBF" + lines, "\xEF\xBB\xBF" + fen + "\n" + fen + "\n"}) {
        std::ofstream(folder + "/book", std::ios::binary) << text;
        const auto json = put_files_in(*json_of_toml(begin + "\"book\"\n"), folder);
        ASSERT_TRUE(json) << json.error().message();
        const auto s = parse_settings(*json, "");
        ASSERT_TRUE(s) << s.error().message();
        EXPECT_EQ(s->book, (std::vector<std::string>{fen, fen})) << text;
    }
}

// Two boards in turn, one that is another every round, a book with random moves on top: what was asked before changes nothing, and nothing
// comes twice where it would be the same game.
TEST(Settings, OpeningsOfATournamentDiffer) {
    for (const std::string& where :
         {std::string(R"("boards": ["Smolensk", "Narvik"])"), std::string(R"("boards": ["random", "Keren"])"),
          std::string(R"("game": "ataxx")"),
          std::string(
              R"("game": "ataxx", "openings": {"plies": 2, "positions": ["x5o/7/7/7/7/7/o5x x 0 1", "-5o/x6/7/7/7/7/o5x x 0 1"]})")}) {
        const auto s = parse_settings("{" + where + R"(, "rounds": 8, "games": 20, "players": ["greedy", "random"]})");
        ASSERT_TRUE(s) << s.error().message();
        std::set<std::string> seen;
        TournamentOpenings openings;
        for (int number = 0; number < 80; ++number) {
            const Game game(s->spec(number / 10));
            WidePosition position = s->start(game, number);
            for (const Move move : openings.of(*s, number)) position = game.after(position, move);
            std::string text = print_fen(game, position);
            for (const int value : game.spec().values) text += " " + std::to_string(value);
            EXPECT_TRUE(seen.insert(text).second) << where << ": " << number << " " << text;
        }
        TournamentOpenings later;
        for (const int number : {79, 3, 40}) EXPECT_EQ(later.of(*s, number), openings.of(*s, number)) << number;
    }
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
