#include "foray/match/ratings.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace foray {
namespace {

constexpr double kEloPerUnit = 400 / std::numbers::ln10;  // of the natural logarithm of a strength
constexpr double kQuantile95 = 1.959963984540054;

/// A dense symmetric system of equations, small enough for Gauss.
class Matrix {
public:
    explicit Matrix(std::size_t size) : size_(size), cells_(size * size) {}
    double& operator()(std::size_t row, std::size_t col) { return cells_[row * size_ + col]; }
    [[nodiscard]] double operator()(std::size_t row, std::size_t col) const { return cells_[row * size_ + col]; }
    [[nodiscard]] std::size_t size() const { return size_; }

    /// By elimination with the largest pivot of the column.
    [[nodiscard]] Matrix inverse() const {
        Matrix left = *this;
        Matrix out(size_);
        for (std::size_t i = 0; i < size_; ++i) out(i, i) = 1;
        for (std::size_t col = 0; col < size_; ++col) {
            std::size_t pivot = col;
            for (std::size_t row = col + 1; row < size_; ++row) {
                if (std::abs(left(row, col)) > std::abs(left(pivot, col))) pivot = row;
            }
            for (std::size_t k = 0; k < size_; ++k) {
                std::swap(left(col, k), left(pivot, k));
                std::swap(out(col, k), out(pivot, k));
            }
            const double scale = 1 / left(col, col);
            for (std::size_t k = 0; k < size_; ++k) {
                left(col, k) *= scale;
                out(col, k) *= scale;
            }
            for (std::size_t row = 0; row < size_; ++row) {
                const double factor = left(row, col);
                if (row == col || factor == 0) continue;
                for (std::size_t k = 0; k < size_; ++k) {
                    left(row, k) -= factor * left(col, k);
                    out(row, k) -= factor * out(col, k);
                }
            }
        }
        return out;
    }

private:
    std::size_t size_;
    std::vector<double> cells_;
};

/// Games between two of the players that have games, as real numbers, so that half games can be added.
struct Games {
    std::size_t first;
    std::size_t second;
    double wins;
    double draws;
    double losses;
};

struct Chances {
    double win;
    double draw;
    double loss;
};

Chances chances(double difference, double log_nu) {
    const double win = std::exp(difference / 2);
    const double loss = std::exp(-difference / 2);
    const double draw = std::exp(log_nu);
    const double sum = win + draw + loss;
    return {win / sum, draw / sum, loss / sum};
}

/// Whether everyone can be reached from everyone by steps to somebody from whom a half point was taken.
bool strongly_connected(std::size_t players, const std::vector<Games>& games) {
    for (const bool forwards : {true, false}) {
        std::vector<char> seen(players);
        std::vector<std::size_t> open = {0};
        seen[0] = 1;
        const auto visit = [&](std::size_t player) {
            if (seen[player] != 0) return;
            seen[player] = 1;
            open.push_back(player);
        };
        while (!open.empty()) {
            const std::size_t from = open.back();
            open.pop_back();
            for (const Games& g : games) {
                const bool first_scored = g.wins + g.draws > 0;
                const bool second_scored = g.losses + g.draws > 0;
                if (g.first == from && (forwards ? first_scored : second_scored)) visit(g.second);
                if (g.second == from && (forwards ? second_scored : first_scored)) visit(g.first);
            }
        }
        if (std::any_of(seen.begin(), seen.end(), [](char s) { return s == 0; })) return false;
    }
    return true;
}

/// The top of the likelihood by Newton's method. The last variable is the logarithm of nu; a spring that is far too weak to matter holds
/// the average at 0, on which the likelihood does not depend.
class Likelihood {
public:
    Likelihood(std::size_t players, std::vector<Games> games, double shared_with_average)
        : players_(players), games_(std::move(games)), prior_(shared_with_average), at_(players + 1) {
        double draws = 0;
        for (const Games& g : games_) draws += g.draws;
        has_draws_ = draws > 0;
        at_[players_] = has_draws_ ? 0 : -30;  // without draws nu is 0 and no variable
    }

    void climb() {
        for (int step = 0; step < 200; ++step) {
            const Matrix information = slope_and_information();
            const Matrix inverse = information.inverse();
            double largest = 0;
            std::vector<double> move(at_.size());
            for (std::size_t i = 0; i < at_.size(); ++i) {
                for (std::size_t k = 0; k < at_.size(); ++k) move[i] += inverse(i, k) * slope_[k];
                largest = std::max(largest, std::abs(move[i]));
            }
            // The likelihood has one top and no other, but far from it a whole step may overshoot.
            const std::vector<double> before = at_;
            const double height = logarithm();
            for (double scale = std::min(1.0, 2 / largest); scale > 1e-6; scale /= 2) {
                for (std::size_t i = 0; i < at_.size(); ++i) at_[i] = before[i] + scale * move[i];
                if (logarithm() >= height) break;
            }
            if (largest < 1e-10) break;
        }
    }

