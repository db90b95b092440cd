// Ratings of many players: closed forms, simulated leagues, and the cases without a finite answer.
#include "foray/match/ratings.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "foray/board/random.h"
#include "foray/match/statistics.h"

namespace foray {
namespace {

TEST(Ratings, TwoPlayersDifferByTheirShareOfPoints) {
    const std::array<Encounters, 1> e = {Encounters{0, 1, 60, 30, 10}};  // Davidson's model meets wins and draws exactly
    const auto r = rate_players(2, e);
    // a : nu sqrt(ab) : b = 60 : 30 : 10, so a / b = 6.
    EXPECT_NEAR(r[0].elo - r[1].elo, 400 * std::log10(6), 1e-6);
    EXPECT_NEAR(r[0].elo + r[1].elo, 0, 1e-9);
    EXPECT_EQ(r[0].games, 100);
    const auto anchored = rate_players(2, e, RatingAnchor{1, 1500});
    EXPECT_NEAR(anchored[1].elo, 1500, 1e-9);
    EXPECT_EQ(anchored[1].error, 0);
    EXPECT_NEAR(anchored[0].elo, 1500 + 400 * std::log10(6), 1e-6);
    EXPECT_NEAR(anchored[0].error, 2 * r[0].error, 1e-6) << "against the average of two the error is half of that against the other";
}

TEST(Ratings, WithoutDrawsTheErrorIsThatOfACoin) {
    const std::array<Encounters, 1> e = {Encounters{0, 1, 75, 0, 25}};
    const auto r = rate_players(2, e, RatingAnchor{1, 0});
    EXPECT_NEAR(r[0].elo, 400 * std::log10(3), 1e-6);
    // Fisher's information of a logit is n p q.
    EXPECT_NEAR(r[0].error, 1.959964 / std::sqrt(100 * 0.75 * 0.25) * 400 / std::log(10), 1e-3);
}

TEST(Ratings, PlayersWhoWonEverythingAreFiniteAndFirst) {
    const std::array<Encounters, 3> e = {Encounters{0, 1, 10, 0, 0}, Encounters{0, 2, 10, 0, 0}, Encounters{1, 2, 10, 0, 0}};
    const auto r = rate_players(4, e);
    for (const Rating& rating : r) EXPECT_TRUE(std::isfinite(rating.elo) && std::isfinite(rating.error));
    EXPECT_GT(r[0].elo, r[1].elo + 100);
    EXPECT_GT(r[1].elo, r[2].elo + 100);
    EXPECT_NEAR(r[0].elo, -r[2].elo, 1e-6);
    EXPECT_GT(r[0].error, 50);
    EXPECT_EQ(r[3].games, 0);
    EXPECT_EQ(r[3].elo, 0);
    EXPECT_TRUE(rate_players(2, {})[0].games == 0);
}

TEST(Ratings, ASimulatedLeagueIsFoundAgainWithinItsErrors) {
    constexpr int kPlayers = 8;
    constexpr std::array<double, kPlayers> kTrue = {210, 140, 90, 20, -20, -90, -140, -210};
    std::uint64_t state = 5;
    int inside = 0;
    constexpr int kLeagues = 40;
    for (int league = 0; league < kLeagues; ++league) {
        std::vector<Encounters> all;
        for (int a = 0; a < kPlayers; ++a) {
            for (int b = a + 1; b < kPlayers; ++b) {
                Encounters e{a, b};
                const double win = std::exp((kTrue[static_cast<std::size_t>(a)] - kTrue[static_cast<std::size_t>(b)]) / 800 * std::log(10));
                const double sum = win + 1 / win + 0.8;
                for (int game = 0; game < 60; ++game) {
                    const double x = static_cast<double>(splitmix64(state) >> 11) * 0x1.0p-53 * sum;
                    ++(x < win ? e.wins : x < win + 0.8 ? e.draws : e.losses);
                }
                all.push_back(e);
            }
        }
        const auto r = rate_players(kPlayers, all);
        for (std::size_t i = 0; i < kPlayers; ++i) inside += std::abs(r[i].elo - kTrue[i]) <= r[i].error ? 1 : 0;
    }
    // 95 % of 320, give or take three standard deviations of 3.9.
    EXPECT_NEAR(inside, 0.95 * kLeagues * kPlayers, 12);
}

}  // namespace
}  // namespace foray
