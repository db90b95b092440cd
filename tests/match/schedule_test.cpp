// Schedules: every format ends, pairs as it should, and is a pure function of its finished games.
#include "foray/match/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "foray/board/random.h"

namespace foray {
namespace {

std::uint64_t hash_of(const GameKey& key, std::uint64_t seed) {
    std::uint64_t state = seed;
    for (const int part : {key.pairing.round, key.pairing.first, key.pairing.second, key.pairing.pair, key.leg}) {
        state = splitmix64(state) + static_cast<std::uint64_t>(part);
    }
    return splitmix64(state);
}

/// A result that depends on nothing but the game: the smaller number is the better player.
FinishedGame result_of(const GameKey& key, std::uint64_t seed = 9) {
    const std::uint64_t x = hash_of(key, seed) % 10;
    const int better = x < 6 ? 2 : x < 8 ? 1 : 0;
    return {key, key.pairing.first < key.pairing.second ? better : 2 - better};
}

std::vector<Entrant> entrants(int count) { return std::vector<Entrant>(static_cast<std::size_t>(count)); }

/// Plays everything, several games at a time in a mixed order, and begins again from the finished games now and then.
std::vector<FinishedGame> play_all(const ScheduleSettings& settings, const std::vector<Entrant>& players, std::uint64_t seed,
                                   bool restart = false) {
    std::vector<FinishedGame> games;
    Schedule schedule(settings, players);
    std::uint64_t state = seed;
    while (true) {
        auto due = schedule.due();
        if (due.empty()) return games;
        for (std::size_t i = due.size(); i > 1; --i) std::swap(due[i - 1], due[splitmix64(state) % i]);
        due.resize(std::max<std::size_t>(1, due.size() / 2));
        for (const Pairing& pairing : due) {
            for (int leg = 0; leg < schedule.legs(); ++leg) {
                if (schedule.finished({pairing, leg})) continue;
                games.push_back(result_of({pairing, leg}));
                schedule.add(games.back());
                if (restart && splitmix64(state) % 8 == 0) {
                    schedule = Schedule(settings, players);
                    for (std::size_t i = games.size(); i-- > 0;) schedule.add(games[i]);
                }
            }
        }
    }
}

std::vector<GameKey> keys_of(const std::vector<FinishedGame>& games) {
    std::vector<GameKey> out;
    for (const FinishedGame& game : games) out.push_back(game.key);
    std::sort(out.begin(), out.end());
    return out;
}

TEST(Schedule, EveryFormatIsAPureFunctionOfItsGames) {
    for (const Format format : {Format::kRoundRobin, Format::kGauntlet, Format::kSwiss, Format::kKnockout, Format::kLadder}) {
        for (const int games : {1, 2, 4}) {
            const ScheduleSettings settings{.format = format, .rounds = 6, .games = games};
            const auto once = keys_of(play_all(settings, entrants(9), 1));
            EXPECT_FALSE(once.empty());
            EXPECT_EQ(std::set(once.begin(), once.end()).size(), once.size()) << "a game was due twice";
            EXPECT_EQ(once, keys_of(play_all(settings, entrants(9), 2))) << "the order of finishing matters";
            EXPECT_EQ(once, keys_of(play_all(settings, entrants(9), 3, true))) << "resuming matters";
            for (const GameKey& key : once) EXPECT_NE(key.pairing.first, key.pairing.second);
        }
    }
}

TEST(Schedule, RoundRobinAndGauntletCount) {
    const ScheduleSettings all{.format = Format::kRoundRobin, .rounds = 3, .games = 2};
    for (const int players : {2, 5, 6}) {
        std::map<std::pair<int, int>, int> met;
        std::map<int, int> first_moves;
        for (const FinishedGame& game : play_all(all, entrants(players), 1)) {
            ++met[std::minmax(game.key.pairing.first, game.key.pairing.second)];
            ++first_moves[game.key.leg == 0 ? game.key.pairing.first : game.key.pairing.second];
        }
        EXPECT_EQ(met.size(), static_cast<std::size_t>(players * (players - 1) / 2));
        for (const auto& [pair, count] : met) EXPECT_EQ(count, 6);
        for (const auto& [player, count] : first_moves) EXPECT_EQ(count, 3 * (players - 1));
        EXPECT_EQ(Schedule(all, entrants(players)).total_games(), 6 * players * (players - 1) / 2);
    }
    const ScheduleSettings gauntlet{.format = Format::kGauntlet, .rounds = 2, .games = 2, .challengers = 2};
    const auto games = play_all(gauntlet, entrants(6), 1);
    EXPECT_EQ(games.size(), 2U * 2 * 2 * 4);
    for (const FinishedGame& game : games) EXPECT_TRUE(game.key.pairing.first < 2 && game.key.pairing.second >= 2);
    EXPECT_EQ(Schedule(all, entrants(1)).due().size(), 0U);
}

TEST(Schedule, SwissMeetsNobodyTwiceAndBalancesColours) {
    for (const int players : {4, 7, 8, 16, 30, 31}) {
        const int rounds = std::min(7, players / 2 + 1);  // more may leave nobody new to meet
        const ScheduleSettings settings{.format = Format::kSwiss, .rounds = rounds, .games = 1};
        const auto games = play_all(settings, entrants(players), 4);
        EXPECT_EQ(games.size(), static_cast<std::size_t>(players / 2 * rounds)) << players;
        std::set<std::pair<int, int>> met;
        std::vector<int> colour(static_cast<std::size_t>(players));
        std::map<int, std::set<int>> seated;
        for (const FinishedGame& game : games) {
            const Pairing& p = game.key.pairing;
            EXPECT_TRUE(met.insert(std::minmax(p.first, p.second)).second)
                << players << ": " << p.first << " meets " << p.second << " again";
            ++colour[static_cast<std::size_t>(p.first)];
            --colour[static_cast<std::size_t>(p.second)];
            EXPECT_TRUE(seated[p.round].insert(p.first).second && seated[p.round].insert(p.second).second);
        }
        for (const int balance : colour) EXPECT_LE(std::abs(balance), players <= 8 ? 3 : 2);
        Schedule schedule(settings, entrants(players));
        for (const FinishedGame& game : games) schedule.add(game);
        const auto byes = schedule.unplayed_points();
        int sum = 0;
        for (const int points : byes) {
            EXPECT_LE(points, 2) << "a second bye";
            sum += points;
        }
        EXPECT_EQ(sum, players % 2 == 1 ? 2 * rounds : 0);
    }
    // The first round: upper half against lower half.
    const auto due = Schedule({.format = Format::kSwiss, .rounds = 3, .games = 2}, entrants(8)).due();
    ASSERT_EQ(due.size(), 4U);
    for (const Pairing& pairing : due) EXPECT_EQ(std::abs(pairing.first - pairing.second), 4);
}

TEST(Schedule, SwissPairsEqualPoints) {
    const ScheduleSettings settings{.format = Format::kSwiss, .rounds = 4, .games = 2};
    Schedule schedule(settings, entrants(16));
    std::vector<int> points(16);
    for (int round = 0; round < 4; ++round) {
        for (const Pairing& pairing : schedule.due()) {
            EXPECT_EQ(pairing.round, round);
            // The better always wins: then scores are whole and every group is even until the last round but one.
            EXPECT_LE(std::abs(points[static_cast<std::size_t>(pairing.first)] - points[static_cast<std::size_t>(pairing.second)]), 0);
            for (const int leg : {0, 1}) schedule.add({{pairing, leg}, pairing.first < pairing.second ? 2 : 0});
        }
        points.assign(16, 0);
        for (int a = 0; a < 16; ++a) {
            for (int b = 0; b < 16; ++b) {
                for (int r = 0; r <= round; ++r) {
                    if (schedule.finished({{r, a, b, 0}, 0})) points[static_cast<std::size_t>(std::min(a, b))] += 2;
                }
            }
        }
    }
    EXPECT_EQ(points[0], 8);
}

TEST(Schedule, ALongSwissStillFindsAPairing) {
    // As many rounds as there are opponents: the last ones leave hardly a choice, and a greedy pairing would be stuck.
    for (const int players : {6, 8, 10, 12}) {
        const ScheduleSettings settings{.format = Format::kSwiss, .rounds = players + 1, .games = 2};
        const auto games = play_all(settings, entrants(players), 4);
        EXPECT_EQ(games.size(), static_cast<std::size_t>(players * (players + 1)));
    }
}

TEST(Schedule, KnockoutLeavesOne) {
    for (const int players : {2, 3, 5, 8, 13}) {
        const ScheduleSettings settings{.format = Format::kKnockout, .games = 2};
        const auto games = play_all(settings, entrants(players), 5);
        std::map<std::pair<int, int>, std::pair<int, int>> scores;
        for (const FinishedGame& game : games) {
            auto& score = scores[{game.key.pairing.first, game.key.pairing.second}];
            score.first += game.half_points;
            score.second += 2 - game.half_points;
        }
        EXPECT_EQ(scores.size(), static_cast<std::size_t>(players - 1));
        std::set<int> out;
        for (const auto& [pair, score] : scores) {
            EXPECT_TRUE(out.insert(score.first >= score.second ? pair.second : pair.first).second) << "out twice";
        }
        EXPECT_EQ(out.size(), static_cast<std::size_t>(players - 1));
    }
    // Nobody can win: the tie is broken as often as said, and then by the seed.
    const ScheduleSettings settings{.format = Format::kKnockout, .games = 2};
    Schedule schedule(settings, entrants(2));
    int pairs = 0;
    while (!schedule.due().empty()) {
        ASSERT_EQ(schedule.due().size(), 1U);
        const Pairing pairing = schedule.due().front();
        EXPECT_EQ(pairing.pair, pairs++);
        for (const int leg : {0, 1}) schedule.add({{pairing, leg}, 1});
    }
    EXPECT_EQ(pairs, 1 + kTieBreaks);
}

TEST(Schedule, LadderEndsWhenItSettlesOrAtItsRounds) {
    const auto alternating = [](int rounds, double settle) {
        const ScheduleSettings settings{.format = Format::kLadder, .rounds = rounds, .games = 2, .settle = settle};
        Schedule schedule(settings, entrants(6));
        int last = -1;
        while (!schedule.due().empty()) {
            for (const Pairing& pairing : schedule.due()) {
                last = pairing.round;
                for (const int leg : {0, 1}) schedule.add({{pairing, leg}, leg == 0 ? 2 : 0});  // who moves first wins
            }
        }
        return last + 1;
    };
    EXPECT_EQ(alternating(40, 10), 3) << "all equal: nothing ever changes";
    EXPECT_EQ(alternating(2, 10), 2);
}

TEST(Schedule, WhoWithdrawsForfeitsTheRoundAndIsNotPairedAgain) {
    ScheduleSettings settings{.format = Format::kSwiss, .rounds = 5, .games = 2};
    Schedule schedule(settings, entrants(6));
    for (const Pairing& pairing : schedule.due()) {
        for (const int leg : {0, 1}) schedule.add({{pairing, leg}, 1});
    }
    ASSERT_EQ(schedule.current_round(), 1);
    auto players = entrants(6);
    players[2].withdrawn = 1;
    players.push_back({.joined = schedule.next_round()});
    schedule.set_entrants(players);
    for (const Pairing& pairing : schedule.due()) EXPECT_TRUE(pairing.first != 2 && pairing.second != 2);
    EXPECT_EQ(schedule.due().size(), 2U);
    bool newcomer = false;
    while (!schedule.due().empty()) {
        for (const Pairing& pairing : schedule.due()) {
            newcomer = newcomer || pairing.first == 6 || pairing.second == 6;
            EXPECT_TRUE(pairing.first != 2 && pairing.second != 2);
            for (const int leg : {0, 1}) schedule.add({{pairing, leg}, 1});
        }
    }
    EXPECT_TRUE(newcomer);
    settings.format = Format::kRoundRobin;
    Schedule all(settings, players);
    for (const Pairing& pairing : all.due()) EXPECT_TRUE(pairing.first != 2 && pairing.second != 2);
    EXPECT_EQ(all.due().size(), 5U * 15);
}

TEST(Schedule, TheSequentialTestIsJudgedInTheOrderOfThePairs) {
    const ScheduleSettings settings{.format = Format::kMatch, .rounds = 1000, .games = 2, .sprt = SprtTest{.elo0 = 0, .elo1 = 30}};
    const auto run = [&](std::uint64_t seed) {
        Schedule schedule(settings, entrants(2));
        for (const FinishedGame& game : play_all(settings, entrants(2), seed)) schedule.add(game);
        EXPECT_TRUE(schedule.due().empty());
        return *schedule.sprt();
    };
    const auto a = run(1);
    const auto b = run(2);
    EXPECT_EQ(a.verdict, SprtVerdict::kAccepted);
    EXPECT_EQ(a.pairs, b.pairs);
    EXPECT_EQ(a.llr, b.llr);
    std::int64_t pairs = 0;
    for (const std::int64_t n : a.pairs) pairs += n;
    EXPECT_LT(pairs, 1000);
}

TEST(Schedule, TheSequentialTestCountsAGameOnce) {
    const ScheduleSettings settings{.format = Format::kMatch, .rounds = 500, .games = 2, .sprt = SprtTest{.elo0 = 0, .elo1 = 30}};
    // The first player wins both games of every pair; only five of them are different, or all.
    const auto run = [&](int different) {
        Schedule schedule(settings, entrants(2));
        for (int round = 0; round < 500; ++round) {
            for (const int leg : {0, 1}) {
                schedule.add({{{round, 0, 1, 0}, leg},
                              leg == 0         ? 2
                              : round % 2 == 0 ? 1
                                               : 2,
                              static_cast<Fingerprint>(1 + round % different)});
            }
        }
        return *schedule.sprt();
    };
    EXPECT_EQ(run(500).verdict, SprtVerdict::kAccepted);
    const SprtState few = run(5);
    EXPECT_EQ(few.verdict, SprtVerdict::kUndecided);
    EXPECT_EQ(few.pairs, (PairCounts{0, 0, 0, 3, 2}));
}

}  // namespace
}  // namespace foray
