// PGN: what other tools write is read, ours is what they read, damage is refused with its line.
#include "foray/notation/pgn.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

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

/// A game of two moves with what was thought of them.
GameRecord thoughtful() {
    const Game game(default_spec(Variant::kAtaxx));
    GameRecord record{game.spec(), game.start(), parse_line(game, game.start(), "g2 a2")->moves};
    record.notes.resize(2);
    record.notes[0].ms = 67.2;
    record.notes[1] = {.value = -3, .depth = 4, .nodes = 99, .ms = 1.0, .exact = true};
    record.notes[1].line = parse_line(game, parse_line(game, game.start(), "g2")->positions.back(), "a2 f2")->moves;
    record.players = {"Alpha", "Be\"ta"};
    record.date = "2026-11-15";
    record.about = {{"Event", "Cup"}, {"round", "3.1"}, {"tc", "10+0.1"}};
    return record;
}

TEST(Pgn, OursIsWhatOthersRead) {
    EXPECT_EQ(print_pgn(thoughtful()),
              "[Event \"Cup\"]\n[Site \"Foray\"]\n[Date \"2026.11.15\"]\n[Round \"3.1\"]\n[White \"Be\\\"ta\"]\n[Black \"Alpha\"]\n"
              "[Result \"*\"]\n[FirstPlayer \"Black\"]\n[Variant \"ataxx\"]\n[SetUp \"1\"]\n[TimeControl \"10+0.1\"]\n"
              "[Termination \"unterminated\"]\n[FEN \"x5o/7/7/7/7/7/o5x x 0 1\"]\n[FinalFEN \"x5o/7/7/7/7/o5x/o5x x 0 2\"]\n"
              "[About_round \"3.1\"]\n[About_tc \"10+0.1\"]\n[PlyCount \"2\"]\n[Material \"+0\"]\n\n"
              "1. g2 {0.067s} a2 {-0.03/4 0.001s, n=99, exact, pv=\"a2 f2\"} *\n\n");
    const auto read = parse_pgn(print_pgn(thoughtful()));
    ASSERT_TRUE(read) << read.error().message();
    GameRecord expected = thoughtful();
    expected.notes[0].ms = 67;  // to the millisecond
    EXPECT_EQ(read->front(), expected);
    GameRecord json = thoughtful();
    EXPECT_EQ(*parse_record(print_record(json)), json);
}

TEST(Pgn, TheOtherDialectIsThatOfAtaxxTools) {
    const Game game(default_spec(Variant::kAtaxx));
    GameRecord record = thoughtful();
    record.about.clear();
    record.decided = Decided{Outcome::kSecondWins, Ending::kResignation, ""};
    const std::string text = print_pgn(record, PgnDialect::kCuteAtaxx);
    EXPECT_EQ(text,
              "[Event \"Foray game\"]\n[Site \"Foray\"]\n[Date \"2026-11-15\"]\n[Round \"1\"]\n[Black \"Alpha\"]\n[White \"Be\\\"ta\"]\n"
              "[Result \"0-1\"]\n[Winner \"Be\\\"ta\"]\n[Loser \"Alpha\"]\n[FEN \"x5o/7/7/7/7/7/o5x x 0 1\"]\n"
              "[FinalFEN \"x5o/7/7/7/7/o5x/o5x x 0 2\"]\n[Adjudicated \"resignation\"]\n[PlyCount \"2\"]\n[Material \"+0\"]\n\n"
              "1. g2 { movetime 67 } a2 { [%eval 0.03] movetime 1 exact -0.03 depth 4 nodes 99 } 0-1\n\n");
    const auto read = parse_pgn(text);
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(read->front().decided, record.decided);
    EXPECT_EQ(read->front().players, record.players);
}

