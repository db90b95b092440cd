#include "foray/match/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace foray {
namespace {

constexpr double kNeloScale = 800 / std::numbers::ln10;
constexpr double kQuantile95 = 1.959963984540054;

using Five = std::array<double, 5>;
constexpr Five kShares = {0, 0.25, 0.5, 0.75, 1};

struct Moments {
    double mean = 0;
    double variance = 0;
};

Moments moments_of(const Five& probabilities) {
    Moments out;
    for (std::size_t i = 0; i < 5; ++i) out.mean += kShares[i] * probabilities[i];
    for (std::size_t i = 0; i < 5; ++i) out.variance += probabilities[i] * (kShares[i] - out.mean) * (kShares[i] - out.mean);
    return out;
}

/// The x at which sum p_i a_i / (1 + x a_i) is zero: between the poles -1 / max(a) and -1 / min(a) the sum falls from plus to minus
/// infinity. Newton's steps, halved into the bracket whenever they leave it.
double solve_secular(const Five& a, const Five& p) {
    double low = -1 / *std::max_element(a.begin(), a.end());
    double high = -1 / *std::min_element(a.begin(), a.end());
    double x = std::clamp(0.0, low, high);
    for (int step = 0; step < 200; ++step) {
        double sum = 0;
        double slope = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            const double term = a[i] / (1 + x * a[i]);
            sum += p[i] * term;
            slope -= p[i] * term * term;
        }
        (sum > 0 ? low : high) = x;
        double next = x - sum / slope;
        if (!(next > low && next < high)) next = (low + high) / 2;
        if (std::abs(next - x) <= 1e-13 * (1 + std::abs(x))) return next;
        x = next;
    }
    return x;
}

/// The likeliest distribution of mean `share`, given the observed one.
Five likeliest_with_mean(const Five& observed, double share) {
    Five a{};
    for (std::size_t i = 0; i < 5; ++i) a[i] = kShares[i] - share;
    const double x = solve_secular(a, observed);
    Five out{};
    for (std::size_t i = 0; i < 5; ++i) out[i] = observed[i] / (1 + x * a[i]);
    return out;
}

/// The likeliest distribution whose mean lies `t` of its own standard deviations above one half.
Five likeliest_with_t(const Five& observed, double t) {
    Five current;
    current.fill(0.2);
    for (int round = 0; round < 10; ++round) {
        const auto [mean, variance] = moments_of(current);
        const double sigma = std::sqrt(variance);
        Five a{};
        for (std::size_t i = 0; i < 5; ++i) {
            const double z = (kShares[i] - mean) / sigma;
            a[i] = kShares[i] - 0.5 - t * sigma * (1 + z * z) / 2;
        }
        const double x = solve_secular(a, observed);
        double change = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            const double next = observed[i] / (1 + x * a[i]);
            change = std::max(change, std::abs(next - current[i]));
            current[i] = next;
        }
        if (change < 1e-9) break;
    }
    return current;
}

std::int64_t count_of(const PairCounts& pairs) {
    std::int64_t out = 0;
    for (const std::int64_t n : pairs) out += n;
    return out;
}

}  // namespace

double share_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }
double elo_of_share(double share) { return -400 * std::log10(1 / share - 1); }

double SprtTest::lower() const { return std::log(beta / (1 - alpha)); }
double SprtTest::upper() const { return std::log((1 - beta) / alpha); }

double log_likelihood_ratio(const PairCounts& pairs, const SprtTest& test) {
    if (count_of(pairs) == 0) return 0;
    // What was never seen is not impossible: a thousandth of a pair keeps every logarithm finite.
    Five observed{};
    double total = 0;
    for (std::size_t i = 0; i < 5; ++i) total += observed[i] = pairs[i] == 0 ? 1e-3 : static_cast<double>(pairs[i]);
    for (double& p : observed) p /= total;
    const auto likeliest = [&](double elo) {
        return test.model == EloModel::kLogistic ? likeliest_with_mean(observed, share_of_elo(elo))
                                                 : likeliest_with_t(observed, std::numbers::sqrt2 * elo / kNeloScale);
    };
    const Five p0 = likeliest(test.elo0);
    const Five p1 = likeliest(test.elo1);
    double llr = 0;
    for (std::size_t i = 0; i < 5; ++i) llr += observed[i] * std::log(p1[i] / p0[i]);
    return total * llr;
}

SprtVerdict decide(double llr, const SprtTest& test) {
    if (llr >= test.upper()) return SprtVerdict::kAccepted;
    if (llr <= test.lower()) return SprtVerdict::kRefused;
    return SprtVerdict::kUndecided;
}

PairEstimate estimate(const PairCounts& pairs) {
    PairEstimate out;
    out.pairs = count_of(pairs);
    if (out.pairs == 0) return out;
    Five p{};
    for (std::size_t i = 0; i < 5; ++i) p[i] = static_cast<double>(pairs[i]);
    double count = static_cast<double>(out.pairs);
    for (double& each : p) each /= count;
    out.share = moments_of(p).mean;
    if (std::any_of(pairs.begin(), pairs.end(), [&](std::int64_t n) { return n == out.pairs; })) {
        for (double& each : p) each *= count / (count + 1);
        p.front() += 0.5 / (count + 1);
        p.back() += 0.5 / (count + 1);
        count += 1;
    }
    const auto [mean, variance] = moments_of(p);
    const double deviation = std::sqrt(variance / count);
    // No end of the interval lies beyond what one half point of the whole match could tell.
    const double least = 1 / (4 * count);
    const auto inside = [&](double share) { return std::clamp(share, least, 1 - least); };
    const double reach = kQuantile95 * deviation;
    out.elo = elo_of_share(inside(mean));
    out.elo_error = (elo_of_share(inside(mean + reach)) - elo_of_share(inside(mean - reach))) / 2;
    out.nelo = (mean - 0.5) / std::sqrt(2 * variance) * kNeloScale;
    out.nelo_error = reach / std::sqrt(2 * variance) * kNeloScale;
    out.los = (1 + std::erf((mean - 0.5) / (deviation * std::numbers::sqrt2))) / 2;
    return out;
}

std::string print_signed(double value) {
    const double rounded = std::round(value * 10) / 10;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%+.1f", rounded == 0 ? 0.0 : rounded);
    return text.data();
}

std::string print_elo(const PairEstimate& estimate) {
    if (estimate.pairs == 0) return "not known yet";
    std::array<char, 64> error{};
    std::snprintf(error.data(), error.size(), "%.1f", std::max(estimate.elo_error, 0.1));
    return print_signed(estimate.elo) + " +- " + error.data();
}

}  // namespace foray
