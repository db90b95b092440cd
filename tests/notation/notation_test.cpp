// Reading and writing: what is accepted, and the exact words with which bad input is refused.
#include <gtest/gtest.h>

#include "foray/notation/board_text.h"
#include "foray/notation/coordinates.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/record.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "support/complaint.h"
#include "support/oracles.h"
#include "support/random_play.h"

namespace foray {
namespace {

using test::complaint;

TEST(SpecText, Variants) {
    for (const VariantInfo& variant : all_variants()) {
        const auto parsed = parse_variant(variant.key);
        ASSERT_TRUE(parsed);
        EXPECT_EQ(*parsed, variant.id);
    }
    EXPECT_EQ(complaint(parse_variant("chess")), "unknown game 'chess'; the games are wargame, squirrels, stakeraid, reloaded, ataxx");
}

TEST(MoveText, PeopleSayMovesInManyWays) {
    GameSpec spec = default_spec(Variant::kWargame, 14, 14);
    spec.raid = RaidRule::kOptional;
    const Game game(spec);
    const WidePosition position = game.after(game.after(game.start(), Move::place(0)), Move::place(195));
    const auto heard = [&](std::string_view text) { return *parse_spoken_move(game, position, text); };
    const int b1 = 1;
    for (const char* raid : {"raid b1", "B1 Raid", "M1 Death Blitz b1", "m1 death blitz [B,1]", "blitz b1", "b1*", "[b,1]*", "raid b1*"}) {
        EXPECT_EQ(heard(raid), Move::raid(b1)) << raid;
    }
    for (const char* drop : {"b1", "[B,1]", "B1", "drop b1", "Commando Para Drop B1", "b1 drop"})
        EXPECT_EQ(heard(drop), Move::place(b1)) << drop;
    EXPECT_EQ(heard("m1"), Move::place(12));  // a square, not the beginning of a blitz
    EXPECT_EQ(complaint(parse_spoken_move(game, position, "raid c3")), "C3 cannot be raided: no piece of Blue is next to it");
    EXPECT_EQ(complaint(parse_spoken_move(game, position, "raid")), "'raid' names no square");
    for (const char* wrong : {"[b1]", "[b,1", "b,1]", "[b,]", "[,1]", "[b 1]"}) EXPECT_FALSE(parse_move(game, position, wrong)) << wrong;
    const Game mandatory(default_spec(Variant::kSquirrels));
    const WidePosition beside = mandatory.after(mandatory.after(mandatory.start(), Move::place(0)), Move::place(24));
    EXPECT_EQ(complaint(parse_spoken_move(mandatory, beside, "sneak b1")), "B1 is a Raid here, not what was asked for");
    EXPECT_EQ(move_name(mandatory.spec(), Move::place(3)), "Sneak");
    const Game ataxx(default_spec(Variant::kAtaxx));
    EXPECT_EQ(*parse_spoken_move(ataxx, ataxx.start(), "jump a7 c5"), *parse_move(ataxx, ataxx.start(), "a7c5"));
    EXPECT_EQ(*parse_spoken_move(ataxx, ataxx.start(), "[a,7] [c,5]"), *parse_move(ataxx, ataxx.start(), "a7c5"));
    EXPECT_FALSE(parse_spoken_move(ataxx, ataxx.start(), "clone a7 c5"));
}

TEST(SpecText, Sizes) {
    EXPECT_EQ(*parse_size("5"), (BoardSize{5, 5}));
    EXPECT_EQ(*parse_size("3x26"), (BoardSize{3, 26}));
    for (const char* bad : {"", "0", "27", "3x", "x3", "3x0", "3x27", "-3", "3x4x5", "a", "3 x 4", "99999999999999999999"}) {
        EXPECT_FALSE(parse_size(bad)) << bad;
    }
    for (int rows = 1; rows <= kMaxSide; ++rows) {
        for (int cols = 1; cols <= kMaxSide; ++cols) EXPECT_EQ(*parse_size(print_size(rows, cols)), (BoardSize{rows, cols}));
    }
    EXPECT_TRUE(check_size(Variant::kAtaxx, {7, 6}));
    EXPECT_FALSE(check_size(Variant::kAtaxx, {1, 1}));
    EXPECT_FALSE(check_size(Variant::kStakeraid, {3, 4}));
    EXPECT_TRUE(check_size(Variant::kStakeraid, {1, 1}));
    EXPECT_TRUE(check_size(Variant::kWargame, {3, 4}));
}

TEST(SpecText, Rules) {
    const GameSpec spec = default_spec(Variant::kWargame);
    EXPECT_EQ(with_rule(spec, "raid=optional")->raid, RaidRule::kOptional);
    EXPECT_EQ(complaint(with_rule(spec, "raid=perhaps")), "unknown rule 'raid=perhaps'; expected raid=mandatory or raid=optional");
    EXPECT_EQ(complaint(with_rule(default_spec(Variant::kAtaxx), "raid=optional")), "rule 'raid=optional' has no meaning in Ataxx");
}

TEST(BoardText, NamedBoardsAreTheTen) {
    ASSERT_EQ(named_boards().size(), 10U);
    for (const NamedBoard& named : named_boards()) {
        const ValueBoard board = named.board();
        EXPECT_EQ(board.values.size(), static_cast<std::size_t>(board.rows * board.cols)) << named.name;
        EXPECT_EQ(find_board(upper(named.name)), &named);
        EXPECT_EQ(*parse_board(print_board(board)), board);
    }
    EXPECT_EQ(find_board("Nowhere"), nullptr);
}

TEST(BoardText, NamedBoardsEqualTheOutsideFiles) {
    FORAY_NEED_ORACLES();
    for (const NamedBoard& named : named_boards()) {
        const std::string folder = named.side == 6 ? "/wargame/boards/" : "/wargame/boards5/";
        const auto board = parse_board(test::read_all(*test::oracle_folder() + folder + std::string(named.name) + ".txt"));
        ASSERT_TRUE(board) << named.name << complaint(board);
        EXPECT_EQ(*board, named.board()) << named.name;
    }
}

TEST(BoardText, ReadsTabsCrLfAndMissingFinalNewline) {
    const ValueBoard expected{2, 2, {1, 2, 3, 99}};
    for (const char* text : {"1 2\n3 99\n", "1\t2\r\n3\t99\r\n", "1 2\n3 99", "  1   2 \n 3 99  \n\n", "01 2\n3 099\n"}) {
        const auto board = parse_board(text);
        ASSERT_TRUE(board) << text << complaint(board);
        EXPECT_EQ(*board, expected);
    }
}

TEST(BoardText, RefusesWithLineAndColumn) {
    const auto said = [](const std::string& text) { return complaint(parse_board(text)); };
    EXPECT_EQ(said(""), "line:1:1: the board is empty");
    EXPECT_EQ(said("\n\n"), "line:1:1: the board is empty");
    EXPECT_EQ(said("1 2\n3\n"), "line:2:2: this row has 1 values, the first one 2");
    EXPECT_EQ(said("1 2\n3 4 5\n"), "line:2:5: this row has 3 values, the first one 2");
    EXPECT_EQ(said("1 0\n"), "line:1:3: expected a value from 1 to 99, found '0'");
    EXPECT_EQ(said("1 100\n"), "line:1:3: expected a value from 1 to 99, found '100'");
    EXPECT_EQ(said("1 2\nx 4\n"), "line:2:1: expected a value from 1 to 99, found 'x'");
    EXPECT_EQ(said("1 2\n\n3 4\n"), "line:2:1: an empty line inside the board");
    EXPECT_EQ(said("1 -2\n"), "line:1:3: expected a value from 1 to 99, found '-2'");
    EXPECT_EQ(said("1 2\xff\n"), "line:1:3: expected a value from 1 to 99, found '2\\xff'");
    std::string wide;
    for (int i = 0; i < 27; ++i) wide += "1 ";
    EXPECT_EQ(said(wide), "line:1:53: more than 26 columns");
    std::string tall;
    for (int i = 0; i < 27; ++i) tall += "1\n";
    EXPECT_EQ(said(tall), "line:27:1: more than 26 rows");
}

TEST(BoardText, Sources) {
    EXPECT_EQ(std::get<const NamedBoard*>(*parse_board_source("smolensk"))->name, "Smolensk");
    EXPECT_EQ(std::get<RandomBoard>(*parse_board_source("random:7")), (RandomBoard{7, std::nullopt}));
    EXPECT_EQ(std::get<RandomBoard>(*parse_board_source("random:18446744073709551615:3x4")), (RandomBoard{~0ULL, BoardSize{3, 4}}));
    EXPECT_EQ(std::get<BoardFile>(*parse_board_source("./smolensk")).path, "./smolensk");
    for (const char* bad :
         {"", "random:", "random:x", "random:-1", "random:18446744073709551616", "random:1:", "random:1:0x3", "random:1:27"}) {
        EXPECT_FALSE(parse_board_source(bad)) << bad;
    }
}

TEST(BoardText, RandomBoardsAreTheSameEverywhere) {
    EXPECT_EQ(print_board(random_board(1, {2, 5})), "57 74 97 44 44\n76 87 52 29 79\n");
    EXPECT_NE(random_board(1, {6, 6}), random_board(2, {6, 6}));
    std::set<int> seen;
    for (const int value : random_board(3, {26, 26}).values) seen.insert(value);
    EXPECT_EQ(*seen.begin(), 1);
    EXPECT_EQ(*seen.rbegin(), 99);
}

TEST(Coordinates, RowsFromTheTopOrFromTheBottom) {
    const GameSpec raid = default_spec(Variant::kWargame);
    const GameSpec ataxx = default_spec(Variant::kAtaxx);
    EXPECT_EQ(print_square(raid, 0), "a1");
    EXPECT_EQ(print_square(raid, 35), "f6");
    EXPECT_EQ(print_square(ataxx, 0), "a7");
    EXPECT_EQ(print_square(ataxx, 42), "a1");
    EXPECT_EQ(print_square(default_spec(Variant::kStakeraid, 26, 26), 675), "z26");
    for (const GameSpec& spec : {raid, ataxx}) {
        for (int square = 0; square < spec.squares(); ++square) {
            const std::string text = print_square(spec, square) + "rest";
            std::string_view view = text;
            const auto taken = take_square(spec, view);
            ASSERT_TRUE(taken);
            EXPECT_EQ(taken->square, square);
            EXPECT_EQ(view, "rest");
        }
    }
}

TEST(Fen, AcceptsWhatPeopleWrite) {
    const Game raid(default_spec(Variant::kWargame));
    EXPECT_EQ(print_fen(raid, *parse_fen(raid, "x1o3/6/6/6/6/6 x 2")), "x1o3/6/6/6/6/6 x 2");
    EXPECT_EQ(print_fen(raid, *parse_fen(raid, " X1O3/6/6/6/6/6\tO ")), "x1o3/6/6/6/6/6 o 2");  // plies left out: as many as pieces
    EXPECT_EQ(print_fen(raid, *parse_fen(raid, "startpos")), "6/6/6/6/6/6 x 0");
    const Game wide(default_spec(Variant::kWargame, 2, 26));
    EXPECT_EQ(print_fen(wide, *parse_fen(wide, "x12o12/26 o 0")), "x12o12/26 o 0");
    const Game ataxx(default_spec(Variant::kAtaxx));
    EXPECT_EQ(print_fen(ataxx, *parse_fen(ataxx, "x5o/7/2-1-2/7/2-1-2/7/o5x o 12 34")), "x5o/7/2-1-2/7/2-1-2/7/o5x o 12 34");
    EXPECT_EQ(print_fen(ataxx, *parse_fen(ataxx, "x5o/7/7/7/7/7/o5x x")), "x5o/7/7/7/7/7/o5x x 0 1");
    EXPECT_EQ(print_fen(ataxx, ataxx.start()), "x5o/7/7/7/7/7/o5x x 0 1");
}

TEST(Fen, RefusesWithTheColumn) {
    const Game raid(default_spec(Variant::kWargame, 3, 3));
    const auto said = [&](const std::string& fen) { return complaint(parse_fen(raid, fen)); };
    EXPECT_EQ(said(""), "the position is empty");
    EXPECT_EQ(said("3/3/3"), "column 6: the side to move is missing: expected x or o");
    EXPECT_EQ(said("3/3/3 y"), "column 7: expected the side to move, x or o, found 'y'");
    EXPECT_EQ(said("3/4/3 x"), "column 4: row 2 has 4 squares, row 1 has 3");
    EXPECT_EQ(said("3/2/3 x"), "column 4: row 2 has 2 squares, row 1 has 3");
    EXPECT_EQ(said("3/3 x"), "column 1: the position is 2x3, the board 3x3");
    EXPECT_EQ(said("3//3 x"), "column 3: row 2 is empty");
    EXPECT_EQ(said("3/3/3/ x"), "column 7: row 4 is empty");
    EXPECT_EQ(said("3/x?x/3 x"), "column 4: expected x, o, -, / or a number of empty squares, found '?'");
    EXPECT_EQ(said("3/1-1/3 x"), "column 4: War Game has no blocked squares");
    EXPECT_EQ(said("0xxx/3/3 x"), "column 1: '0' is not a number of empty squares (1 to 26)");
    EXPECT_EQ(said("27/3/3 x"), "column 1: '27' is not a number of empty squares (1 to 26)");
    EXPECT_EQ(said("3/3/3 x -1"), "column 9: expected the number of plies played (0 to 1000000), found '-1'");
    EXPECT_EQ(said("3/3/3 x 1 1"), "column 11: unexpected '1' after the plies played");
    EXPECT_EQ(complaint(fen_size(std::string(30, 'x') + " x")), "column 27: more than 26 columns");
    const Game ataxx(default_spec(Variant::kAtaxx, 3, 3));
    EXPECT_EQ(complaint(parse_fen(ataxx, "3/3/3 x a 1")), "column 9: expected the number of plies without a clone (0 to 9999), found 'a'");
    EXPECT_EQ(complaint(parse_fen(ataxx, "3/3/3 x 0 0")), "column 11: expected the number of full moves (1 to 1000000), found '0'");
    EXPECT_EQ(complaint(parse_fen(ataxx, "3/3/3 x 0 1 9")), "column 13: unexpected '9' after the full-move number");
}

TEST(MoveText, ExplainsWhatIsWrong) {
    const Game raid(default_spec(Variant::kWargame));
    const auto position = *parse_fen(raid, "6/6/2x3/6/5o/6 o");
    const auto said = [&](const char* move) { return complaint(parse_move(raid, position, move)); };
    EXPECT_EQ(said("C3"), "C3 is taken by Blue");
    EXPECT_EQ(said("f5"), "F5 is taken by Green");
    EXPECT_EQ(said("g1"), "G1 is not on this 6x6 board");
    EXPECT_EQ(said("a7"), "A7 is not on this 6x6 board");
    EXPECT_EQ(said("a99999999999"), "A99999999999 is not on this 6x6 board");
    EXPECT_EQ(said("hello"), "'hello' is not a move: expected a square such as C3");
    EXPECT_EQ(said("c"), "'c' is not a move: expected a square such as C3");
    EXPECT_EQ(said("a1a2"), "'a1a2' is not a move: expected a square such as C3");
    EXPECT_EQ(said("c4*"), "C4 cannot be raided: no piece of Green is next to it");
    EXPECT_TRUE(parse_move(raid, position, "f4*")->is_raid());
    EXPECT_TRUE(parse_move(raid, position, "F4")->is_raid());
    const Game full(default_spec(Variant::kWargame, 1, 1));
    EXPECT_EQ(complaint(parse_move(full, *parse_fen(full, "x o"), "a1")), "the game is over: no move can follow");

    const Game ataxx(default_spec(Variant::kAtaxx));
    const auto start = *parse_fen(ataxx, "x5o/7/2-4/7/7/7/o5x x 0 1");
    const auto heard = [&](const char* move) { return complaint(parse_move(ataxx, start, move)); };
    EXPECT_EQ(heard("0000"), "Black can move and so may not pass");
    EXPECT_EQ(heard("d4"), "D4 is no clone: no piece of Black is next to it");
    EXPECT_EQ(heard("g7g5"), "G7 holds no piece of Black");
    EXPECT_EQ(heard("a7d7"), "Ataxx has no jump from A7 to D7");
    EXPECT_EQ(heard("a7c5"), "C5 is blocked");
    EXPECT_EQ(heard("a7g7"), "G7 is taken by White");
    EXPECT_EQ(heard("a7h7"), "H7 is not on this 7x7 board");
    EXPECT_EQ(heard("a7b"), "'a7b' is not a move: expected a clone such as g2, a jump such as a1c3, or 0000");
}

TEST(MoveText, LinesNameTheMoveAtFault) {
    const Game raid(default_spec(Variant::kWargame));
    EXPECT_EQ(complaint(parse_line(raid, raid.start(), "c3 d4  c3")), "column 8: move 3, 'c3': C3 is taken by Blue");
    EXPECT_EQ(parse_line(raid, raid.start(), "  ")->positions.size(), 1U);
}

TEST(Record, RefusesDamage) {
    const Game game(default_spec(Variant::kWargame, 2, 2));
    const auto moves = parse_line(game, game.start(), "a1 b2 b1")->moves;
    const std::string good = print_record({game.spec(), game.start(), moves});
    ASSERT_TRUE(parse_record(good)) << complaint(parse_record(good));
    const auto broken = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        text.replace(text.find(from), from.size(), to);
        return complaint(parse_record(text));
    };
    EXPECT_EQ(complaint(parse_record("")), "line:1:1: not valid JSON from here");
    EXPECT_EQ(complaint(parse_record("{\n  \"foray\": 1,\n  oops")), "line:3:3: not valid JSON from here");
    EXPECT_EQ(complaint(parse_record("[]")), "line:1:1: a game record is a JSON object");
    EXPECT_EQ(broken("\"foray\":3", "\"foray\":4"), "\"foray\": 3 is missing: not a record of this version");
    EXPECT_EQ(broken("wargame", "chess"), "unknown game 'chess'; the games are wargame, squirrels, stakeraid, reloaded, ataxx");
    EXPECT_EQ(broken("mandatory", "sometimes"), "unknown rule 'raid=sometimes'; expected raid=mandatory or raid=optional");
    EXPECT_EQ(broken("[1,1]", "[1,0]"), "\"values\", row 1: expected a value from 1 to 99, found '0'");
    EXPECT_EQ(broken("[1,1]", "[1]"), "\"values\", row 2: this row has 2 values, the first one 1");
    EXPECT_EQ(broken("[1,1]", "[1,-1]"), "\"values\" holds something that is not a whole number");
    EXPECT_EQ(broken("2/2 x 0", "2/3 x 0"), "\"start\", column 4: row 2 has 3 squares, row 1 has 2");
    EXPECT_EQ(broken("\"b2\"", "\"a1\""), "move 2: A1 is taken by Blue");
    EXPECT_EQ(broken("\"b2\"", "7"), "move 2 is not a text");
    EXPECT_EQ(broken("ongoing", "first").substr(0, 51), "\"result\" is missing or not what the moves lead to: ");
    for (std::size_t cut = 0; cut + 2 < good.size(); ++cut) EXPECT_FALSE(parse_record(good.substr(0, cut))) << cut;
}

/// A million random bytes, and as many that look like the real thing, into every parser.
TEST(Parsers, SurviveRandomBytes) {
    std::uint64_t seed = 99;
    const std::string alphabets[] = {
        "", "xo-/0123456789 *", "abcdefg0123456789*", "{}[]\",:0123456789 \n", "0123456789 \t\r\n", "random:x0123456789"};
    const Game raid(default_spec(Variant::kStakeraid, 3, 3));
    const Game ataxx(default_spec(Variant::kAtaxx, 3, 3));
    for (const std::string& alphabet : alphabets) {
        std::size_t fed = 0;
        while (fed < 1'000'000) {
            std::string text(static_cast<std::size_t>(test::draw(seed, fed % 7 == 0 ? 2000 : 40)), '\0');
            for (char& c : text) {
                c = alphabet.empty() ? static_cast<char>(splitmix64(seed)) : alphabet[splitmix64(seed) % alphabet.size()];
            }
            fed += text.size() + 1;
            (void)parse_variant(text);
            (void)parse_size(text);
            (void)with_rule(raid.spec(), text);
            (void)parse_board(text);
            (void)parse_board_source(text);
            (void)fen_size(text);
            (void)parse_record(text);
            for (const Game* game : {&raid, &ataxx}) {
                (void)parse_fen(*game, text);
                (void)parse_move(*game, game->start(), text);
                (void)parse_line(*game, game->start(), text);
            }
        }
    }
}

}  // namespace
}  // namespace foray
