// Statistics of a match: the published numbers of others, and the error rates that the sequential test promises.
#include "foray/match/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "foray/board/random.h"

namespace foray {
namespace {

SprtTest test_of(double elo0, double elo1, EloModel model) { return {.elo0 = elo0, .elo1 = elo1, .model = model}; }

TEST(Statistics, PentanomialLlrIsThatOfFastchess) {
    // From app/tests/sprt_test.cpp of fastchess, whose tolerance is one per cent: counts of 0, 1/2, 1, 3/2 and 2 points.
    EXPECT_NEAR(log_likelihood_ratio({365, 16618, 36229, 16974, 390}, test_of(0, 2, EloModel::kNormalized)), 2.25, 0.01);
    EXPECT_NEAR(log_likelihood_ratio({127, 4883, 10712, 5150, 104}, test_of(-1.75, 0.25, EloModel::kNormalized)), 3.01, 0.01);
    EXPECT_NEAR(log_likelihood_ratio({0, 0, 0, 0, 5550}, test_of(0, 5, EloModel::kNormalized)), 111.82, 0.05);
    EXPECT_NEAR(log_likelihood_ratio({223, 9863, 21279, 10037, 246}, test_of(0.5, 2.5, EloModel::kLogistic)), -3.07, 0.01);
    EXPECT_NEAR(log_likelihood_ratio({871, 26175, 55983, 26678, 821}, test_of(0, 2, EloModel::kLogistic)), -4.98, 0.01);
}

TEST(Statistics, EloNeloAndLosAreThoseOfFastchess) {
    // From app/tests/elo_test.cpp of fastchess.
    struct Case {
        PairCounts pairs;
        double nelo, nelo_error, elo, elo_error, los, share;
    };
    for (const Case& c : {Case{{34, 54, 63, 64, 75}, 57.94, 28.28, 55.58, 27.65, 1.0, 0.579},
                          Case{{332, 433, 498, 333, 334}, -9.17, 10.96, -8.64, 10.33, 0.0505, 0.488},
                          Case{{7895, 8757, 5685, 568, 9999}, -19.01, 2.65, -21.04, 2.95, 0, 0.470}}) {
        const PairEstimate e = estimate(c.pairs);
        EXPECT_NEAR(e.nelo, c.nelo, 0.01);
        EXPECT_NEAR(e.nelo_error, c.nelo_error, 0.01);
        EXPECT_NEAR(e.elo, c.elo, 0.01);
        EXPECT_NEAR(e.elo_error, c.elo_error, 0.01);
        EXPECT_NEAR(e.los, c.los, 0.0001);
        EXPECT_NEAR(e.share, c.share, 0.001);
    }
}

TEST(Statistics, TheLogisticRatioAgreesWithItsApproximation) {
    // For small differences the ratio is n (s1 - s0) (2 m - s0 - s1) / 2 v.
    const PairCounts pairs = {100, 900, 2200, 1000, 120};
    double n = 0, sum = 0, squares = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        const double share = static_cast<double>(i) / 4;
        n += static_cast<double>(pairs[i]);
        sum += share * static_cast<double>(pairs[i]);
        squares += share * share * static_cast<double>(pairs[i]);
    }
    const double mean = sum / n;
    const double variance = squares / n - mean * mean;
    const double s1 = share_of_elo(3);
    EXPECT_NEAR(log_likelihood_ratio(pairs, test_of(0, 3, EloModel::kLogistic)), n * (s1 - 0.5) * (2 * mean - 0.5 - s1) / (2 * variance),
                0.005);
}

TEST(Statistics, BoundsFollowTheErrorRates) {
    const SprtTest usual;
    EXPECT_NEAR(usual.upper(), 2.944, 0.001);
    EXPECT_NEAR(usual.lower(), -2.944, 0.001);
    const SprtTest strict{.alpha = 0.01, .beta = 0.1};
    EXPECT_NEAR(strict.upper(), std::log(90), 1e-9);
    EXPECT_NEAR(strict.lower(), std::log(0.1 / 0.99), 1e-9);
    EXPECT_EQ(decide(2.95, usual), SprtVerdict::kAccepted);
    EXPECT_EQ(decide(-2.95, usual), SprtVerdict::kRefused);
    EXPECT_EQ(decide(2.9, usual), SprtVerdict::kUndecided);
    EXPECT_EQ(log_likelihood_ratio({}, usual), 0);
}

TEST(Statistics, NothingIsEverSaidToBeKnownExactly) {
    EXPECT_EQ(print_elo(estimate({})), "not known yet");
    EXPECT_EQ(print_signed(-0.04), "+0.0");
    EXPECT_EQ(print_signed(-0.06), "-0.1");
    for (const PairCounts& pairs : {PairCounts{0, 0, 1, 0, 0}, PairCounts{0, 0, 500, 0, 0}, PairCounts{0, 0, 0, 0, 40},
                                    PairCounts{40, 0, 0, 0, 0}, PairCounts{0, 0, 0, 7, 0}}) {
        const PairEstimate e = estimate(pairs);
        EXPECT_TRUE(std::isfinite(e.elo) && std::isfinite(e.nelo));
        EXPECT_GT(e.elo_error, 1);
        EXPECT_GT(e.nelo_error, 1);
        EXPECT_EQ(print_elo(e).find("-0.0"), std::string::npos);
    }
    EXPECT_NEAR(estimate({0, 0, 0, 0, 40}).elo, -estimate({40, 0, 0, 0, 0}).elo, 1e-9);
    EXPECT_GT(estimate({0, 0, 0, 0, 40}).elo, 500);
}

/// A pair of a distribution of five outcomes.
std::size_t draw_pair(const std::array<double, 5>& p, std::uint64_t& state) {
    double x = static_cast<double>(splitmix64(state) >> 11) * 0x1.0p-53;
    for (std::size_t i = 0; i < 4; ++i) {
        if (x < p[i]) return i;
        x -= p[i];
    }
    return 4;
}

/// How many of `matches` end accepted when pairs have the share that `elo` brings.
int accepted_of(int matches, double elo, const SprtTest& test, std::uint64_t seed) {
    // Drawn pairs half of the time; the rest leans to one side as much as the mean requires.
    const double lean = (share_of_elo(elo) - 0.5) * 2 / 3;  // moves the mean by (3/4 + 1 - 1/4) of itself
    const std::array<double, 5> p = {0.08 - lean, 0.17 - lean, 0.5, 0.17 + lean, 0.08 + lean};
    int accepted = 0;
    for (int match = 0; match < matches; ++match) {
        PairCounts pairs{};
        SprtVerdict verdict = SprtVerdict::kUndecided;
        while (verdict == SprtVerdict::kUndecided) {
            ++pairs[draw_pair(p, seed)];
            verdict = decide(log_likelihood_ratio(pairs, test), test);
        }
        accepted += verdict == SprtVerdict::kAccepted ? 1 : 0;
    }
    return accepted;
}

TEST(Statistics, TheSequentialTestErrsNoMoreOftenThanItPromises) {
    const SprtTest test{.elo0 = 0, .elo1 = 20};
    constexpr int kMatches = 2000;
    const int wrong_at_elo0 = accepted_of(kMatches, 0, test, 1);
    const int right_at_elo1 = accepted_of(kMatches, 20, test, 2);
    // Deciding after every single pair leaves hardly any overshoot, so the true rates are alpha and beta themselves (20,000 matches: 5.01 %
    // and 4.93 %); two standard deviations of the count are allowed for.
    const double most = kMatches * test.alpha + 2 * std::sqrt(kMatches * test.alpha * (1 - test.alpha));
    EXPECT_LE(wrong_at_elo0, most) << "accepted though equal";
    EXPECT_LE(kMatches - right_at_elo1, most) << "refused though better";
    EXPECT_GT(wrong_at_elo0, kMatches / 50) << "a test that hardly ever errs plays too long";
    EXPECT_GT(kMatches - right_at_elo1, kMatches / 50);
}

}  // namespace
}  // namespace foray
