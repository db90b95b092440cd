#include "foray/match/ratings.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <optional>

#include "groups.h"
#include "linear.h"

namespace foray {
namespace {

constexpr double kEloPerUnit = 400 / std::numbers::ln10;  // of the natural logarithm of a strength
constexpr double kQuantile95 = 1.959963984540054;

double expected(double difference) { return 1 / (1 + std::exp(-difference)); }

/// Games between two of those who have games; both counts may be fractions.
struct Games {
    std::size_t first;
    std::size_t second;
    double count;
    double points;     ///< of the first
    double ahead = 0;  ///< by so much the first is stronger besides
};

/// The strengths at which everybody in `games` has the points that were expected, found by Newton's method. Those whose `free` is false
/// stay where they are; what the games leave open (everybody a little stronger) stays as it was.
void settle(std::vector<double>& strength, const std::vector<Games>& games, const std::vector<char>& free) {
    const std::size_t n = strength.size();
    const bool floating = std::find(free.begin(), free.end(), char{0}) == free.end();
    const auto height = [&](const std::vector<double>& at) {
        double out = 0;
        for (const Games& g : games) {
            const double d = at[g.first] - at[g.second] + g.ahead;
            // count log(1 - p) + points log(p / (1 - p)), without overflow
            out += g.points * d - g.count * (d > 0 ? d + std::log1p(std::exp(-d)) : std::log1p(std::exp(d)));
        }
        return out;
    };
    double now = height(strength);
    for (int round = 0; round < 100; ++round) {
        SymmetricMatrix information(n);
        std::vector<double> step(n);
        for (const Games& g : games) {
            const double p = expected(strength[g.first] - strength[g.second] + g.ahead);
            const double excess = g.points - g.count * p;
            const double weight = g.count * p * (1 - p);
            step[g.first] += excess;
            step[g.second] -= excess;
            information(g.first, g.first) += weight;
            information(g.second, g.second) += weight;
            information(g.first, g.second) -= weight;
            information(g.second, g.first) -= weight;
        }
        for (std::size_t i = 0; i < n; ++i) {
            if (free[i] != 0) continue;
            for (std::size_t k = 0; k < n; ++k) information(i, k) = information(k, i) = 0;
            information(i, i) = 1;
            step[i] = 0;
        }
        if (floating) {  // adds nothing to a step whose sum is 0, and makes the matrix definite
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t k = 0; k < n; ++k) information(i, k) += 1 / static_cast<double>(n);
            }
        }
        information.factor();
        information.solve(step);
        double largest = 0;
        for (const double s : step) largest = std::max(largest, std::abs(s));
        if (largest < 1e-11) return;
        // The likelihood is concave: a step that overshoots is halved.
        double scale = std::min(1.0, 4 / largest);
        std::vector<double> next(n);
        double reached = now;
        for (int half = 0; half < 40; ++half, scale /= 2) {
            for (std::size_t i = 0; i < n; ++i) next[i] = strength[i] + scale * step[i];
            reached = height(next);
            if (reached >= now - 1e-12 * std::abs(now)) break;
        }
        strength = next;
        now = reached;
    }
}

/// All players with games and all their games.
class Pool {
public:
    Pool(std::size_t players, std::vector<Games> games, std::vector<std::optional<double>> fixed)
        : games_(std::move(games)), fixed_(std::move(fixed)), strength_(players), group_(players) {
        for (std::size_t i = 0; i < players; ++i) strength_[i] = fixed_[i].value_or(0);
        find_groups();
        settle_within();
        settle_between();
    }

    [[nodiscard]] double strength(std::size_t player) const { return strength_[player]; }