/// The points of everybody, by a reader that knows nothing but the tags White, Black and Result, as rating programs do.
std::map<std::string, double> naive_points(const std::string& pgn) {
    std::map<std::string, double> out;
    std::map<std::string, std::string> tags;
    std::istringstream in(pgn);
    for (std::string line; std::getline(in, line);) {
        const std::size_t quote = line.find('"');
        if (line.rfind('[', 0) == 0 && quote != std::string::npos) {
            tags[line.substr(1, line.find(' ') - 1)] = line.substr(quote + 1, line.rfind('"') - quote - 1);
        } else if (!tags.empty() && line.empty() && tags.count("Result") > 0) {
            const std::string& result = tags["Result"];
            out[tags["White"]] += result == "1-0" ? 1 : result == "0-1" ? 0 : 0.5;
            out[tags["Black"]] += result == "1-0" ? 0 : result == "0-1" ? 1 : 0.5;
            tags.clear();
        }
    }
    return out;
}

TEST(Pgn, StandardReadersSeeTheRightWinner) {
    std::uint64_t seed = 77;
    for (const VariantInfo& variant : all_variants()) {
        const Game game(default_spec(variant.id, variant.family == Family::kAtaxx ? 5 : 3, variant.family == Family::kAtaxx ? 5 : 3));
        std::map<std::string, double> truth = {{"first", 0}, {"second", 0}};
        std::string pgn;
        for (int i = 0; i < 13; ++i) {
            GameRecord record{game.spec(), game.start(), {}};
            record.players = {"first", "second"};
            WidePosition position = game.start();
            while (!game.verdict(position).over()) {
                const auto moves = game.legal_moves(position);
                record.moves.push_back(moves[static_cast<std::size_t>(test::draw(seed, static_cast<int>(moves.size())))]);
                position = game.after(position, record.moves.back());
                if (i % 3 == 0 && record.moves.size() == 3) {  // or it ends by a decision
                    record.decided = Decided{i % 2 == 0 ? Outcome::kFirstWins : Outcome::kSecondWins, Ending::kTime, ""};
                    break;
                }
            }
            const Outcome outcome = verdict_of(game, record).outcome;
            truth["first"] += outcome == Outcome::kFirstWins ? 1 : outcome == Outcome::kDraw ? 0.5 : 0;
            truth["second"] += outcome == Outcome::kSecondWins ? 1 : outcome == Outcome::kDraw ? 0.5 : 0;
            pgn += print_pgn(record);
            // Both ways come back as they were, and so do old files of ours, which said neither FirstPlayer nor Winner.
            std::string old = print_pgn(record, PgnDialect::kCuteAtaxx);
            for (const char* tag : {"[Winner", "[Loser"}) {
                const std::size_t at = old.find(tag);
                if (at != std::string::npos) old.erase(at, old.find('\n', at) + 1 - at);
            }
            for (const std::string& text : {print_pgn(record), print_pgn(record, PgnDialect::kCuteAtaxx), old}) {
                const auto read = parse_pgn(text);
                ASSERT_TRUE(read) << read.error().message() << "\n" << text;
                EXPECT_EQ(verdict_of(game, read->front()).outcome, outcome) << text;
                EXPECT_EQ(read->front().players, record.players);
            }
        }
        EXPECT_EQ(naive_points(pgn), truth) << variant.key;
        EXPECT_NE(truth["first"], truth["second"]) << "which of the two is meant would not be seen";
    }
}

