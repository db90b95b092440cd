// From words to a game, and files of many games.
#include "foray/notation/game_text.h"

#include <gtest/gtest.h>

#include <rapidcheck.h>

#include "foray/board/random.h"
#include "foray/notation/fen.h"
#include "foray/notation/game_file.h"
#include "foray/notation/pgn.h"
#include "foray/notation/text.h"
#include "support/complaint.h"
#include "support/random_play.h"

namespace foray {
namespace {

using test::complaint;

TEST(GameText, DefaultsAreTheVariants) {
    for (const VariantInfo& variant : all_variants()) {
        const auto played = play(GameText{.game = std::string(variant.key)});
        ASSERT_TRUE(played) << complaint(played);
        EXPECT_EQ(played->spec(), default_spec(variant.id));
        EXPECT_EQ(played->position(), Game(default_spec(variant.id)).start());
    }
}

TEST(GameText, EveryFieldCounts) {
    GameText text{.game = "WarGame"};
    text.board = "1 2/3 4";
    text.raid = "optional";
    text.position = "xo/2 x";
    text.moves = "a2* b2";
    const auto played = play(text);
    ASSERT_TRUE(played) << complaint(played);
    EXPECT_EQ(played->spec().values, (std::vector<std::uint8_t>{1, 2, 3, 4}));
    EXPECT_EQ(played->spec().raid, RaidRule::kOptional);
    EXPECT_EQ(print_fen(played->game, played->start()), "xo/2 x 2");
    EXPECT_EQ(played->line.moves.size(), 2U);
    EXPECT_TRUE(last_move(played->game, played->line, 2));
    EXPECT_FALSE(last_move(played->game, played->line, 0));
    // Sizes from each source; a game without raids ignores the page's field but not a rule.
    EXPECT_EQ(play(GameText{.game = "ataxx", .board = "5x5", .raid = "optional"})->spec().rows, 5);
    EXPECT_EQ(play(GameText{.game = "ataxx", .position = "x3o/5/5/5/o3x x"})->spec().rows, 5);
    EXPECT_EQ(play(GameText{.game = "wargame", .board = "random:7", .size = "3x4"})->spec().cols, 4);
    EXPECT_EQ(play(GameText{.game = "wargame", .board = "random:7", .position = "2/2 x"})->spec().rows, 2);
}

TEST(GameText, ErrorsNameTheFieldAsItsReaderCallsIt) {
    const GameTextNames names{"--game", "--board", "--size", "--rule", "--position", "--moves"};
    const auto said = [&](GameText text) {
        text.names = names;
        return complaint(play(text));
    };
    EXPECT_EQ(said({.game = "chess"}), "--game: unknown game 'chess'; the games are wargame, squirrels, stakeraid, reloaded, ataxx");
    EXPECT_EQ(said({.game = "wargame", .board = "nowhere"}).find("--board: no board is called 'nowhere'"), 0U);
    EXPECT_EQ(said({.game = "ataxx", .board = "Keren"}), "--board: Ataxx has no square values");
    EXPECT_EQ(said({.game = "wargame", .board = "Keren", .size = "5"}), "--board: Keren is 6x6, but 5x5 is asked for");
    EXPECT_EQ(said({.game = "ataxx", .board = "5", .position = "x2o/4/4/o2x x"}), "--board: 5 is 5x5, but 4x4 is asked for");
    EXPECT_EQ(said({.game = "wargame", .size = "5", .position = "3/3/3 x"}), "--size: 5x5 does not fit the position, which is 3x3");
    EXPECT_EQ(said({.game = "ataxx", .rules = {"raid=optional"}}), "--rule: rule 'raid=optional' has no meaning in Ataxx");
    EXPECT_EQ(said({.game = "wargame", .raid = "maybe"}), "--rule: unknown rule 'raid=maybe'; expected raid=mandatory or raid=optional");
    EXPECT_EQ(said({.game = "stakeraid", .size = "3x4"}), "--size: Stake & Raid has a square board, not 3x4");
    EXPECT_EQ(said({.game = "ataxx", .size = "3x4", .position = "x2o/4/o2x x"}), "accepted");
    EXPECT_EQ(said({.game = "ataxx", .size = "1"}), "--size: Ataxx needs a board of at least 2x2");
    EXPECT_EQ(said({.game = "wargame", .moves = "c3 c3"}), "--moves, column 4: move 2, 'c3': C3 is taken by Blue");
}

TEST(GameText, FilesOnlyWhereThereAreFiles) {
    GameText text{.game = "wargame", .board = "some/where.txt"};
    EXPECT_FALSE(play(text));
    text.read_file = [](const std::string& path) -> Result<std::string> {
        if (path != "some/where.txt") return Error{"not there"}.in(path);
        return std::string(
            "\xEF\xBB\xBF"
            "7 8\r\n9 1\r\n");
    };
    EXPECT_EQ(play(text)->spec().values, (std::vector<std::uint8_t>{7, 8, 9, 1}));
    text.board = "other";
    EXPECT_EQ(complaint(play(text)).find("board: no such file, and no board is called 'other'"), 0U);
    text.board = "1 2/3 4";  // rows are never taken for a path
    EXPECT_EQ(play(text)->spec().values, (std::vector<std::uint8_t>{1, 2, 3, 4}));
}

GameRecord random_game(const GameSpec& spec, std::uint64_t& seed) {
    const Game game(spec);
    GameRecord record{spec, game.start(), {}};
    WidePosition position = record.start;
    for (int ply = 0; ply < 12 && !game.verdict(position).over(); ++ply) {
        const auto moves = game.legal_moves(position);
        record.moves.push_back(moves[splitmix64(seed) % moves.size()]);
        position = game.after(position, record.moves.back());
    }
    return record;
}

TEST(GameFile, ManyGamesOfEveryKindReadBack) {
    EXPECT_TRUE(rc::check([] {
        std::uint64_t seed = *rc::gen::arbitrary<std::uint64_t>();
        std::vector<GameRecord> games;
        const int count = *rc::gen::inRange(1, 6);
        for (int i = 0; i < count; ++i) {
            const Variant variant = all_variants()[splitmix64(seed) % all_variants().size()].id;
            games.push_back(random_game(test::random_spec(seed, variant, 4, 4, RaidRule::kOptional), seed));
        }
        const std::string blank = *rc::gen::elementOf(std::vector<std::string>{"", "\n", "\r\n \t\n"});
        std::string json = *rc::gen::elementOf(std::vector<std::string>{"", "\xEF\xBB\xBF"}) + blank;
        std::string pgn = json;
        for (const GameRecord& game : games) {
            json += print_record(game) + blank;
            pgn += print_pgn(game) + blank;
        }
        const auto lines = parse_games(json);
        RC_ASSERT(lines.has_value());
        RC_ASSERT(*lines == games);
        const auto tags = parse_games(pgn);
        RC_ASSERT(tags.has_value());
        RC_ASSERT(tags->size() == games.size());
        for (std::size_t i = 0; i < games.size(); ++i) RC_ASSERT((*tags)[i].moves == games[i].moves);
    }));
}

TEST(GameFile, ErrorsNameTheGameAndItsLine) {
    const Game game(default_spec(Variant::kWargame, 2, 2));
    GameRecord record{game.spec(), game.start(), parse_line(game, game.start(), "a1 b2")->moves};
    record.players = {"a { \"brace\" } \\", "b"};
    const std::string good = print_record(record);
    std::string illegal = good;
    illegal.replace(illegal.find("b2"), 2, "a1");
    EXPECT_EQ(complaint(parse_games(good + good + illegal)), "line:3: game 3: move 2: A1 is taken by Blue");
    EXPECT_EQ(complaint(parse_games(good + "x")), "line:2:1: game 2: not valid JSON from here");
    EXPECT_EQ(complaint(parse_games(good + "\n\n  {\"foray\": 2,\n oops")), "line:5:2: game 2: not valid JSON from here");
    EXPECT_EQ(complaint(parse_games(good + "{}")), "line:2: game 2: \"foray\": 3 is missing: not a record of this version");
    EXPECT_EQ(complaint(parse_games(illegal)), "move 2: A1 is taken by Blue");
    EXPECT_EQ(complaint(parse_games(" \n")), "line:1:1: the file holds no game");
    std::string pgn = print_pgn(record) + print_pgn(record);
    pgn.replace(pgn.rfind("b2"), 2, "a1");
    EXPECT_EQ(complaint(parse_games(pgn)), "line:39:1: game 2: move 2, 'a1': A1 is taken by Blue");
    // Several on one line are told apart, and one without an end is refused at once.
    EXPECT_EQ(parse_games(good.substr(0, good.size() - 1) + good)->size(), 2U);
    EXPECT_EQ(complaint(parse_games("{\"a\": \"" + std::string(60 << 20, 'x'))), "too long for a game");
}

TEST(GameFile, ATournamentsExportIsReadGameByGame) {
    const Game game(default_spec(Variant::kWargame, 2, 2));
    GameRecord record{game.spec(), game.start(), parse_line(game, game.start(), "a1 b2")->moves};
    record.players = {"a ] \"games\": [", "b"};
    const std::string one = print_record(record);
    // What the games are in may hold anything, also lists and texts that look like them.
    const std::string head =
        R"( { "foray_tournament": 1, "name": "x\\\"", "standings": [{"games": [7]}], "crosstable": [[[0,0]]], "games" : [)"
        "\n";
    const auto two = parse_games(head + one + ", " + one + "\n]}\n");
    ASSERT_TRUE(two.has_value()) << two.error().message();
    EXPECT_EQ(*two, (std::vector{record, record}));
    EXPECT_EQ(parse_games(head + one + "]}")->size(), 1U);
    std::string illegal = one;
    illegal.replace(illegal.find("b2"), 2, "a1");
    EXPECT_EQ(complaint(parse_games(head + one + "," + illegal + "]}")), "line:3: game 2: move 2: A1 is taken by Blue");
    EXPECT_EQ(complaint(parse_games(head + "]}")), "line:2:1: the tournament has no game yet");
    // Cut off anywhere, nothing is taken for the whole.
    EXPECT_EQ(complaint(parse_games(head + one)), "line:3:1: expected another game or the end of the list");
    EXPECT_EQ(complaint(parse_games(head + one + ",")), "line:3:2: game 2: not valid JSON from here");
    EXPECT_FALSE(parse_games(head + one.substr(0, one.size() / 2)).has_value());
    EXPECT_FALSE(parse_games(head.substr(0, head.size() / 2)).has_value());
}

TEST(GameFile, OneOfSeveralHasToBeChosen) {
    const Game game(default_spec(Variant::kWargame, 2, 2));
    std::vector<GameRecord> games;
    for (const char* moves : {"a1", "b1", "a2"}) games.push_back({game.spec(), game.start(), parse_line(game, game.start(), moves)->moves});
    EXPECT_EQ(complaint(choose_game(games, {}, "--game-number")), "the file holds 3 games: choose one with --game-number N");
    EXPECT_EQ(*choose_game(games, 2, "--game-number"), games[1]);
    EXPECT_EQ(complaint(choose_game(games, 4, "--game-number")), "there is no game 4: the file holds 3 games");
    EXPECT_EQ(complaint(choose_game(games, 0, "--game-number")), "there is no game 0: the file holds 3 games");
    EXPECT_EQ(*choose_game({games[2]}, {}, "--game-number"), games[2]);
    EXPECT_EQ(complaint(choose_game({games[2]}, 2, "")), "there is no game 2: the file holds 1 game");
}

TEST(Text, NumbersAndControlCharacters) {
    for (const char* wrong : {"nan", "inf", "-1", "1e999", "", "0x10", "1e", " 1", "1 "}) EXPECT_FALSE(parse_decimal(wrong)) << wrong;
    EXPECT_EQ(parse_decimal("1e3"), 1000);
    EXPECT_EQ(without_controls("a\x1b[31m\tb\n\x7f \xC3\xA4"), "a\\x1b[31m\\x09b\\x0a\\x7f \xC3\xA4");
    EXPECT_EQ(print_points(0), "+0");
    EXPECT_EQ(print_points(-325), "-3.25");
    EXPECT_EQ(print_points(-5), "-0.05");
    EXPECT_EQ(print_hundredths(-5), "-0.05");
    EXPECT_EQ(print_hundredths(12'300), "123.00");
    const std::string_view words[] = {"one", "two", "three"};
    EXPECT_EQ(*parse_word("two", "word", words), 1U);
    EXPECT_EQ(complaint(parse_word("four", "word", words)), "unknown word 'four'; expected one, two or three");
}

}  // namespace
}  // namespace foray