    /// How much more or less the points of these games scatter than those of coins.
    [[nodiscard]] double scatter(const std::vector<Encounters>& met) const {
        double seen_games = 0, coin_games = 0, seen_pairs = 0, coin_pairs = 0;
        bool any_pairs = false;
        for (const Encounters& e : met) {
            // That the games between groups went as expected is how the groups were placed.
            if (group_[static_cast<std::size_t>(e.first)] != group_[static_cast<std::size_t>(e.second)]) continue;
            const double p = expected(strength_[static_cast<std::size_t>(e.first)] - strength_[static_cast<std::size_t>(e.second)]);
            const auto square = [](double x) { return x * x; };
            seen_games += e.tally.wins * square(1 - p) + e.tally.draws * square(0.5 - p) + e.tally.losses * square(p);
            coin_games += e.tally.games() * p * (1 - p);
            for (std::size_t i = 0; i < e.tally.pairs.size(); ++i) {
                const auto count = static_cast<double>(e.tally.pairs[i]);
                seen_pairs += count * square(static_cast<double>(i) / 2 - 2 * p);
                coin_pairs += count * 2 * p * (1 - p);
                any_pairs = any_pairs || e.tally.pairs[i] > 0;
            }
        }
        // One game of a coin more: nothing is ever said to be known exactly.
        constexpr double kCoin = 0.25;
        return any_pairs ? (seen_pairs + kCoin) / (coin_pairs + kCoin) : (seen_games + kCoin) / (coin_games + kCoin);
    }

    /// The inverse of the information, and what everybody's own games tell.
    struct Knowledge {
        SymmetricMatrix covariance;
        std::vector<double> own;
    };
    [[nodiscard]] Knowledge knowledge() const {
        const std::size_t n = strength_.size();
        Knowledge out{SymmetricMatrix(n), std::vector<double>(n)};
        SymmetricMatrix information(n);
        const auto add = [&](const Games& g) {
            const double p = expected(strength_[g.first] - strength_[g.second]);
            const double weight = g.count * p * (1 - p);
            information(g.first, g.first) += weight;
            information(g.second, g.second) += weight;
            information(g.first, g.second) -= weight;
            information(g.second, g.first) -= weight;
        };
        for (const Games& g : games_) add(g);
        for (std::size_t i = 0; i < n; ++i) out.own[i] = information(i, i);
        for (const Games& g : imagined_) add(g);
        bool floating = true;
        for (std::size_t i = 0; i < n; ++i) floating = floating && !fixed_[i];
        for (std::size_t i = 0; i < n; ++i) {
            if (fixed_[i]) {
                for (std::size_t k = 0; k < n; ++k) information(i, k) = information(k, i) = 0;
                information(i, i) = 1;
            }
            // Everybody a little stronger is as likely: that direction is made known, and no difference between two contains it.
            for (std::size_t k = 0; floating && k < n; ++k) information(i, k) += 1 / static_cast<double>(n);
        }
        information.factor();
        for (std::size_t i = 0; i < n; ++i) {
            if (fixed_[i]) continue;
            std::vector<double> column(n);
            column[i] = 1;
            information.solve(column);
            for (std::size_t k = 0; k < n; ++k) out.covariance(k, i) = fixed_[k] ? 0 : column[k];
        }
        return out;
    }

private:
    /// Within a group everybody can be reached by steps to somebody from whom half a point was taken: there the likeliest ratings are
    /// finite.
    void find_groups() {
        std::vector<Step> steps;
        for (const Games& g : games_) {
            if (g.points > 0) steps.push_back({g.first, g.second});
            if (g.points < g.count) steps.push_back({g.second, g.first});
        }
        // What is between those whose ratings are given is known.
        std::optional<std::size_t> last;
        for (std::size_t i = 0; i < fixed_.size(); ++i) {
            if (!fixed_[i]) continue;
            if (last) {
                steps.push_back({*last, i});
                steps.push_back({i, *last});
            }
            last = i;
        }
        groups_ = mark_groups(group_, steps);
        main_ = last ? std::optional(group_[*last]) : std::nullopt;
        if (main_) return;
        std::vector<double> inside(groups_);
        for (const Games& g : games_) inside[group_[g.first]] += group_[g.first] == group_[g.second] ? g.count : 0;
        const auto most = std::max_element(inside.begin(), inside.end());
        if (*most > 0) main_ = static_cast<std::size_t>(most - inside.begin());
    }

