// The referee, openings, statistics, and the player that cannot lose.
#include "foray/match/match.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "foray/board/symmetry.h"
#include "foray/match/openings.h"
#include "foray/match/referee.h"
#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/pgn.h"
#include "support/oracles.h"
#include "support/random_play.h"

namespace foray {
namespace {

std::unique_ptr<Agent> agent(const GameSpec& spec, const std::string& text) {
    auto made = make_agent(spec, text);
    EXPECT_TRUE(made) << made.error().message();
    return std::move(made).value();
}

TEST(Match, RecordsReplayForEveryVariant) {
    std::uint64_t seed = 21;
    for (const VariantInfo& variant : all_variants()) {
        const GameSpec spec = test::random_spec(seed, variant.id, 5, 5, RaidRule::kOptional);
        const Game game(spec);
        const auto a = agent(spec, "greedy");
        const auto b = agent(spec, "random:seed=3");
        const auto opening = OpeningDraws(game, game.start(), {3, 3}, 7).draw(0);
        EXPECT_EQ(opening.size(), 3U);
        const GameRecord record = play_game(game, game.start(), opening, {a.get(), b.get()});
        EXPECT_TRUE(game.verdict(final_position(game, record)).over());
        EXPECT_EQ(record.players, (std::array<std::string, 2>{"greedy", "random:seed=3"}));
        const auto json = parse_record(print_record(record));
        ASSERT_TRUE(json) << json.error().message();
        EXPECT_EQ(*json, record);
        const auto pgn = parse_pgn(print_pgn(record));
        ASSERT_TRUE(pgn) << pgn.error().message();
        EXPECT_EQ(pgn->front().moves, record.moves);
    }
}

TEST(Match, ScoresPairsFromOneSide) {
    const GameSpec spec = default_spec(Variant::kWargame, 1, 3);
    const Game game(spec);
    const auto a = agent(spec, "greedy");
    const auto b = agent(spec, "minimax:2");
    const std::array<GameRecord, 2> pair = {play_game(game, game.start(), {}, {a.get(), b.get()}),
                                            play_game(game, game.start(), {}, {b.get(), a.get()})};
    const MatchScore score = score_pair(game, pair);
    EXPECT_EQ(score.tally.games(), 2);
    EXPECT_EQ(score.moves[0] + score.moves[1], 6U);
    EXPECT_EQ(score.moves[0], 3U);  // two as first, one as second
    const MatchScore other = score_pair(game, {pair[1], pair[0]});
    EXPECT_EQ(other.tally.wins, score.tally.losses);
    EXPECT_EQ(other.margin, -score.margin);
    EXPECT_EQ(other.nodes[0], score.nodes[1]);
}

TEST(Mirror, NeverLosesAsSecondPlayer) {
    std::uint64_t seed = 31;
    std::vector<GameSpec> specs;
    for (const char* name : {"Keren", "Westerplatte", "Sevastopol"}) {
        for (const RaidRule raid : {RaidRule::kMandatory, RaidRule::kOptional}) {
            GameSpec spec = default_spec(Variant::kWargame);
            spec.values = find_board(name)->board().values;
            spec.raid = raid;
            specs.push_back(spec);
        }
    }
    for (int i = 0; i < 60; ++i) {  // random boards, mirrored left to right or top to bottom
        const bool columns = test::draw(seed, 2) == 0;
        int rows = 1 + test::draw(seed, 6);
        int cols = 1 + test::draw(seed, 6);
        (columns ? cols : rows) = 2 * (1 + test::draw(seed, 3));
        GameSpec spec =
            test::random_spec(seed, Variant::kWargame, rows, cols, test::draw(seed, 2) == 0 ? RaidRule::kMandatory : RaidRule::kOptional);
        const SquareMap map(rows, cols, columns ? Symmetry::kFlipCols : Symmetry::kFlipRows);
        for (int square = 0; square < spec.squares(); ++square) {
            if (map(square) < square) spec.values[static_cast<std::size_t>(square)] = spec.values[static_cast<std::size_t>(map(square))];
        }
        specs.push_back(spec);
    }
    int games = 0;
    for (const GameSpec& spec : specs) {
        const Game game(spec);
        const auto mirror = agent(spec, "mirror");
        const auto play = [&](const std::string& text) {
            const auto first = agent(spec, text);
            const GameRecord record = play_game(game, game.start(), {}, {first.get(), mirror.get()});
            const Scores scores = game.scores(final_position(game, record));
            ASSERT_LE(scores.first, scores.second) << text;
            ++games;
        };
        for (int i = 0; i < (test::kSlowBuild ? 5 : 60); ++i) play("random:seed=" + std::to_string(i));
        for (const char* text : {"greedy", "minimax:2", "alphabeta:3", "alphabeta:4,order=static", "report-ab:3", "mirror"}) play(text);
    }
    EXPECT_GT(games, test::kSlowBuild ? 500 : 4000);
}

TEST(Mirror, IsRefusedWhereItCannotWork) {
    for (const GameSpec& spec : {default_spec(Variant::kAtaxx), default_spec(Variant::kWargame, 5, 5)}) {
        const auto made = make_agent(spec, "mirror");
        ASSERT_FALSE(made);
        EXPECT_EQ(made.error().message(), "mirror needs a raid game with an even side and values that are symmetric across it");
    }
    GameSpec narvik = default_spec(Variant::kWargame);
    narvik.values = find_board("Narvik")->board().values;
    EXPECT_FALSE(make_agent(narvik, "mirror"));
}

}  // namespace
}  // namespace foray
