// The worked examples of the rules, and the endings, by hand.
#include <gtest/gtest.h>

#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"

namespace foray {
namespace {

Game smolensk(RaidRule raid = RaidRule::kMandatory) {
    GameSpec spec = default_spec(Variant::kWargame);
    spec.values = find_board("Smolensk")->board().values;
    spec.raid = raid;
    return Game(spec);
}

WidePosition at(const Game& game, const std::string& fen) {
    const auto position = parse_fen(game, fen);
    EXPECT_TRUE(position) << position.error().message();
    return *position;
}

WidePosition after(const Game& game, const WidePosition& position, const std::string& moves) {
    const auto line = parse_line(game, position, moves);
    EXPECT_TRUE(line) << line.error().message();
    return line->positions.back();
}

TEST(RaidExamples, GreenDropsBesideNobody) {
    const Game game = smolensk();
    EXPECT_EQ(game.scores(after(game, game.start(), "d4 c3")), (Scores{3, 39}));
}

TEST(RaidExamples, GreenRaidsD3FromD4AndTakesD2) {
    // Green holds C4 and D4 (43 + 3); Blue holds A1, C2, D2, E2 (66 + 50 + 8 + 33).
    const Game game = smolensk();
    const WidePosition before = at(game, "x5/2xxx1/6/2oo2/6/6 o 6");
    ASSERT_EQ(game.scores(before), (Scores{157, 46}));
    const WidePosition end = after(game, before, "d3");
    EXPECT_EQ(game.scores(end), (Scores{149, 113}));
}

TEST(RaidExamples, BlueRaidsC3FromC2AndTakesBothNeighbours) {
    const Game game = smolensk();
    const WidePosition before = at(game, "6/2x3/3o2/2o3/6/6 x 3");
    const auto move = parse_move(game, before, "C3");
    ASSERT_TRUE(move);
    EXPECT_TRUE(move->is_raid());
    EXPECT_EQ(game.captures(before, *move).count(), 2);
    EXPECT_EQ(print_fen(game, game.after(before, *move)), "6/2x3/2xx2/2x3/6/6 o 4");
}

TEST(RaidExamples, DroppingBesideAnOwnPieceTurnsNothing) {
    const Game game = smolensk(RaidRule::kOptional);
    const WidePosition before = at(game, "6/2x3/3o2/2o3/6/6 x 3");
    EXPECT_EQ(print_fen(game, after(game, before, "c3")), "6/2x3/2xo2/2o3/6/6 o 4");
    EXPECT_EQ(print_fen(game, after(game, before, "c3*")), "6/2x3/2xx2/2x3/6/6 o 4");
}

TEST(RaidExamples, OrderOfMovesUnderTheOptionalRule) {
    const auto listed = [](Variant variant) {
        GameSpec spec = default_spec(variant, 2, 2);
        spec.raid = RaidRule::kOptional;
        const Game game(spec);
        std::string out;
        for (const Move move : game.legal_moves(at(game, "2/1x x"))) out += print_move(spec, move) + " ";
        return out;
    };
    EXPECT_EQ(listed(Variant::kWargame), "a1 b1 b1* a2 a2* ");
    EXPECT_EQ(listed(Variant::kStakeraid), "a1 b1 a2 b1* a2* ");
}

TEST(AtaxxEndings, AreJudged) {
    struct Case {
        Variant variant;
        const char* fen;
        Outcome outcome;
        Ending reason;
    };
    const Case cases[] = {{Variant::kAtaxx, "x5o/7/7/7/7/7/o5x x 0 1", Outcome::kOngoing, Ending::kNone},
                          {Variant::kAtaxx, "x5o/7/7/7/7/7/o5x x 99 60", Outcome::kOngoing, Ending::kNone},
                          {Variant::kAtaxx, "xx4o/7/7/7/7/7/o5x x 100 60", Outcome::kDraw, Ending::kQuietLimit},
                          {Variant::kAtaxx, "7/7/7/7/7/7/6x o 100 60", Outcome::kFirstWins, Ending::kNoPieces},
                          {Variant::kAtaxx, "7/7/7/7/7/7/7 x 0 1", Outcome::kDraw, Ending::kNoPieces},
                          {Variant::kAtaxx, "xxo/ooo/xxo x 0 1", Outcome::kSecondWins, Ending::kBoardFull},
                          {Variant::kAtaxx, "xoo/ooo/--o x 100 1", Outcome::kSecondWins, Ending::kBoardFull},
                          {Variant::kAtaxx, "x---1/-----/-----/-----/o---- x 0 1", Outcome::kDraw, Ending::kNoMoves},
                          {Variant::kAtaxx, "x---1/-----/-----/-----/o---1 x 0 1", Outcome::kDraw, Ending::kNoMoves},
                          {Variant::kAtaxx, "x5o/7/7/7/7/7/o5x x 0 101", Outcome::kOngoing, Ending::kNone},
                          {Variant::kReloaded, "x5o/7/7/7/7/7/o5x x 150 100", Outcome::kOngoing, Ending::kNone},
                          {Variant::kReloaded, "xx4o/7/7/7/7/7/o5x o 0 100", Outcome::kOngoing, Ending::kNone},
                          {Variant::kReloaded, "xx4o/7/7/7/7/7/o5x x 0 101", Outcome::kFirstWins, Ending::kTurnLimit},
                          {Variant::kReloaded, "x--1/----/----/o--- x 0 1", Outcome::kOngoing, Ending::kNone}};
    for (const auto& [variant, fen, outcome, reason] : cases) {
        SCOPED_TRACE(fen);
        const auto size = fen_size(fen);
        ASSERT_TRUE(size);
        const Game game(default_spec(variant, size->rows, size->cols));
        const Verdict verdict = game.verdict(at(game, fen));
        EXPECT_EQ(verdict.outcome, outcome);
        EXPECT_EQ(verdict.ending, reason);
        EXPECT_EQ(verdict.over(), game.legal_moves(at(game, fen)).empty());
    }
}

TEST(AtaxxExamples, PassOnlyWhenNothingElse) {
    const Game game(default_spec(Variant::kAtaxx, 4, 4));
    const WidePosition stuck = at(game, "x---/----/---1/--oo x 0 1");
    ASSERT_EQ(game.legal_moves(stuck), std::vector<Move>{Move::pass()});
    const WidePosition next = game.after(stuck, Move::pass());
    EXPECT_EQ(print_fen(game, next), "x---/----/---1/--oo o 1 1");
    EXPECT_FALSE(game.is_legal(next, Move::pass()));
}

TEST(AtaxxExamples, JumpEmptiesItsSquareCloneDoesNot) {
    const Game game(default_spec(Variant::kAtaxx));
    EXPECT_EQ(print_fen(game, after(game, game.start(), "a7c5")), "6o/7/2x4/7/7/7/o5x o 1 1");
    // A clone may be written with its source.
    EXPECT_EQ(print_fen(game, after(game, game.start(), "a7c5 f7 g1g2")), "5oo/7/2x4/7/7/6x/o5x o 0 2");
    EXPECT_EQ(print_fen(game, after(game, game.start(), "b7")), "xx4o/7/7/7/7/7/o5x o 0 1");
}

TEST(AtaxxExamples, ReloadedJumpsHaveNoKnightShapes) {
    const Game classic(default_spec(Variant::kAtaxx));
    const Game reloaded(default_spec(Variant::kReloaded));
    EXPECT_TRUE(parse_move(classic, classic.start(), "a7c6"));
    EXPECT_FALSE(parse_move(reloaded, reloaded.start(), "a7c6"));
    EXPECT_FALSE(parse_move(classic, classic.start(), "a7d7"));
    EXPECT_TRUE(parse_move(reloaded, reloaded.start(), "a7d7"));
    EXPECT_TRUE(parse_move(reloaded, reloaded.start(), "a7a4"));
    EXPECT_FALSE(parse_move(reloaded, reloaded.start(), "a7d4"));
}

}  // namespace
}  // namespace foray