    void settle_within() {
        for (std::size_t group = 0; group < groups_; ++group) {
            std::vector<std::size_t> place(strength_.size());
            std::vector<std::size_t> who;
            for (std::size_t i = 0; i < strength_.size(); ++i) {
                if (group_[i] != group) continue;
                place[i] = who.size();
                who.push_back(i);
            }
            if (who.size() < 2) continue;
            std::vector<Games> games;
            for (const Games& g : games_) {
                if (group_[g.first] == group && group_[g.second] == group) {
                    games.push_back({place[g.first], place[g.second], g.count, g.points});
                }
            }
            std::vector<double> strength(who.size());
            std::vector<char> free(who.size(), 1);
            for (std::size_t i = 0; i < who.size(); ++i) {
                strength[i] = strength_[who[i]];
                free[i] = fixed_[who[i]] ? 0 : 1;
            }
            settle(strength, games, free);
            for (std::size_t i = 0; i < who.size(); ++i) strength_[who[i]] = strength[i];
        }
    }

    /// Moves whole groups: all of one won all its games against another, or they never met.
    void settle_between() {
        if (groups_ < 2) return;
        std::vector<double> met(groups_);  // games with others
        for (const Games& g : games_) {
            if (group_[g.first] == group_[g.second]) continue;
            met[group_[g.first]] += g.count;
            met[group_[g.second]] += g.count;
        }
        std::vector<Games> between;
        for (const Games& g : games_) {
            const std::size_t a = group_[g.first];
            const std::size_t b = group_[g.second];
            if (a == b) continue;
            double draws = 0;
            for (const std::size_t group : {a, b}) draws += group == main_ ? 0 : g.count / met[group];
            imagined_.push_back({g.first, g.second, draws, draws / 2});
            between.push_back({a, b, g.count + draws, g.points + draws / 2, strength_[g.first] - strength_[g.second]});
        }
        tie_strangers(between);
        // Every group is one player, who is moved.
        std::vector<double> shift(groups_);
        std::vector<char> free(groups_, 1);
        if (main_) free[*main_] = 0;
        settle(shift, between, free);
        for (std::size_t i = 0; i < strength_.size(); ++i) strength_[i] += shift[group_[i]];
    }

    /// Those who have no opponent in common, however far one goes, are tied by one imagined draw.
    void tie_strangers(std::vector<Games>& between) {
        std::vector<Step> steps;
        for (const Games& g : games_) {
            steps.push_back({g.first, g.second});
            steps.push_back({g.second, g.first});
        }
        std::vector<std::size_t> island(strength_.size());
        const std::size_t islands = mark_groups(island, steps);
        std::optional<std::size_t> before;
        for (std::size_t i = 0; i < islands; ++i) {
            const auto first = static_cast<std::size_t>(std::find(island.begin(), island.end(), i) - island.begin());
            if (before && group_[*before] != group_[first]) {
                imagined_.push_back({*before, first, 1, 0.5});
                between.push_back({group_[*before], group_[first], 1, 0.5, strength_[*before] - strength_[first]});
            }
            before = first;
        }
    }

    std::vector<Games> games_;
    std::vector<Games> imagined_;  ///< drawn, between groups
    std::vector<std::optional<double>> fixed_;
    std::vector<double> strength_;
    std::vector<std::size_t> group_;
    std::size_t groups_ = 0;
    std::optional<std::size_t> main_;  ///< the group with the given ratings, or with the most games; nobody drew or both won: none
};

/// The pool of those who have games.
struct Gathered {
    std::vector<std::size_t> who;  ///< their numbers
    std::vector<Encounters> met;   ///< by place in `who`
    std::vector<Games> games;      ///< the same
    std::vector<std::optional<double>> fixed;
};

