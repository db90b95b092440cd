// Games that end before their end: by exact value, by agreement, by length.
#include "foray/match/adjudication.h"

#include <gtest/gtest.h>

#include "foray/agents/agent.h"
#include "foray/match/referee.h"
#include "foray/notation/board_text.h"

namespace foray {
namespace {

GameRecord play(const GameSpec& spec, const std::string& a, const std::string& b, const AdjudicationRules& rules) {
    const Game game(spec);
    const auto first = std::move(make_agent(spec, a)).value();
    const auto second = std::move(make_agent(spec, b)).value();
    Adjudicator adjudicator(game, rules);
    GameTerms terms;
    terms.judge = [&](const GameRecord& record, const WidePosition& position) { return adjudicator.judge(record, position); };
    return play_game(game, game.start(), {}, {first.get(), second.get()}, terms);
}

TEST(Adjudication, ByExactValueAgreesWithPerfectPlay) {
    for (const char* name : {"Smolensk", "Narvik", "Westerplatte"}) {
        GameSpec spec = default_spec(Variant::kWargame, 6, 6);
        spec.values = find_board(name)->board().values;
        const Game game(spec);
        const GameRecord record = play(spec, "greedy", "alphabeta:2", {.exact = true});
        ASSERT_TRUE(record.decided) << name;
        EXPECT_EQ(record.decided->detail, "by exact value");
        EXPECT_LT(record.moves.size(), 36U);
        EXPECT_GE(record.moves.size(), 20U);
        // Played on perfectly, the game ends as it was said to.
        const auto perfect = std::move(make_agent(spec, "engine:nodes=200000")).value();
        const GameRecord rest = play_game(game, record.start, record.moves, {perfect.get(), perfect.get()});
        EXPECT_EQ(verdict_of(game, rest).outcome, record.decided->outcome) << name;
    }
}

TEST(Adjudication, ByAgreementOfBothPlayers) {
    const Game game(default_spec(Variant::kAtaxx));
    GameRecord record{game.spec(), game.start(), {}};
    const auto judge = [&](std::vector<int> values, const AdjudicationRules& rules) {
        record.notes.clear();
        WidePosition position = game.start();
        for (const int value : values) {
            record.notes.emplace_back().value = value;
            position = game.after(position, game.legal_moves(position).front());
        }
        return Adjudicator(game, rules).judge(record, position);
    };
    const AdjudicationRules resign{.resign_value = 500, .resign_moves = 2};
    EXPECT_EQ(judge({600, -600, 700, -500}, resign)->outcome, Outcome::kFirstWins);
    EXPECT_EQ(judge({-600, 600, -700, 500}, resign)->outcome, Outcome::kSecondWins);
    EXPECT_EQ(judge({0, 600, -600, 700, -500}, resign)->outcome, Outcome::kSecondWins) << "only the last moves count";
    EXPECT_FALSE(judge({600, -600, 700, -499}, resign)) << "one does not agree";
    EXPECT_FALSE(judge({600, 600, 700, 700}, resign)) << "both think they are winning";
    EXPECT_FALSE(judge({-600, 700, -500}, resign)) << "not often enough";
    const AdjudicationRules draw{.draw_value = 10, .draw_moves = 2, .draw_after = 6};
    EXPECT_EQ(judge({90, 90, 10, -10, 0, 5}, draw)->outcome, Outcome::kDraw);
    EXPECT_FALSE(judge({10, -10, 0, 5}, draw)) << "too early";
    EXPECT_FALSE(judge({90, 90, 10, -11, 0, 5}, draw));
    record.notes.clear();
    EXPECT_FALSE(Adjudicator(game, draw).judge(record, game.start()));
}

TEST(Adjudication, ByLength) {
    const GameRecord record = play(default_spec(Variant::kAtaxx), "random:seed=1", "random:seed=2", {.max_plies = 7});
    EXPECT_EQ(record.moves.size(), 7U);
    ASSERT_TRUE(record.decided);
    EXPECT_EQ(record.decided->ending, Ending::kAdjudication);
    const Game game(record.spec);
    EXPECT_EQ(record.decided->outcome, larger_score_wins(game.scores(final_position(game, record))));
}

}  // namespace
}  // namespace foray