    [[nodiscard]] double rating(std::size_t player) const { return at_[player]; }
    [[nodiscard]] Matrix covariance() { return slope_and_information().inverse(); }

private:
    [[nodiscard]] double logarithm() const {
        double out = 0;
        const auto add_games = [&](double difference, const Games& g) {
            const auto [win, draw, loss] = chances(difference, at_[players_]);
            if (g.wins > 0) out += g.wins * std::log(win);
            if (g.draws > 0) out += g.draws * std::log(draw);
            if (g.losses > 0) out += g.losses * std::log(loss);
        };
        for (const Games& g : games_) add_games(at_[g.first] - at_[g.second], g);
        for (std::size_t player = 0; player < players_; ++player) add_games(at_[player], {player, player, prior_ / 2, 0, prior_ / 2});
        return out;
    }

    Matrix slope_and_information() {
        slope_.assign(at_.size(), 0);
        Matrix information(at_.size());
        const std::size_t nu = players_;
        for (const Games& g : games_) add(g.first, g.second, at_[g.first] - at_[g.second], g, information);
        if (prior_ > 0) {
            for (std::size_t player = 0; player < players_; ++player) {
                add(player, player, at_[player], {player, player, prior_ / 2, 0, prior_ / 2}, information);
            }
        }
        constexpr double kSpring = 1e-6;
        double sum = 0;
        for (std::size_t i = 0; i < players_; ++i) sum += at_[i];
        for (std::size_t i = 0; i < players_; ++i) {
            slope_[i] -= kSpring * sum;
            for (std::size_t k = 0; k < players_; ++k) information(i, k) += kSpring;
        }
        if (!has_draws_) {
            slope_[nu] = 0;
            for (std::size_t k = 0; k < at_.size(); ++k) information(nu, k) = information(k, nu) = 0;
            information(nu, nu) = 1;
        }
        return information;
    }

    /// Games at a difference of strength; `second == first` stands for the average player, whose strength is fixed.
    void add(std::size_t first, std::size_t second, double difference, const Games& g, Matrix& information) {
        const double count = g.wins + g.draws + g.losses;
        const auto [win, draw, loss] = chances(difference, at_[players_]);
        const double excess = (g.wins - g.losses) / 2 - count * (win - loss) / 2;
        const double spread = count * ((win + loss) / 4 - (win - loss) * (win - loss) / 4);
        const double mixed = -count * draw * (win - loss) / 2;
        const std::size_t nu = players_;
        slope_[first] += excess;
        information(first, first) += spread;
        information(first, nu) += mixed;
        information(nu, first) += mixed;
        slope_[nu] += g.draws - count * draw;
        information(nu, nu) += count * draw * (1 - draw);
        if (second == first) return;
        slope_[second] -= excess;
        information(second, second) += spread;
        information(first, second) -= spread;
        information(second, first) -= spread;
        information(second, nu) -= mixed;
        information(nu, second) -= mixed;
    }

    std::size_t players_;
    std::vector<Games> games_;
    double prior_;
    bool has_draws_ = false;
    std::vector<double> at_;
    std::vector<double> slope_;
};

}  // namespace

std::vector<Rating> rate_players(int players, std::span<const Encounters> encounters, const std::optional<RatingAnchor>& anchor) {
    std::vector<Rating> out(static_cast<std::size_t>(players));
    for (const Encounters& e : encounters) {
        const int count = e.wins + e.draws + e.losses;
        out[static_cast<std::size_t>(e.first)].games += count;
        out[static_cast<std::size_t>(e.second)].games += count;
    }
    std::vector<std::size_t> index(out.size());
    std::vector<std::size_t> who;
    for (std::size_t i = 0; i < out.size(); ++i) {
        index[i] = who.size();
        if (out[i].games > 0) who.push_back(i);
    }
    if (who.empty()) return out;
    std::vector<Games> games;
    for (const Encounters& e : encounters) {
        if (e.wins + e.draws + e.losses == 0 || e.first == e.second) continue;
        games.push_back({index[static_cast<std::size_t>(e.first)], index[static_cast<std::size_t>(e.second)], static_cast<double>(e.wins),
                         static_cast<double>(e.draws), static_cast<double>(e.losses)});
    }
    const std::size_t n = who.size();
    Likelihood likelihood(n, games, strongly_connected(n, games) ? 0 : 1);
    likelihood.climb();
    const Matrix covariance = likelihood.covariance();
    const bool anchored = anchor && out[static_cast<std::size_t>(anchor->player)].games > 0;
    const std::size_t fixed = anchored ? index[static_cast<std::size_t>(anchor->player)] : 0;
    // The weights of the players in what the ratings are measured from: the anchor, or the average.
    std::vector<double> weight(n, anchored ? 0 : 1 / static_cast<double>(n));
    if (anchored) weight[fixed] = 1;
    double base = 0;
    for (std::size_t i = 0; i < n; ++i) base += weight[i] * likelihood.rating(i);
    for (std::size_t i = 0; i < n; ++i) {
        double variance = 0;  // of the rating minus the base
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t k = 0; k < n; ++k) {
                variance += ((i == j ? 1 : 0) - weight[j]) * ((i == k ? 1 : 0) - weight[k]) * covariance(j, k);
            }
        }
        Rating& rating = out[who[i]];
        rating.elo = (likelihood.rating(i) - base) * kEloPerUnit + (anchored ? anchor->elo : 0);
        rating.error = kQuantile95 * std::sqrt(std::max(variance, 0.0)) * kEloPerUnit;
    }
    return out;
}

}  // namespace foray
