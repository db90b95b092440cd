#include "foray/lobby/glicko.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace foray::lobby {
namespace {

constexpr double kScale = 173.7178;
constexpr double kCentre = 1500;
/// How much the volatility may change (Glickman: 0.3 to 1.2).
constexpr double kTau = 0.5;
constexpr double kMostDeviation = 350;
/// A sure rating (deviation 50) of somebody who plays no more is as unsure as a new one after about two years.
constexpr double kAgeingPerDay = 12.8;
constexpr double kDayMs = 24.0 * 60 * 60 * 1000;

double g(double phi) { return 1 / std::sqrt(1 + 3 * phi * phi / (std::numbers::pi * std::numbers::pi)); }

/// Step 5 of the paper: the new volatility, by the Illinois algorithm.
double new_volatility(double sigma, double phi, double v, double delta) {
    const double a = std::log(sigma * sigma);
    const auto f = [&](double x) {
        const double e = std::exp(x);
        const double d = phi * phi + v + e;
        return e * (delta * delta - d) / (2 * d * d) - (x - a) / (kTau * kTau);
    };
    double low = a;
    double high = 0;
    if (delta * delta > phi * phi + v) {
        high = std::log(delta * delta - phi * phi - v);
    } else {
        int k = 1;
        while (f(a - k * kTau) < 0 && k < 100) ++k;
        high = a - k * kTau;
    }
    double f_low = f(low);
    double f_high = f(high);
    for (int i = 0; i < 200 && std::abs(high - low) > 1e-6; ++i) {
        const double middle = low + (low - high) * f_low / (f_high - f_low);
        const double f_middle = f(middle);
        if (f_middle * f_high <= 0) {
            low = high;
            f_low = f_high;
        } else {
            f_low /= 2;
        }
        high = middle;
        f_high = f_middle;
    }
    return std::exp(low / 2);
}

}  // namespace

Rating rated(const Rating& before, std::span<const Scored> games) {
    const double mu = (before.rating - kCentre) / kScale;
    const double phi = before.deviation / kScale;
    double information = 0;
    double surprise = 0;
    for (const Scored& one : games) {
        const double weight = g(one.opponent.deviation / kScale);
        const double expected = 1 / (1 + std::exp(-weight * (mu - (one.opponent.rating - kCentre) / kScale)));
        information += weight * weight * expected * (1 - expected);
        surprise += weight * (one.score - expected);
    }
    Rating out = before;
    if (games.empty() || information <= 0) return out;
    const double v = 1 / information;
    out.volatility = new_volatility(before.volatility, phi, v, v * surprise);
    const double wider = std::sqrt(phi * phi + out.volatility * out.volatility);
    const double after = 1 / std::sqrt(1 / (wider * wider) + 1 / v);
    out.rating = kCentre + kScale * (mu + after * after * surprise);
    out.deviation = std::min(kMostDeviation, kScale * after);
    out.games += static_cast<int>(games.size());
    return out;
}

Rating aged(const Rating& rating, std::int64_t now_ms) {
    Rating out = rating;
    if (rating.games == 0 || now_ms <= rating.at_ms) return out;
    const double days = static_cast<double>(now_ms - rating.at_ms) / kDayMs;
    out.deviation = std::min(kMostDeviation, std::sqrt(rating.deviation * rating.deviation + kAgeingPerDay * kAgeingPerDay * days));
    return out;
}

}  // namespace foray::lobby
