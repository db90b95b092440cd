// Properties that hold in every position of every game.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <set>

#include "foray/board/symmetry.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/pgn.h"
#include "foray/notation/record.h"
#include "support/random_play.h"

namespace foray {
namespace {

using test::draw;

/// A spec drawn by rapidcheck: any variant, rule and size up to 9x9, square where the variant asks for it.
GameSpec any_spec() {
    std::uint64_t seed = *rc::gen::arbitrary<std::uint64_t>();
    const auto variant = static_cast<Variant>(*rc::gen::inRange(0, 5));
    const bool ataxx = info(variant).family == Family::kAtaxx;
    const int rows = *rc::gen::inRange(ataxx ? 2 : 1, 10);
    const bool square = ataxx || variant == Variant::kStakeraid;
    const int cols = square ? rows : *rc::gen::inRange(1, 10);
    return test::random_spec(seed, variant, rows, cols, *rc::gen::element(RaidRule::kMandatory, RaidRule::kOptional));
}

/// A position of the game, reachable or not.
WidePosition any_position(const Game& game) {
    std::uint64_t seed = *rc::gen::arbitrary<std::uint64_t>();
    return *rc::gen::arbitrary<bool>() ? test::random_position(seed, game) : test::random_walk(seed, game, draw(seed, 60));
}

WidePosition mapped(const SquareMap& map, WidePosition position) {
    position.own = map(position.own);
    position.opp = map(position.opp);
    position.empty = map(position.empty);
    return position;
}

Move mapped(const SquareMap& map, Move move) {
    if (move.to != Move::kNoSquare) move.to = static_cast<std::uint16_t>(map(move.to));
    if (move.from != Move::kNoSquare) move.from = static_cast<std::uint16_t>(map(move.from));
    return move;
}

GameSpec mapped(const SquareMap& map, GameSpec spec) {
    const std::vector<std::uint8_t> values = spec.values;
    for (std::size_t i = 0; i < values.size(); ++i) spec.values[static_cast<std::size_t>(map(static_cast<int>(i)))] = values[i];
    return spec;
}

TEST(Properties, RulesCommuteWithEverySymmetry) {
    EXPECT_TRUE(rc::check([] {
        const Game game(any_spec());
        const WidePosition position = any_position(game);
        for (const Symmetry symmetry : symmetries_of(game.spec().rows, game.spec().cols)) {
            const SquareMap map(game.spec().rows, game.spec().cols, symmetry);
            const Game image_game(mapped(map, game.spec()));
            const WidePosition image = mapped(map, position);
            std::set<Move> expected;
            for (const Move move : game.legal_moves(position)) {
                expected.insert(mapped(map, move));
                RC_ASSERT(image_game.captures(image, mapped(map, move)) == map(game.captures(position, move)));
                RC_ASSERT(image_game.after(image, mapped(map, move)) == mapped(map, game.after(position, move)));
            }
            const auto moves = image_game.legal_moves(image);
            RC_ASSERT(std::set<Move>(moves.begin(), moves.end()) == expected);
            RC_ASSERT(image_game.scores(image) == game.scores(position));
            RC_ASSERT(image_game.verdict(image) == game.verdict(position));
        }
    }));
}

TEST(Properties, ColourSwapChangesNothingForTheMover) {
    EXPECT_TRUE(rc::check([] {
        const Game game(any_spec());
        const WidePosition position = any_position(game);
        WidePosition swapped = position;
        swapped.second_to_move = !swapped.second_to_move;
        RC_ASSERT(game.legal_moves(swapped) == game.legal_moves(position));
        for (const Move move : game.legal_moves(position)) {
            RC_ASSERT(game.captures(swapped, move) == game.captures(position, move));
            WidePosition a = game.after(position, move);
            WidePosition b = game.after(swapped, move);
            b.second_to_move = !b.second_to_move;
            RC_ASSERT(a == b);
        }
        const Scores scores = game.scores(position);
        RC_ASSERT(game.scores(swapped) == (Scores{scores.second, scores.first}));
    }));
}

TEST(Properties, PiecesAndPointsAreConserved) {
    EXPECT_TRUE(rc::check([] {
        const Game game(any_spec());
        const WidePosition position = any_position(game);
        const auto points = [&](const WideBits& set) {
            int total = 0;
            set.for_each([&](int square) { total += game.value(square); });
            return total;
        };
        for (const Move move : game.legal_moves(position)) {
            const WideBits captured = game.captures(position, move);
            const WidePosition next = game.after(position, move);
            const int new_piece = move.is_pass() ? 0 : game.value(move.to);
            const int left = move.is_jump() ? game.value(move.from) : 0;
            RC_ASSERT((captured - position.opp).none());
            RC_ASSERT(points(next.opp) == points(position.own) + points(captured) + new_piece - left);
            RC_ASSERT(points(next.own) == points(position.opp) - points(captured));
            RC_ASSERT(next.occupied().count() == position.occupied().count() + (move.is_place() || move.is_raid() ? 1 : 0));
            RC_ASSERT((next.occupied() | next.empty) == (position.occupied() | position.empty));
        }
    }));
}

TEST(Properties, RaidGamesLastOnePlyPerEmptySquare) {
    EXPECT_TRUE(rc::check([] {
        const Game game(any_spec());
        RC_PRE(game.spec().family() == Family::kRaid);
        std::uint64_t seed = *rc::gen::arbitrary<std::uint64_t>();
        WidePosition position = game.start();
        for (int ply = 0; ply < game.spec().squares(); ++ply) {
            RC_ASSERT(!game.verdict(position).over());
            const auto moves = game.legal_moves(position);
            position = game.after(position, moves[static_cast<std::size_t>(draw(seed, static_cast<int>(moves.size())))]);
        }
        RC_ASSERT(game.verdict(position).over());
        RC_ASSERT(game.legal_moves(position).empty());
    }));
}

TEST(Properties, TextReadsBackAsItself) {
    EXPECT_TRUE(rc::check([] {
        const Game game(any_spec());
        const WidePosition position = any_position(game);
        const auto fen = print_fen(game, position);
        const auto back = parse_fen(game, fen);
        RC_ASSERT(back.has_value());
        RC_ASSERT(*back == position);
        const auto size = fen_size(fen);
        RC_ASSERT(size.has_value());
        RC_ASSERT(*size == (BoardSize{game.spec().rows, game.spec().cols}));
        for (const Move move : game.legal_moves(position)) {
            const auto read = parse_move(game, position, print_move(game.spec(), move));
            RC_ASSERT(read.has_value());
            RC_ASSERT(*read == move);
        }
    }));
}

TEST(Properties, RecordsReadBackAsThemselves) {
    EXPECT_TRUE(rc::check([] {
        const Game game(any_spec());
        std::uint64_t seed = *rc::gen::arbitrary<std::uint64_t>();
        GameRecord record{game.spec(), any_position(game), {}};
        record.players = {"A \"quoted\" & <b>", "human"};
        record.date = "2026-11-15";
        WidePosition position = record.start;
        for (int i = 0; i < 40; ++i) {
            const auto moves = game.legal_moves(position);
            if (moves.empty()) break;
            record.moves.push_back(moves[static_cast<std::size_t>(draw(seed, static_cast<int>(moves.size())))]);
            record.notes.push_back({draw(seed, 199) - 99, draw(seed, 9), splitmix64(seed) >> 20, draw(seed, 1000)});
            position = game.after(position, record.moves.back());
        }
        if (!game.verdict(position).over() && draw(seed, 2) == 0) record.decided = Decided{Outcome::kSecondWins, Ending::kResignation};
        const auto back = parse_record(print_record(record));
        RC_ASSERT(back.has_value());
        RC_ASSERT(*back == record);
        RC_ASSERT(final_position(game, *back) == position);
        const auto games = parse_pgn(print_pgn(record) + print_pgn(record));
        RC_ASSERT(games.has_value());
        RC_ASSERT(games->size() == 2U);
        RC_ASSERT(games->front() == record);
    }));
}

}  // namespace
}  // namespace foray