TEST(Pgn, ReadsWhoWonInEveryWayOfSayingIt) {
    const auto outcome = [](const std::string& tags, const std::string& end) {
        const auto read = parse_pgn("[Event \"x\"]\n" + tags + "\n1. g2 a2 " + end + "\n");
        return read ? std::string(print_outcome(read->front().decided ? read->front().decided->outcome : Outcome::kOngoing))
                    : complaint(read);
    };
    const std::string names = "[black \"A\"]\n[white \"B\"]\n";  // as cuteataxx spells its tags
    EXPECT_EQ(outcome(names + "[Winner \"A\"]\n[Loser \"B\"]\n", "1-0"), "first");
    EXPECT_EQ(outcome(names + "[Winner \"B\"]\n", "1-0"), "second") << "the tag says whose victory 1-0 is";
    EXPECT_EQ(outcome(names, "1-0"), "first") << "an old file of ours";
    EXPECT_EQ(outcome(names + "[FirstPlayer \"Black\"]\n", "1-0"), "second");
    EXPECT_EQ(outcome(names + "[FirstPlayer \"White\"]\n", "1-0"), "first");
    EXPECT_EQ(outcome(names + "[FirstPlayer \"x\"]\n", "1-0"), "line:4:1: FirstPlayer is White or Black, not 'x'");
    EXPECT_EQ(outcome(names + "[FirstPlayer \"Black\"]\n[Winner \"A\"]\n", "1-0"), "line:5:1: Winner is not who won on the board");
    EXPECT_EQ(outcome(names, "1/2-1/2"), "draw");
    EXPECT_EQ(outcome(names, "*"), "ongoing");
    // Programs for chess variants: White moves first, and clones are drops.
    const auto fairy = parse_pgn(
        "[Variant \"Ataxx\"]\n[White \"W\"]\n[Black \"B\"]\n[FEN \"P5p/7/2*4/7/7/7/p5P w - - 0 1\"]\n\n1. P@g2 a1a3 "
        "{+0.50/7 1.25s, pv=\"a1a3 b1\"} 0-1\n");
    ASSERT_TRUE(fairy) << fairy.error().message();
    const GameRecord& record = fairy->front();
    EXPECT_EQ(record.players, (std::array<std::string, 2>{"W", "B"}));
    EXPECT_EQ(record.decided->outcome, Outcome::kSecondWins);
    EXPECT_EQ(record.notes[1].value, 50);
    EXPECT_EQ(record.notes[1].ms, 1250.0);
    EXPECT_EQ(record.notes[1].line.size(), 1U) << "b1 cannot be played by him who follows";
    EXPECT_EQ(print_fen(Game(record.spec), record.start), "x5o/7/2-4/7/7/7/o5x x 0 1");
}

TEST(Pgn, ReadsTheCommentsOfRunners) {
    const auto note = [](const std::string& comment) { return parse_pgn("[Event \"x\"]\n\n1. g2 {" + comment + "} *")->front().notes; };
    EXPECT_EQ(note("-1.25/12 3.5s")[0], (MoveNote{.value = -125, .depth = 12, .nodes = {}, .ms = 3500.0}));
    EXPECT_EQ(note("+0.31/9 0.051s, n=1234, tl=3.2s, pv=\"g2 a2\"")[0].nodes, 1234U);
    EXPECT_EQ(note("+0.31/9 0.051s, n=1234, tl=3.2s, pv=\"g2 a2\"")[0].line.size(), 2U);
    EXPECT_EQ(note("+M5/9 0.051s")[0], (MoveNote{.value = {}, .depth = 9, .nodes = {}, .ms = 51.0}));
    EXPECT_EQ(note("book")[0].comment, "book");
    EXPECT_EQ(note("a/b 3s")[0].comment, "a/b 3s");
    EXPECT_EQ(note("3s later")[0].comment, "3s later");
    EXPECT_EQ(note("1/2 of it is mine")[0].comment, "1/2 of it is mine");
    EXPECT_EQ(note("3s")[0].ms, 3000.0);
    EXPECT_TRUE(note("0.25/3 1s, pv=\"a2 g2\"")[0].line.empty()) << "a line that does not begin with the move";
}

