// Settings of tournaments: what TOML and JSON say, what is wrong with it, and the openings that follow.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "foray/notation/fen.h"
#include "foray/notation/pgn.h"
#include "foray/store/report.h"
#include "openings.h"
#include "support/paths.h"
#include "support/process.h"

namespace foray {
namespace {

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

}  // namespace
}  // namespace foray
