// Ratings of many players: closed forms, simulated leagues, and the cases without a finite answer.
#include "foray/match/ratings.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "foray/board/random.h"
#include "foray/match/statistics.h"

namespace foray {
namespace {

TEST(Ratings, TwoPlayersDifferByTheirShareOfPoints) {
    const std::array<Encounters, 1> e = {Encounters{0, 1, {60, 30, 10}}};
    const auto r = rate_players(2, e);
    EXPECT_NEAR(r[0].elo - r[1].elo, elo_of_share(0.75), 1e-6) << "the difference brings three quarters of the points, however many draws";
    EXPECT_NEAR(r[0].elo + r[1].elo, 0, 1e-9);
    EXPECT_EQ(r[0].games, 100);
    const std::array<RatingAnchor, 1> anchor = {RatingAnchor{1, 1500}};
    const auto anchored = rate_players(2, e, anchor);
    EXPECT_NEAR(anchored[1].elo, 1500, 1e-9);
    EXPECT_EQ(anchored[1].error, 0);
    EXPECT_NEAR(anchored[0].elo, 1500 + elo_of_share(0.75), 1e-6);
    EXPECT_NEAR(anchored[0].error, 2 * r[0].error, 1e-6) << "against the average of two the error is half of that against the other";
}

TEST(Ratings, TheErrorOfAMatchIsThatOverItsPairs) {
    // Two players and nothing else: the difference and its error are those that the match's own line says.
    for (const PairCounts& pairs : {PairCounts{34, 54, 63, 64, 75}, PairCounts{5, 40, 120, 45, 9}, PairCounts{332, 433, 498, 333, 334}}) {
        Encounters e{0, 1};
        e.tally.pairs = pairs;
        // Pairs of 1 point are two draws here; how they came about does not matter.
        e.tally.wins = static_cast<int>(pairs[3] + 2 * pairs[4]);
        e.tally.draws = static_cast<int>(pairs[1] + 2 * pairs[2] + pairs[3]);
        e.tally.losses = static_cast<int>(2 * pairs[0] + pairs[1]);
        const PairEstimate match = estimate(pairs);
        const PoolRatings pool = rate_pool(2, std::array{e});
        EXPECT_NEAR(pool.players[0].elo - pool.players[1].elo, match.elo, 1e-6);
        EXPECT_NEAR(pool.difference_error[0][1], match.elo_error, 0.01 * match.elo_error);
        EXPECT_NEAR(pool.superiority(0, 1), match.los, 0.003);
    }
}

TEST(Ratings, WithoutDrawsTheErrorIsThatOfACoin) {
    const std::array<Encounters, 1> e = {Encounters{0, 1, {75, 0, 25}}};
    const auto r = rate_players(2, e, std::array{RatingAnchor{1, 0}});
    EXPECT_NEAR(r[0].elo, 400 * std::log10(3), 1e-6);
    // Fisher's information of a logit is n p q.
    EXPECT_NEAR(r[0].error, 1.959964 / std::sqrt(100 * 0.75 * 0.25) * 400 / std::log(10), 1e-3);
}

TEST(Ratings, PlayersWhoWonEverythingAreFiniteAndFirst) {
    const std::array<Encounters, 3> e = {Encounters{0, 1, {10, 0, 0}}, Encounters{0, 2, {10, 0, 0}}, Encounters{1, 2, {10, 0, 0}}};
    const auto r = rate_players(4, e);
    for (const Rating& rating : r) EXPECT_TRUE(std::isfinite(rating.elo) && std::isfinite(rating.error));
    EXPECT_GT(r[0].elo, r[1].elo + 100);
    EXPECT_GT(r[1].elo, r[2].elo + 100);
    EXPECT_NEAR(r[0].elo, -r[2].elo, 1e-6);
    EXPECT_GT(r[0].error, 150) << "ten wins without a loss say little about by how much";
    EXPECT_EQ(r[3].games, 0);
    EXPECT_EQ(r[3].elo, 0);
    EXPECT_TRUE(rate_players(2, {})[0].games == 0);
}

/// The same games as text and read back by a reader of its own that knows nothing but three tags; then the ratings at which everybody has
/// the points that were expected, by bisection of one rating at a time. Ordo's definition, without any of our code.
class NaiveOrdo {
public:
    explicit NaiveOrdo(const std::string& pgn) {
        std::istringstream in(pgn);
        std::string white, black, line;
        const auto value = [&](const std::string& name) {
            const std::string head = "[" + name + " \"";
            return line.rfind(head, 0) == 0 ? line.substr(head.size(), line.find('"', head.size()) - head.size()) : std::string();
        };
        while (std::getline(in, line)) {
            if (const auto w = value("White"); !w.empty()) white = w;
            if (const auto b = value("Black"); !b.empty()) black = b;
            const auto result = value("Result");
            if (result.empty()) continue;
            Games& games = games_[{white, black}];
            ++games.count;
            games.points += result == "1-0" ? 1.0 : result == "0-1" ? 0.0 : 0.5;
            elo_[white] = elo_[black] = 0;
        }
        for (int round = 0; round < 60; ++round) {
            for (auto& [name, elo] : elo_) elo = balance(name);
        }
    }
    [[nodiscard]] double difference(const std::string& a, const std::string& b) const { return elo_.at(a) - elo_.at(b); }

private:
    struct Games {
        int count = 0;
        double points = 0;  ///< of White
    };
    double balance(const std::string& name) {
        double low = -4000, high = 4000;
        for (int step = 0; step < 60; ++step) {
            const double elo = (low + high) / 2;
            double excess = 0;
            for (const auto& [who, g] : games_) {
                const auto& [white, black] = who;
                if (white == name) excess += g.count / (1 + std::pow(10, (elo_[black] - elo) / 400)) - g.points;
                if (black == name) excess += g.count / (1 + std::pow(10, (elo_[white] - elo) / 400)) - (g.count - g.points);
            }
            (excess > 0 ? high : low) = elo;
        }
        return (low + high) / 2;
    }
    std::map<std::pair<std::string, std::string>, Games> games_;
    std::map<std::string, double> elo_;
};

/// BayesElo's model by the plainest climb there is: wins at f(d - draw), losses at f(-d - draw), the rest drawn; then scaled to the slope
/// that it would have without draws, as its `ratings` command does. Without its prior of two draws.
std::vector<double> naive_bayes_elo(int players, const std::vector<Encounters>& met) {
    const auto f = [](double x) { return 1 / (1 + std::pow(10, -x / 400)); };
    std::vector<double> at(static_cast<std::size_t>(players) + 1, 0);
    at.back() = 100;  // the draws' parameter
    const auto height = [&] {
        double out = 0;
        for (const Encounters& e : met) {
            const double d = at[static_cast<std::size_t>(e.first)] - at[static_cast<std::size_t>(e.second)];
            const double win = f(d - at.back());
            const double loss = f(-d - at.back());
            out += e.tally.wins * std::log(win) + e.tally.losses * std::log(loss) + e.tally.draws * std::log(1 - win - loss);
        }
        return out;
    };
    for (double step = 64; step > 1e-3; step /= 2) {
        for (bool moved = true; moved;) {
            moved = false;
            for (double& one : at) {
                for (const double direction : {step, -step}) {
                    const double before = height();
                    one += direction;
                    if (height() > before) {
                        moved = true;
                    } else {
                        one -= direction;
                    }
                }
            }
        }
    }
    const double x = std::pow(10, -at.back() / 400);
    at.pop_back();
    for (double& one : at) one *= 4 * x / ((1 + x) * (1 + x));
    return at;
}

TEST(Ratings, AgreeWithOrdosAndBayesElosFormulas) {
    // Five players of a strong pool; the shares go up to 75 %, with a third of draws or so.
    const std::vector<Encounters> met = {{0, 1, {40, 40, 20}}, {0, 2, {45, 33, 22}}, {0, 3, {50, 34, 16}}, {0, 4, {58, 30, 12}},
                                         {1, 2, {36, 36, 28}}, {1, 3, {41, 35, 24}}, {1, 4, {46, 36, 18}}, {2, 3, {37, 38, 25}},
                                         {2, 4, {41, 36, 23}}, {3, 4, {36, 38, 26}}};
    std::string pgn;
    for (const Encounters& e : met) {
        for (int game = 0; game < 100; ++game) {
            const bool swap = game % 2 == 1;
            const int points = game < e.tally.wins ? 2 : game < e.tally.wins + e.tally.draws ? 1 : 0;
            const auto name = [](int player) { return std::string("p") + std::to_string(player); };
            pgn += "[White \"" + name(swap ? e.second : e.first) + "\"]\n[Black \"" + name(swap ? e.first : e.second) + "\"]\n[Result \"" +
                   (points == 1             ? "1/2-1/2"
                    : (points == 2) != swap ? "1-0"
                                            : "0-1") +
                   "\"]\n\n*\n";
        }
    }
    const auto r = rate_players(5, met);
    const NaiveOrdo ordo(pgn);
    const auto bayes = naive_bayes_elo(5, met);
    for (int i = 0; i < 5; ++i) {
        for (int k = 0; k < i; ++k) {
            const auto a = static_cast<std::size_t>(i);
            const auto b = static_cast<std::size_t>(k);
            const double ours = r[a].elo - r[b].elo;
            EXPECT_NEAR(ours, ordo.difference("p" + std::to_string(i), "p" + std::to_string(k)), 0.01);
            // Where draws have a parameter of their own the curve is not quite Elo's further out.
            EXPECT_NEAR(ours, bayes[a] - bayes[b], std::max(1.0, 0.03 * std::abs(ours)));
        }
    }
    EXPECT_GT(r[0].elo - r[4].elo, 150) << "a pool without differences would prove nothing";
}

TEST(Ratings, AHopelessPlayerChangesNothingForTheOthers) {
    std::vector<Encounters> met = {{0, 1, {20, 5, 15}}, {0, 2, {18, 8, 14}}, {1, 2, {20, 2, 18}}};
    const auto alone = rate_players(3, met);
    // One lost all of 80, another took half a point of 80.
    for (const int half : {0, 1}) {
        auto with = met;
        with.push_back({0, 3, {26, 0, 0}});
        with.push_back({1, 3, {27 - half, half, 0}});
        with.push_back({2, 3, {27, 0, 0}});
        const PoolRatings pool = rate_pool(4, with);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_NEAR(pool.players[i].error, alone[i].error, 0.05 * alone[i].error);
            if (half == 0) {
                EXPECT_NEAR(pool.players[i].elo - pool.players[0].elo, alone[i].elo - alone[0].elo, 1e-6);
            }
            EXPECT_LT(pool.players[3].elo, pool.players[i].elo - 400);
            EXPECT_GT(pool.superiority(static_cast<int>(i), 3), 0.99);
        }
        EXPECT_GT(pool.players[3].error, 3 * alone[0].error);
    }
}

TEST(Ratings, AnchorsStayWhereTheyArePut) {
    const std::vector<Encounters> met = {{0, 1, {20, 5, 15}}, {0, 2, {18, 8, 14}}, {1, 2, {20, 2, 18}}, {2, 3, {10, 0, 10}}};
    const std::array<RatingAnchor, 2> anchors = {RatingAnchor{0, 2000}, RatingAnchor{1, 1900}};
    const auto r = rate_players(4, met, anchors);
    EXPECT_NEAR(r[0].elo, 2000, 1e-9);
    EXPECT_NEAR(r[1].elo, 1900, 1e-9);
    EXPECT_EQ(r[0].error, 0);
    EXPECT_EQ(r[1].error, 0);
    // The third has just the points expected of him against these two (and against the fourth, who is his equal).
    EXPECT_NEAR(40 * share_of_elo(r[2].elo - 2000) + 40 * share_of_elo(r[2].elo - 1900), 18 + 19, 1e-6);
    EXPECT_NEAR(r[3].elo, r[2].elo, 1e-6);
    EXPECT_GT(r[3].error, r[2].error);
}

TEST(Ratings, StrangersAndChainsHaveFiniteRatings) {
    const std::vector<Encounters> met = {{0, 1, {2, 1, 1}}, {2, 3, {5, 0, 5}}, {4, 5, {3, 0, 0}}, {5, 6, {3, 0, 0}}};
    const PoolRatings pool = rate_pool(8, met);
    for (int i = 0; i < 7; ++i) {
        const Rating& one = pool.players[static_cast<std::size_t>(i)];
        EXPECT_TRUE(std::isfinite(one.elo) && std::isfinite(one.error) && one.error > 0 && std::abs(one.elo) < 3000) << i;
    }
    EXPECT_NEAR(pool.players[0].elo - pool.players[1].elo, elo_of_share(0.625), 1e-6);
    EXPECT_GT(pool.players[4].elo, pool.players[5].elo);
    EXPECT_GT(pool.players[5].elo, pool.players[6].elo);
    EXPECT_EQ(pool.superiority(0, 7), 0.5);
    EXPECT_GT(pool.difference_error[0][2], 300) << "nobody knows how those compare who never met";
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
                const double share = share_of_elo(kTrue[static_cast<std::size_t>(a)] - kTrue[static_cast<std::size_t>(b)]);
                const double draw = 0.8 * std::min(share, 1 - share);
                for (int game = 0; game < 60; ++game) {
                    const double x = static_cast<double>(splitmix64(state) >> 11) * 0x1.0p-53;
                    ++(x < share - draw / 2 ? e.tally.wins : x < share + draw / 2 ? e.tally.draws : e.tally.losses);
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