/// A game with all that may stand beside it: variations inside variations, after the last move, comments, values.
GameRecord branched() {
    const Game game(default_spec(Variant::kWargame, 3, 3));
    const auto line = [&](const char* before, const char* text) {
        return parse_line(game, parse_line(game, game.start(), before)->positions.back(), text)->moves;
    };
    GameRecord record{game.spec(), game.start(), line("", "a1 b2 c3")};
    record.notes.resize(3);
    record.notes[1] = {.value = -250, .depth = 2, .nodes = 7, .ms = 3.0, .exact = false, .comment = "greedy, I think", .line = {}};
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
    EXPECT_NE(text.find("\n1. a1 (1. b1) 1... b2 {-2.50/2 0.003s, n=7} { greedy, I think } "
                        "(1... c1 {+1.00/1 0.001s, n=1} 2. b1 (2. a3 b3)) (1... c2) "
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
    EXPECT_EQ(said("(2. a3", "(2. a1"), "line:19:1: a variation, move 1, 'a1': A1 is taken by Blue");
    EXPECT_EQ(said("\n1. a1", "\n( b1 ) 1. a1"), "line:19:1: a variation before the first move");
    EXPECT_EQ(said("(1... c2)", "(1... c2))"), "line:19:1: unexpected ')'");
    EXPECT_EQ(said("3. c1)", "3. c1"), "line:19:1: this variation has no end");
    std::string deep = "[Event \"x\"]\n\n1. g2 ";
    for (int i = 0; i <= kMostNesting; ++i) deep += "(1. g2 ";
    EXPECT_EQ(complaint(parse_pgn(deep)), "line:3:1: variations are nested too deep");
    std::string json = "{\"foray\":3,\"game\":\"ataxx\",\"size\":7,\"start\":\"x5o/7/7/7/7/7/o5x x 0 1\",\"moves\":[";
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
    EXPECT_EQ(value(json("3", "wargame", "engine:ms=5")), 700) << "for the first player; the second one moved";
    EXPECT_EQ(complaint(json("4", "wargame", "greedy")), "\"foray\": 3 is missing: not a record of this version");
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
    EXPECT_EQ(parse_record(changed(good, "43.21", "-1e3"))->notes[0].value, -100'000);
    for (const char* wrong : {"4294967297", "1e300", "18446744073709551616", "-99999999999", "\"43\""}) {
        EXPECT_EQ(complaint(parse_record(changed(good, "43.21", wrong))), "move 1: \"value\" is not a number of its kind") << wrong;
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
    EXPECT_EQ(said("a1 b2", "a1 a1"), "line:19:1: move 2, 'a1': A1 is taken by Blue");
    EXPECT_EQ(said("[PlyCount \"4\"]", "[PlyCount \"5\"]"), "line:16:1: the tag PlyCount says '5', there are 4 moves");
    EXPECT_EQ(said("[Values \"1 1/1 1\"]\n", ""), "line:6:1: a game of War Game needs the tag Values");
    EXPECT_EQ(said("1 1/1 1", "1 1/1 0"), "line:15:1: Values: row 2: expected a value from 1 to 99, found '0'");
    EXPECT_EQ(said("wargame", "chess"), "line:9:1: unknown game 'chess'; the games are wargame, squirrels, stakeraid, reloaded, ataxx");
    EXPECT_EQ(said("[Site", "[Site{"), "line:2:1: this tag is not of the form [Name \"value\"]");
    EXPECT_EQ(said("2. b1", "2. { never ends b1"), "line:19:1: this comment has no end");
    EXPECT_EQ(said("2. b1", "2. ( b1"), "line:19:1: this variation has no end");
    EXPECT_EQ(complaint(parse_pgn("1. g2 *")), "line:1:1: expected a tag such as [Event \"...\"], found '1.'");
    EXPECT_EQ(complaint(parse_pgn("[Event \"x\"]\n\n1. g2")), "line:3:1: the file ends before the result of game 1");
    EXPECT_EQ(complaint(parse_pgn("[Event \"x\"]\n[FEN \"x5o x\"]\n\n*")), "line:2:1: Ataxx needs a board of at least 2x2");
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