Gathered gather(std::vector<Rating>& players, std::span<const Encounters> encounters, std::span<const RatingAnchor> anchors) {
    for (const Encounters& e : encounters) {
        if (e.first == e.second) continue;
        const int count = e.tally.games();
        players[static_cast<std::size_t>(e.first)].games += count;
        players[static_cast<std::size_t>(e.second)].games += count;
    }
    Gathered out;
    std::vector<int> place(players.size());
    for (std::size_t i = 0; i < players.size(); ++i) {
        place[i] = static_cast<int>(out.who.size());
        if (players[i].games > 0) out.who.push_back(i);
    }
    for (Encounters e : encounters) {
        if (e.first == e.second || e.tally.games() == 0) continue;
        e.first = place[static_cast<std::size_t>(e.first)];
        e.second = place[static_cast<std::size_t>(e.second)];
        out.met.push_back(e);
        out.games.push_back({static_cast<std::size_t>(e.first), static_cast<std::size_t>(e.second), static_cast<double>(e.tally.games()),
                             e.tally.points()});
    }
    out.fixed.resize(out.who.size());
    for (const RatingAnchor& anchor : anchors) {
        const auto player = static_cast<std::size_t>(anchor.player);
        if (players[player].games > 0) out.fixed[static_cast<std::size_t>(place[player])] = anchor.elo / kEloPerUnit;
    }
    return out;
}

PoolRatings rate(int players, std::span<const Encounters> encounters, std::span<const RatingAnchor> anchors, bool differences) {
    PoolRatings out;
    out.players.resize(static_cast<std::size_t>(players));
    if (differences) out.difference_error.assign(out.players.size(), std::vector<double>(out.players.size()));
    const Gathered pool_of = gather(out.players, encounters, anchors);
    const std::size_t n = pool_of.who.size();
    if (n == 0) return out;
    const Pool pool(n, pool_of.games, pool_of.fixed);
    const Pool::Knowledge known = pool.knowledge();
    const double scatter = pool.scatter(pool_of.met);
    const bool anchored = std::any_of(pool_of.fixed.begin(), pool_of.fixed.end(), [](const auto& f) { return f.has_value(); });
    // What the ratings are measured from: the average, weighted by what everybody's games tell. Anchors are where they are.
    std::vector<double> weight(n);
    double all = 0;
    for (const double own : known.own) all += own;
    for (std::size_t i = 0; !anchored && i < n; ++i) weight[i] = known.own[i] / all;
    double base = 0;
    std::vector<double> with_base(n);  // covariance with it
    double base_variance = 0;
    for (std::size_t i = 0; i < n; ++i) {
        base += weight[i] * pool.strength(i);
        for (std::size_t k = 0; k < n; ++k) with_base[i] += weight[k] * known.covariance(i, k);
    }
    for (std::size_t i = 0; i < n; ++i) base_variance += weight[i] * with_base[i];
    const auto width = [&](double variance) { return kQuantile95 * std::sqrt(std::max(variance * scatter, 0.0)) * kEloPerUnit; };
    for (std::size_t i = 0; i < n; ++i) {
        Rating& rating = out.players[pool_of.who[i]];
        rating.elo = (pool.strength(i) - base) * kEloPerUnit;
        rating.error = width(known.covariance(i, i) - 2 * with_base[i] + base_variance);
        for (std::size_t k = 0; differences && k < n; ++k) {
            out.difference_error[pool_of.who[i]][pool_of.who[k]] =
                width(known.covariance(i, i) + known.covariance(k, k) - 2 * known.covariance(i, k));
        }
    }
    return out;
}

}  // namespace

double PoolRatings::superiority(int a, int b) const {
    const auto i = static_cast<std::size_t>(a);
    const auto k = static_cast<std::size_t>(b);
    if (a == b || players[i].games == 0 || players[k].games == 0) return 0.5;
    const double deviation = std::max(difference_error[i][k] / kQuantile95, 1e-9);
    return (1 + std::erf((players[i].elo - players[k].elo) / (deviation * std::numbers::sqrt2))) / 2;
}

PoolRatings rate_pool(int players, std::span<const Encounters> encounters, std::span<const RatingAnchor> anchors) {
    return rate(players, encounters, anchors, true);
}

std::vector<Rating> rate_players(int players, std::span<const Encounters> encounters, std::span<const RatingAnchor> anchors) {
    return rate(players, encounters, anchors, false).players;
}

}  // namespace foray
