// PGN: what other tools write is read, ours is what they read, damage is refused with its line.
#include "foray/notation/pgn.h"

#include <gtest/gtest.h>

#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "support/complaint.h"
#include "support/oracles.h"
#include "support/random_play.h"

namespace foray {
namespace {

using test::complaint;

// As an Ataxx tournament program writes it: its own tags, a game that was stopped, numbers and comments.
constexpr const char* kForeign =
    "[Event \"Ataxx Tournament\"]\n[Site \"Somewhere\"]\n[Date \"2026-01-02 03:04:05\"]\n[Round \"1\"]\n[Black \"Alpha\"]\n[White "
    "\"Beta\"]\n"
    "[Result \"1-0\"]\n[FEN \"x5o/7/7/7/7/7/o5x x 0 1\"]\n[FinalFEN \"x6/7/6o/7/6x/6x/o5x o 0 2\"]\n[Adjudicated \"Out of time\"]\n"
    "[Winner \"Alpha\"]\n[Loser \"Beta\"]\n[PlyCount \"3\"]\n[Material \"+2\"]\n\n"
    "1. g2 { movetime 67 } g7g5 (1... a2 { better } 2. g3) 2. g3 $2 { movetime 3 } 1-0\n\n\n";

std::string changed(std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    return text;
}

TEST(Pgn, ReadsAForeignGame) {
    const auto games = parse_pgn(kForeign);
    ASSERT_TRUE(games) << games.error().message();
    ASSERT_EQ(games->size(), 1U);
    const GameRecord& game = games->front();
    EXPECT_EQ(game.players, (std::array<std::string, 2>{"Alpha", "Beta"}));
    EXPECT_EQ(game.moves.size(), 3U);
    EXPECT_EQ(game.notes[0].ms, 67.0);
    EXPECT_FALSE(game.notes[1].ms);
    EXPECT_EQ(game.decided, (Decided{Outcome::kFirstWins, Ending::kTime}));
    const auto wrong = parse_pgn(changed(kForeign, "x6/7/6o/7/6x/6x/o5x o 0 2", "x5o/7/7/7/6x/6x/o5x o 0 2"));
    EXPECT_EQ(complaint(wrong), "line:9:1: the moves do not lead to FinalFEN but to x6/7/6o/7/6x/6x/o5x o 0 2");
}

TEST(Pgn, OursIsTheDialect) {
    const Game game(default_spec(Variant::kAtaxx));
    GameRecord record{game.spec(), game.start(), parse_line(game, game.start(), "g2 a2")->moves};
    record.notes = {{.value = {}, .depth = {}, .nodes = {}, .ms = 67.2}, {.value = -3, .depth = 4, .nodes = 99, .ms = 1.0, .exact = true}};
    record.players = {"Alpha", "Be\"ta"};
    record.date = "2026-11-15";
    EXPECT_EQ(print_pgn(record),
              "[Event \"Foray game\"]\n[Site \"Foray\"]\n[Date \"2026-11-15\"]\n[Round \"1\"]\n[Black \"Alpha\"]\n[White \"Be\\\"ta\"]\n"
              "[Result \"*\"]\n[FEN \"x5o/7/7/7/7/7/o5x x 0 1\"]\n[FinalFEN \"x5o/7/7/7/7/o5x/o5x x 0 2\"]\n[PlyCount \"2\"]\n[Material "
              "\"+0\"]\n\n"
              "1. g2 { movetime 67 } a2 { [%eval 0.03] movetime 1 exact -0.03 depth 4 nodes 99 } *\n\n");
}

/// A game with all that may stand beside it: variations inside variations, after the last move, comments, values.
GameRecord branched() {
    const Game game(default_spec(Variant::kWargame, 3, 3));
    const auto line = [&](const char* before, const char* text) {
        return parse_line(game, parse_line(game, game.start(), before)->positions.back(), text)->moves;
    };
    GameRecord record{game.spec(), game.start(), line("", "a1 b2 c3")};
    record.notes.resize(3);
    record.notes[1] = {.value = -250, .depth = 2, .nodes = 7, .ms = 3.0, .exact = false, .comment = "greedy, I think"};
    const Variation inner{1, line("a1 c1", "a3 b3"), {}, {}};
    record.variations = {{0, line("", "b1"), {}, {}},
                         {1, line("a1", "c1 b1"), {{.value = 100, .depth = 1, .nodes = 1, .ms = 1.0}, {}}, {inner}},
                         {1, line("a1", "c2"), {}, {}},
                         {2, line("a1 b2", "c3 c2 c1"), {}, {}}};
    return record;
}

TEST(Pgn, KeepsVariationsAndComments) {
    const GameRecord record = branched();
    const std::string text = print_pgn(record);
    EXPECT_NE(text.find("\n1. a1 (1. b1) 1... b2 { [%eval 2.50] movetime 3 value -2.50 depth 2 nodes 7 } { greedy, I think } "
                        "(1... c1 { [%eval -1.00] movetime 1 value 1.00 depth 1 nodes 1 } 2. b1 (2. a3 b3)) (1... c2) "
                        "2. c3 (2. c3 c2 3. c1) *\n"),
              std::string::npos)
        << text;
    const auto read = parse_pgn(text);
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(read->front(), [&] {
        GameRecord dated = record;
        dated.date = "????.??.??";
        return dated;
    }());
    EXPECT_EQ(*parse_record(print_record(record)), record);
}

TEST(Pgn, RefusesVariationsThatAreNone) {
    const std::string text = print_pgn(branched());
    const auto said = [&](const std::string& from, const std::string& to) { return complaint(parse_pgn(changed(text, from, to))); };
    EXPECT_EQ(said("(2. a3", "(2. a1"), "line:16:1: a variation, move 1, 'a1': A1 is taken by Blue");
    EXPECT_EQ(said("\n1. a1", "\n( b1 ) 1. a1"), "line:16:1: a variation before the first move");
    EXPECT_EQ(said("(1... c2)", "(1... c2))"), "line:16:1: unexpected ')'");
    EXPECT_EQ(said("3. c1)", "3. c1"), "line:16:1: this variation has no end");
    std::string deep = "[Event \"x\"]\n\n1. g2 ";
    for (int i = 0; i <= kMostNesting; ++i) deep += "(1. g2 ";
    EXPECT_EQ(complaint(parse_pgn(deep)), "line:3:1: variations are nested too deep");
    std::string json = "{\"foray\":2,\"game\":\"ataxx\",\"size\":7,\"start\":\"x5o/7/7/7/7/7/o5x x 0 1\",\"moves\":[";
    for (int i = 0; i <= kMostNesting; ++i) json += "{\"move\":\"g2\",\"variations\":[[";
    json += "\"g2\"";
    for (int i = 0; i <= kMostNesting; ++i) json += "]]}";
    EXPECT_NE(complaint(parse_record(json + "]}")).find("variations are nested too deep"), std::string::npos);
    // Values of programs that know nothing of ours are read from the first player's view.
    const auto foreign = parse_pgn("[Event \"x\"]\n\n1. g2 { [%eval 0.25] } a2 { [%eval -1.50] nice } *");
    ASSERT_TRUE(foreign) << foreign.error().message();
    EXPECT_EQ(foreign->front().notes[0].value, 25);
    EXPECT_EQ(foreign->front().notes[1].value, 150);
}

TEST(Records, OfVersion1KeepTheirMeaning) {
    const auto value = [](const Result<GameRecord>& record) { return record ? *record->notes.back().value : -1; };
    const auto json = [&](const std::string& version, const std::string& game, const std::string& player) {
        const bool raid = game == "wargame";
        return parse_record(
            "{\"foray\":" + version + ",\"game\":\"" + game + "\"," +
            (raid ? "\"raid\":\"mandatory\",\"values\":[[1,1],[1,1]]" : "\"size\":2") + ",\"players\":[\"a\",\"" + player +
            "\"],\"start\":\"" + (raid ? "2/2 o 0" : "xo/2 o 0 1") + "\",\"moves\":[{\"move\":\"" + (raid ? "a1" : "b1") +
            "\",\"value\":-7}],\"result\":{\"outcome\":\"ongoing\",\"reason\":\"\",\"scores\":" + (raid ? "[0,1]}}" : "[0,3]}}"));
    };
    EXPECT_EQ(value(json("2", "wargame", "engine:ms=5")), -7);
    EXPECT_EQ(value(json("1", "wargame", "engine:ms=5")), -700);
    EXPECT_EQ(value(json("1", "wargame", "greedy")), -700);
    EXPECT_EQ(complaint(json("3", "wargame", "greedy")), "\"foray\": 2 is missing: not a record of this version");
    const std::string pgn = "[Variant \"wargame\"]\n[Values \"1 1/1 1\"]\n[White \"engine\"]\n[FEN \"2/2 o 0\"]\n\n1... a1 { value ";
    const auto in_pgn = [&](const std::string& text) { return parse_pgn(pgn + text + " } *\n")->front().notes; };
    EXPECT_EQ(in_pgn("-7").front().value, -700);
    EXPECT_EQ(in_pgn("-7.25").front().value, -725);
    EXPECT_EQ(in_pgn("-0.25").front().value, -25);
    EXPECT_TRUE(in_pgn("-0.2").empty());
    EXPECT_TRUE(in_pgn("99999999999").empty());
    const std::string ataxx = "[White \"engine:level=3\"]\n[Black \"greedy\"]\n\n1. g2 { value 7 } a2 { value 7 } *\n";
    EXPECT_EQ(parse_pgn(ataxx)->front().notes[0].value, 700);
    EXPECT_EQ(parse_pgn(ataxx)->front().notes[1].value, 7);
}

TEST(Records, RefuseValuesBeyondAnyGame) {
    const Game game(default_spec(Variant::kWargame, 2, 2));
    GameRecord record{game.spec(), game.start(), parse_line(game, game.start(), "a1")->moves};
    record.notes = {{.value = 4321, .depth = 1, .nodes = 1, .ms = 1.0}};
    const std::string good = print_record(record);
    EXPECT_EQ(parse_record(good)->notes[0].value, 4321);
    for (const char* wrong : {"4294967297", "1e3", "18446744073709551616", "-99999999999"}) {
        EXPECT_EQ(complaint(parse_record(changed(good, "4321", wrong))), "move 1: \"value\" is not a number of its kind") << wrong;
    }
}

TEST(Records, SayWhyAPlayerFailed) {
    const Game game(default_spec(Variant::kWargame, 2, 2));
    for (const EndingInfo& one : kEndings) {
        if (!is_decided(one.ending)) continue;
        GameRecord record{game.spec(), game.start(), parse_line(game, game.start(), "a1")->moves};
        record.decided = Decided{Outcome::kFirstWins, one.ending, "exit \"code\" 139"};
        EXPECT_EQ(*parse_record(print_record(record)), record);
        EXPECT_EQ(parse_pgn(print_pgn(record))->front().decided, record.decided);
    }
}

TEST(Pgn, SecondPlayerMayBegin) {
    const Game game(default_spec(Variant::kAtaxx));
    const WidePosition start = *parse_fen(game, "x5o/7/7/7/7/7/o5x o 0 1");
    const GameRecord record{game.spec(), start, parse_line(game, start, "a2 g2")->moves};
    EXPECT_NE(print_pgn(record).find("\n1... a2 2. g2 *\n"), std::string::npos);
    EXPECT_EQ(parse_pgn(print_pgn(record))->front().moves, record.moves);
}

TEST(Pgn, RefusesDamageWithItsLine) {
    const Game game(default_spec(Variant::kWargame, 2, 2));
    const GameRecord record{game.spec(), game.start(), parse_line(game, game.start(), "a1 b2 b1 a2")->moves};
    const std::string good = print_pgn(record);
    ASSERT_TRUE(parse_pgn(good)) << complaint(parse_pgn(good));
    const auto said = [&](const std::string& from, const std::string& to) { return complaint(parse_pgn(changed(good, from, to))); };
    EXPECT_EQ(said("a1 b2", "a1 a1"), "line:16:1: move 2, 'a1': A1 is taken by Blue");
    EXPECT_EQ(said("[PlyCount \"4\"]", "[PlyCount \"5\"]"), "line:13:1: the tag PlyCount says '5', there are 4 moves");
    EXPECT_EQ(said("[Values \"1 1/1 1\"]\n", ""), "line:5:1: a game of War Game needs the tag Values");
    EXPECT_EQ(said("1 1/1 1", "1 1/1 0"), "line:12:1: Values: row 2: expected a value from 1 to 99, found '0'");
    EXPECT_EQ(said("wargame", "chess"), "line:10:1: unknown game 'chess'; the games are wargame, squirrels, stakeraid, reloaded, ataxx");
    EXPECT_EQ(said("[Site", "[Site{"), "line:2:1: this tag is not of the form [Name \"value\"]");
    EXPECT_EQ(said("2. b1", "2. { never ends b1"), "line:16:1: this comment has no end");
    EXPECT_EQ(said("2. b1", "2. ( b1"), "line:16:1: this variation has no end");
    EXPECT_EQ(complaint(parse_pgn("1. g2 *")), "line:1:1: expected a tag such as [Event \"...\"], found '1.'");
    EXPECT_EQ(complaint(parse_pgn("[Event \"x\"]\n\n1. g2")), "line:3:1: the file ends before the result of game 1");
    EXPECT_EQ(complaint(parse_pgn("[Event \"x\"]\n[FEN \"x5o/7 x\"]\n\n*")), "line:2:1: Ataxx has a square board, not 2x7");
    for (std::size_t cut = 1; cut + 3 < good.size(); ++cut) EXPECT_FALSE(parse_pgn(good.substr(0, cut))) << cut;
    EXPECT_TRUE(parse_pgn("")->empty());
}

TEST(Records, SayWhereTheyComeFrom) {
    const Game game(default_spec(Variant::kWargame, 2, 2));
    GameRecord record{game.spec(), game.start(), {Move::place(0)}};
    record.about = {{"program", "foray 9"}, {"seed", "7"}, {"two words", "a \"quoted\" text"}};
    const auto read = parse_record(print_record(record));
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(*read, record);
    const auto games = parse_pgn(print_pgn(record));
    ASSERT_TRUE(games) << games.error().message();
    record.about.pop_back();  // PGN has no tag with a blank in its name
    EXPECT_EQ(games->front().about, record.about);
    const std::string text = print_record(record);
    for (const char* wrong : {"{\"seed\":7}", "[]", "\"x\""}) {
        std::string damaged = text;
        const std::size_t at = damaged.find("{\"program\"");
        damaged.replace(at, damaged.find('}', at) + 1 - at, wrong);
        EXPECT_FALSE(parse_record(damaged)) << wrong;
    }
}

TEST(Records, AThousandReplayToTheirEnd) {
    std::uint64_t seed = 9;
    const Game game(default_spec(Variant::kWargame));
    for (int i = 0; i < 1000; ++i) {
        GameRecord record{game.spec(), game.start(), {}};
        for (WidePosition position = game.start(); !game.verdict(position).over();) {
            const auto moves = game.legal_moves(position);
            record.moves.push_back(moves[static_cast<std::size_t>(test::draw(seed, static_cast<int>(moves.size())))]);
            record.notes.push_back({1, 2, 3, 4});
            position = game.after(position, record.moves.back());
        }
        const std::string text = print_record(record);
        ASSERT_EQ(*parse_record(text), record);
    }
}

}  // namespace
}  // namespace foray
