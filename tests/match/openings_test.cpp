// Openings that differ, for as many games as are asked for; and games that do not.
#include "foray/match/openings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "foray/board/symmetry.h"
#include "foray/match/repeats.h"
#include "foray/notation/fen.h"
#include "support/random_play.h"

namespace foray {
namespace {

/// The position after an opening, as the least of the texts that its symmetries give.
std::string least_image(const Game& game, const std::vector<Move>& opening) {
    WidePosition position = game.start();
    for (const Move move : opening) position = game.after(position, move);
    std::string least;
    for (const Symmetry symmetry : symmetries_of(game.spec().rows, game.spec().cols)) {
        const SquareMap map(game.spec().rows, game.spec().cols, symmetry);
        WidePosition image = position;
        image.own = map(position.own);
        image.opp = map(position.opp);
        image.empty = map(position.empty);
        const std::string text = print_fen(game, image);
        if (least.empty() || text < least) least = text;
    }
    return least;
}

TEST(Openings, AreRepeatableAndAllDifferent) {
    for (const VariantInfo& variant : all_variants()) {
        const Game game(default_spec(variant.id));
        constexpr int kOpenings = 120;
        const PlyRange plies = enough_plies(game, game.start(), kOpenings);
        EXPECT_GE(plies.least, 3) << variant.key;  // two plies do not lead to so many positions
        OpeningDraws draws(game, game.start(), plies, 5);
        OpeningDraws again(game, game.start(), plies, 5);
        std::set<std::string> seen;
        for (int i = 0; i < kOpenings; ++i) {
            EXPECT_EQ(draws.at(i).size(), static_cast<std::size_t>(plies.least));
            EXPECT_EQ(draws.at(i), again.at(i));
            seen.insert(least_image(game, draws.at(i)));
        }
        EXPECT_EQ(seen.size(), static_cast<std::size_t>(kOpenings)) << variant.key;
    }
}

TEST(Openings, SomeGamesNeedFewPliesAndManyNeedMore) {
    const Game game(default_spec(Variant::kAtaxx));
    int before = 2;
    for (const int openings : {1, 10, 100, 1000, 10'000, 1'000'000}) {
        const PlyRange plies = enough_plies(game, game.start(), openings);
        EXPECT_EQ(plies.least, plies.most);
        EXPECT_GE(plies.least, before) << openings;
        before = plies.least;
    }
    EXPECT_LE(before, 9);
    EXPECT_EQ(enough_plies(game, game.start(), 1).least, 2);
}

TEST(Openings, AllOfThemAreDrawnBeforeOneComesAgain) {
    const Game game(default_spec(Variant::kWargame, 3, 3));
    // Corner, edge or centre, and then what else is left: twelve that differ.
    constexpr int kAll = 12;
    OpeningDraws draws(game, game.start(), {2, 2}, 1);
    std::vector<std::string> drawn;
    for (int i = 0; i < 3 * kAll; ++i) drawn.push_back(least_image(game, draws.at(i)));
    const std::set<std::string> different(drawn.begin(), drawn.begin() + kAll);
    EXPECT_EQ(different.size(), static_cast<std::size_t>(kAll));
    EXPECT_EQ(std::set<std::string>(drawn.begin(), drawn.end()), different);
    for (int i = kAll; i < 3 * kAll; ++i) EXPECT_EQ(drawn[static_cast<std::size_t>(i)], drawn[static_cast<std::size_t>(i - kAll)]);
}

TEST(Openings, OfTinyBoardsLeaveAGame) {
    const Game tiny(default_spec(Variant::kWargame, 1, 2));
    EXPECT_EQ(OpeningDraws(tiny, tiny.start(), {9, 9}, 1).draw(0).size(), 1U);  // the game goes on after it
    EXPECT_TRUE(OpeningDraws(tiny, tiny.start(), {0, 0}, 1).draw(0).empty());
    EXPECT_LE(enough_plies(tiny, tiny.start(), 1000).least, 2);
    const Game small(default_spec(Variant::kSquirrels, 5, 5));
    EXPECT_LE(enough_plies(small, small.start(), 1'000'000).least, 8);  // two thirds of it are still to be played
}

/// Whether the side to move wins within so many plies (an odd number), whatever the other does.
bool wins_within(const Game& game, const WidePosition& position, int plies) {
    const auto moves = game.legal_moves(position);
    return std::any_of(moves.begin(), moves.end(), [&](const Move move) {
        const WidePosition after = game.after(position, move);
        const Verdict ending = game.verdict(after);
        if (ending.over()) return ending.outcome == (position.second_to_move ? Outcome::kSecondWins : Outcome::kFirstWins);
        if (plies < 3) return false;
        const auto replies = game.legal_moves(after);
        return std::all_of(replies.begin(), replies.end(), [&](const Move reply) {
            const WidePosition next = game.after(after, reply);
            return !game.verdict(next).over() && wins_within(game, next, plies - 2);
        });
    });
}

TEST(Openings, AreNotWonAtOnce) {
    for (const Variant variant : {Variant::kAtaxx, Variant::kReloaded}) {
        const Game game(default_spec(variant));
        OpeningDraws draws(game, game.start(), {4, 6}, 141);
        for (int i = 0; i < 40; ++i) {
            WidePosition position = game.start();
            for (const Move move : draws.at(i)) position = game.after(position, move);
            EXPECT_FALSE(wins_within(game, position, 3)) << info(variant).key << ", opening " << i;
        }
    }
}

/// What a player says about a move that it chose, and an opening's moves have not.
MoveNote note(int value) {
    MoveNote out;
    out.value = value;
    return out;
}

GameRecord some_game(std::uint64_t seed) {
    const Game game(default_spec(Variant::kWargame, 4, 4));
    GameRecord record{game.spec(), game.start(), {}};
    for (WidePosition position = game.start(); !game.verdict(position).over();) {
        const auto moves = game.legal_moves(position);
        record.moves.push_back(moves[static_cast<std::size_t>(test::draw(seed, static_cast<int>(moves.size())))]);
        record.notes.push_back(record.moves.size() <= 2 ? MoveNote{} : note(3));
        position = game.after(position, record.moves.back());
    }
    return record;
}

TEST(Repeats, AGameIsItsOpeningAndItsMoves) {
    const GameRecord game = some_game(4);
    GameRecord same = game;
    same.players = {"a", "b"};
    same.date = "2026-01-01";
    same.notes.back().ms = 7;
    EXPECT_EQ(fingerprint(game), fingerprint(same));
    std::set<Fingerprint> seen = {fingerprint(game)};
    for (std::uint64_t seed = 5; seed < 200; ++seed) seen.insert(fingerprint(some_game(seed)));
    EXPECT_EQ(seen.size(), 196U);
    GameRecord other_board = game;
    other_board.spec.values[3] = 2;
    EXPECT_TRUE(seen.insert(fingerprint(other_board)).second);
    GameRecord lost_on_time = game;
    lost_on_time.moves.pop_back();
    lost_on_time.notes.pop_back();
    lost_on_time.decided = Decided{Outcome::kFirstWins, Ending::kTime, ""};
    EXPECT_TRUE(seen.insert(fingerprint(lost_on_time)).second);
    EXPECT_FALSE(seen.contains(0));
}

TEST(Repeats, AnOpeningReachedInAnotherOrderIsTheSame) {
    GameRecord game = some_game(4);
    game.moves.resize(4);
    game.notes.assign(4, note(3));
    // Two drops of each side far apart, the first and the third exchanged.
    const auto at = [](int square) { return Move{Move::kNoSquare, static_cast<std::uint16_t>(square)}; };
    game.moves = {at(0), at(15), at(2), at(13)};
    for (const std::size_t ply : {0U, 1U, 2U}) game.notes[ply] = {};
    GameRecord other = game;
    std::swap(other.moves[0], other.moves[2]);
    EXPECT_EQ(fingerprint(game), fingerprint(other));
    for (GameRecord* one : {&game, &other}) one->notes.assign(4, note(3));  // played, and not an opening
    EXPECT_NE(fingerprint(game), fingerprint(other));
}

TEST(Repeats, PlayersAndColoursArePartOfAGame) {
    SeenGames seen;
    EXPECT_TRUE(seen.add(0, 1, 77));
    EXPECT_FALSE(seen.add(0, 1, 77));
    EXPECT_TRUE(seen.add(1, 0, 77));
    EXPECT_TRUE(seen.add(0, 2, 77));
    EXPECT_TRUE(seen.add(0, 1, 0) && seen.add(0, 1, 0));  // nothing is known of them
    const NewInPair half = add_pair(seen, 0, 1, {77, 78});
    EXPECT_FALSE(half.both());
    EXPECT_EQ(half.repeated(), 1);
    EXPECT_EQ(add_pair(seen, 0, 1, {77, 78}).repeated(), 2);
    EXPECT_TRUE(add_pair(seen, 0, 1, {79, 79}).both());  // mirror images of each other are two games
}

}  // namespace
}  // namespace foray
