#include <gtest/gtest.h>

#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/render/terminal.h"

namespace foray {
namespace {

TEST(Terminal, RaidBoardShowsValuesPiecesAndTheLastMove) {
    GameSpec spec = default_spec(Variant::kWargame, 2, 3);
    spec.values = {66, 7, 99, 1, 20, 3};
    const Game game(spec);
    const WidePosition before = *parse_fen(game, "x1o/3 x 2");
    const Move move = Move::raid(1);
    const LastMove last{move, game.captures(before, move)};
    EXPECT_EQ(draw_board(game, game.after(before, move), last, {.colour = false}),
              "       A     B     C \n"
              "  1  x66  [x 7] (x99)\n"
              "  2    1    20     3 \n");
    EXPECT_EQ(draw_status(game, game.after(before, move)), "Blue (x) 172, Green (o) 0: Blue +172\nGreen (o) to move\n");
    // In colour the board shows discs and rings, and so does the line below it.
    const std::string coloured = draw_status(game, game.after(before, move), {.colour = true});
    EXPECT_EQ(coloured.find("(x)"), std::string::npos) << coloured;
    const std::string board = draw_board(game, game.after(before, move), last, {.colour = true});
    EXPECT_NE(board.find("●"), std::string::npos);
    EXPECT_NE(coloured.find("Blue (\x1b[97;48;5;25m ● \x1b[0m) 172, Green (\x1b[30;48;5;114m ○ \x1b[0m) 0"), std::string::npos) << coloured;
}

TEST(Terminal, AtaxxBoardCountsRowsFromTheBottomAndShowsBlocks) {
    const Game game(default_spec(Variant::kAtaxx, 3, 3));
    const WidePosition position = *parse_fen(game, "x1o/1-1/o1x x 0 1");
    EXPECT_EQ(draw_board(game, position, std::nullopt, {.colour = false}),
              "     a   b   c \n"
              "  3  x   .   o \n"
              "  2  .   #   . \n"
              "  1  o   .   x \n");
}

TEST(Terminal, ColourAddsInkAndShapes) {
    const Game game(default_spec(Variant::kWargame, 1, 2));
    const std::string text = draw_board(game, *parse_fen(game, "xo x"), std::nullopt, {.colour = true});
    EXPECT_NE(text.find("\x1b["), std::string::npos);
    EXPECT_NE(text.find("●"), std::string::npos);
    EXPECT_NE(text.find("○"), std::string::npos);
}

TEST(Terminal, StatusNamesTheWinnerAndWhy) {
    const Game game(default_spec(Variant::kSquirrels, 1, 3));
    EXPECT_EQ(draw_status(game, *parse_fen(game, "xxo x")), "X 2, O 1: X +1\nX wins (board full)\n");
    const Game even(default_spec(Variant::kStakeraid, 2, 2));
    EXPECT_EQ(draw_status(even, *parse_fen(even, "xo/ox x")), "X 2, O 2\nA draw (board full)\n");
}

}  // namespace
}  // namespace foray
