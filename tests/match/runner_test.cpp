// Whole matches: the same score on any number of threads, an early end, and nothing lost when they are stopped.
#include "foray/match/runner.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <numeric>
#include <stdexcept>
#include <thread>

namespace foray {
namespace {

const GameSpec kSpec = default_spec(Variant::kWargame, 4, 4);

MakePlayer players(std::string first, std::string second) {
    return [first = std::move(first), second = std::move(second)](int player) { return make_agent(kSpec, player == 0 ? first : second); };
}

MatchScore run(const MatchSettings& settings, const MakePlayer& make, const OnPair& on_pair = {}) {
    const Game game(kSpec);
    auto score = run_match(game, game.start(), settings, make, on_pair);
    EXPECT_TRUE(score) << score.error().message();
    return std::move(score).value();
}

TEST(Runner, ThreadsDoNotChangeTheGames) {
    std::map<int, std::array<std::vector<Move>, 2>> games[2];
    for (const int workers : {1, 3}) {
        auto& played = games[workers == 1 ? 0 : 1];
        int seen = 0;
        const MatchScore score = run({.pairs = 12, .opening_plies = PlyRange{1, 3}, .workers = workers}, players("alphabeta:2", "greedy"),
                                     [&](const FinishedPair& pair, const MatchScore& so_far) {
                                         EXPECT_EQ(so_far.tally.games(), 2 * ++seen);
                                         EXPECT_EQ(pair.games[0].players, (std::array<std::string, 2>{"alphabeta:2", "greedy"}));
                                         EXPECT_EQ(pair.games[1].players, (std::array<std::string, 2>{"greedy", "alphabeta:2"}));
                                         played[pair.index] = {pair.games[0].moves, pair.games[1].moves};
                                     });
        EXPECT_EQ(score.tally.games(), 24);
        EXPECT_EQ(seen, 12);
    }
    EXPECT_EQ(games[0], games[1]);
}

TEST(Runner, ASequentialTestEndsTheMatch) {
    const MatchScore score = run({.pairs = 5000, .workers = 2, .sprt = SprtTest{0, 50}}, players("alphabeta:2", "random"));
    const SprtTest test{0, 50};
    EXPECT_EQ(decide(log_likelihood_ratio(score.tally.pairs, test), test), SprtVerdict::kAccepted);
    EXPECT_LT(score.tally.games(), 1000);
}

// One pair is held up until the others have decided the test, and is then lost both ways.
TEST(Runner, AVerdictIsNotTakenBack) {
    const SprtTest test{-200, 200};
    std::atomic<bool> held{false};
    std::atomic<bool> decided{false};
    const MakePlayer make = [&](int player) {
        static thread_local bool late;
        if (player == 0) {
            late = !held.exchange(true);
            while (late && !decided.load()) std::this_thread::yield();
        }
        return make_agent(kSpec, (player == 0) != late ? "alphabeta:2" : "random");
    };
    const MatchScore score = run({.pairs = 5000, .workers = 2, .sprt = test}, make, [&](const FinishedPair&, const MatchScore& so_far) {
        if (decide(log_likelihood_ratio(so_far.tally.pairs, test), test) != SprtVerdict::kUndecided) decided.store(true);
    });
    EXPECT_LT(score.tally.games(), 1000);
    EXPECT_EQ(decide(log_likelihood_ratio(score.tally.pairs, test), test), SprtVerdict::kAccepted);
}

// Two players that always answer the same, from one position: two games, however many are asked for.
TEST(Runner, RepeatedGamesAreCountedOnce) {
    const MatchSettings settings{.pairs = 40, .opening_plies = PlyRange{0, 0}, .workers = 2, .sprt = SprtTest{0, 20}};
    const MatchScore score = run(settings, players("alphabeta:3", "greedy"));
    EXPECT_EQ(score.tally.games(), 80);
    EXPECT_EQ(score.repeated, 78);
    EXPECT_EQ(std::accumulate(score.tally.pairs.begin(), score.tally.pairs.end(), std::int64_t{0}), 1);
    EXPECT_GT(estimate(score.tally.pairs).elo_error, 100);
    EXPECT_EQ(decide(log_likelihood_ratio(score.tally.pairs, *settings.sprt), *settings.sprt), SprtVerdict::kUndecided);
}

TEST(Runner, OpeningsAreEnoughForTheGames) {
    const MatchScore score = run({.pairs = 150, .workers = 2}, players("alphabeta:2", "greedy"));
    EXPECT_EQ(score.repeated, 0);
}

TEST(Runner, StoppedItKeepsWhatIsFinished) {
    std::atomic<bool> stop{false};
    MatchSettings settings{.pairs = 1'000'000, .workers = 2};
    settings.stop = &stop;
    int told = 0;
    const MatchScore score = run(settings, players("greedy", "random"), [&](const FinishedPair&, const MatchScore&) {
        if (++told == 5) stop.store(true);
    });
    EXPECT_EQ(score.tally.games(), 2 * told);  // every pair that counts was told of
    EXPECT_GE(told, 5);
    EXPECT_LE(told, 7);
}

TEST(Runner, WhatTheSinkThrowsComesOut) {
    const Game game(kSpec);
    int told = 0;
    const auto full_disk = [&](const FinishedPair&, const MatchScore&) {
        ++told;
        throw std::runtime_error("the disk is full");
    };
    const MatchSettings settings{.pairs = 1'000'000, .workers = 3};
    EXPECT_THROW((void)run_match(game, game.start(), settings, players("greedy", "random"), full_disk), std::runtime_error);
    EXPECT_LE(told, 3);
}

TEST(Runner, APlayerThatCannotBeMadeIsAnError) {
    const Game game(kSpec);
    const auto score = run_match(game, game.start(), {.pairs = 100, .workers = 2}, players("greedy", "hal"));
    ASSERT_FALSE(score);
    EXPECT_EQ(score.error().message().find("unknown player 'hal'"), 0U);
}

/// Fails at its second move.
class Fragile final : public Agent {
public:
    [[nodiscard]] std::string name() const override { return "fragile"; }
    [[nodiscard]] Choice choose(const WidePosition& position, const SearchRequest& request, const OnInfo&) override {
        EXPECT_EQ(request.budget.nodes, 7U);  // the terms belong to the player, whichever seat it has
        if (++moves_ == 2) return Failure{Ending::kCrash, "signal 11"};
        return Decision{Game(kSpec).legal_moves(position).front()};
    }
    void new_game() override { moves_ = 0; }

private:
    int moves_ = 0;
};

TEST(Runner, FailuresAreLossesAndTheMatchGoesOn) {
    const MakePlayer make = [](int player) -> Result<std::unique_ptr<Agent>> {
        if (player == 0) return make_agent(kSpec, "greedy");
        return std::unique_ptr<Agent>(std::make_unique<Fragile>());
    };
    MatchSettings settings{.pairs = 4, .opening_plies = PlyRange{0, 0}, .workers = 2};
    settings.budgets[1].nodes = 7;
    const MatchScore score = run(settings, make, [](const FinishedPair& pair, const MatchScore&) {
        for (const GameRecord& game : pair.games) {
            ASSERT_TRUE(game.decided);
            EXPECT_EQ(game.decided->ending, Ending::kCrash);
        }
    });
    EXPECT_EQ(score.tally.wins, 8);
}

}  // namespace
}  // namespace foray
