#include "rounds.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "foray/match/ratings.h"
#include "swiss.h"

namespace foray {
namespace {

template <class V>
auto& at(V& values, int index) {
    return values[static_cast<std::size_t>(index)];
}

}  // namespace

RoundByRound::RoundByRound(const Schedule& schedule)
    : schedule_(schedule), settings_(schedule.settings_), unplayed_(schedule.entrants_.size()) {
    switch (settings_.format) {
        case Format::kKnockout: knockout(); break;
        case Format::kLadder: ladder(); break;
        default: swiss(); break;
    }
}

bool RoundByRound::takes_part(int player, int round) const {
    const Entrant& entrant = at(schedule_.entrants_, player);
    return entrant.joined <= round && !(entrant.withdrawn && *entrant.withdrawn < round);
}

bool RoundByRound::gone(int player, int round) const {
    const Entrant& entrant = at(schedule_.entrants_, player);
    return entrant.withdrawn && *entrant.withdrawn <= round;
}

/// The encounter's pairs as far as they are finished; what is missing becomes due, or is forfeited by a player who is gone.
RoundByRound::Encounter RoundByRound::play(Pairing pairing, int pairs) {
    Encounter out;
    for (int i = 0; i < pairs; ++i, ++pairing.pair) {
        bool missing = false;
        for (int leg = 0; leg < schedule_.legs(); ++leg) {
            const auto found = schedule_.results_.find({pairing, leg});
            if (found != schedule_.results_.end()) {
                out.first += found->second.half_points;
                out.second += 2 - found->second.half_points;
            } else if (gone(pairing.first, pairing.round) || gone(pairing.second, pairing.round)) {
                const int first = gone(pairing.first, pairing.round) ? 0 : 2;
                const int second = gone(pairing.second, pairing.round) ? 0 : 2;
                out.first += first;
                out.second += second;
                at(unplayed_, pairing.first) += first;
                at(unplayed_, pairing.second) += second;
            } else {
                missing = true;
            }
        }
        if (missing) due_.push_back(pairing);
        out.complete = out.complete && !missing;
    }
    return out;
}

void RoundByRound::swiss() {
    const int players = static_cast<int>(schedule_.entrants_.size());
    std::vector<SwissPlayer> state(static_cast<std::size_t>(players));
    std::map<std::pair<int, int>, int> met;
    for (int i = 0; i < players; ++i) at(state, i).id = i;
    for (int round = 0; round < settings_.rounds && due_.empty(); ++round) {
        std::vector<SwissPlayer> present;
        for (int i = 0; i < players; ++i) {
            if (takes_part(i, round)) present.push_back(at(state, i));
        }
        if (present.size() < 2) return;
        const SwissRound pairs = pair_swiss(present, met);
        for (const auto& [first, second] : pairs.pairs) {
            const Encounter result = play({round, first, second}, schedule_.pairs_per_encounter());
            at(state, first).half_points += result.first;
            at(state, second).half_points += result.second;
            ++met[std::minmax(first, second)];
            if (settings_.games == 1) {
                ++at(state, first).colour;
                --at(state, second).colour;
                at(state, first).last_colour = 1;
                at(state, second).last_colour = -1;
            }
        }
        if (pairs.bye) {
            at(state, *pairs.bye).half_points += 2 * settings_.games;
            at(unplayed_, *pairs.bye) += 2 * settings_.games;
            at(state, *pairs.bye).had_bye = true;
        }
    }
}

/// The winner's number, or -1 while it is not known. Ties are broken by further pairs, then by the better seed.
int RoundByRound::knockout_winner(int round, int first, int second) {
    Encounter sum = play({round, first, second}, schedule_.pairs_per_encounter());
    for (int i = 0; i < kTieBreaks && sum.complete && sum.first == sum.second; ++i) {
        const Encounter more = play({round, first, second, schedule_.pairs_per_encounter() + i}, 1);
        sum.first += more.first;
        sum.second += more.second;
        sum.complete = more.complete;
        if (gone(first, round) && gone(second, round)) break;
    }
    if (!sum.complete) return -1;
    if (sum.first == sum.second) return std::min(first, second);
    return sum.first > sum.second ? first : second;
}

void RoundByRound::knockout() {
    const int players = static_cast<int>(schedule_.entrants_.size());
    // The places of the table from the top: 1 against the last, and so that the best two can only meet in the end. -1 is an empty place.
    std::vector<int> table = {0};
    while (static_cast<int>(table.size()) < players) {
        std::vector<int> wider;
        const int size = static_cast<int>(table.size()) * 2;
        for (const int seed : table) {
            wider.push_back(seed);
            wider.push_back(size - 1 - seed);
        }
        table = wider;
    }
    for (int& seed : table) {
        if (seed >= players) seed = -1;
    }
    for (int round = 0; table.size() > 1; ++round) {
        std::vector<int> next;
        for (std::size_t i = 0; i + 1 < table.size(); i += 2) {
            int a = table[i];
            int b = table[i + 1];
            if (a >= 0 && !takes_part(a, round)) a = -1;
            if (b >= 0 && !takes_part(b, round)) b = -1;
            next.push_back(a < 0 ? b : b < 0 ? a : knockout_winner(round, std::min(a, b), std::max(a, b)));
        }
        if (!due_.empty()) return;
        table = next;
    }
}

void RoundByRound::ladder() {
    const int players = static_cast<int>(schedule_.entrants_.size());
    std::map<std::pair<int, int>, Encounters> games;
    SeenGames seen;
    std::vector<double> rating(static_cast<std::size_t>(players));
    int quiet_rounds = 0;
    for (int round = 0; round < settings_.rounds; ++round) {
        std::vector<int> order;
        for (int i = 0; i < players; ++i) {
            if (takes_part(i, round)) order.push_back(i);
        }
        if (order.size() < 2) return;
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return at(rating, a) > at(rating, b); });
        // Neighbours meet, with the one above and the one below in turn. Of two players nobody may be left out.
        const std::size_t from = order.size() > 2 ? static_cast<std::size_t>(round % 2) : 0;
        for (std::size_t i = from; i + 1 < order.size(); i += 2) {
            const bool swap = settings_.games == 1 && (round / 2) % 2 == 1;
            const Pairing pairing{round, order[swap ? i + 1 : i], order[swap ? i : i + 1]};
            play(pairing, schedule_.pairs_per_encounter());
            Encounters& sum =
                games.try_emplace({pairing.first, pairing.second}, Encounters{pairing.first, pairing.second, {}}).first->second;
            for (auto game = schedule_.results_.lower_bound({{round, pairing.first, pairing.second, 0}, 0});
                 game != schedule_.results_.end() && game->first.pairing.round == round && game->first.pairing.first == pairing.first &&
                 game->first.pairing.second == pairing.second;
                 ++game) {
                const auto [half_points, fingerprint] = game->second;
                const bool swapped = game->first.leg == 1;
                if (seen.add(swapped ? pairing.second : pairing.first, swapped ? pairing.first : pairing.second, fingerprint)) {
                    sum.tally.add_game(half_points);
                }
            }
        }
        if (!due_.empty()) return;
        std::vector<Encounters> all;
        all.reserve(games.size());
        for (const auto& [who, sum] : games) all.push_back(sum);
        const auto rated = rate_players(players, all);
        double change = 0;
        for (int i = 0; i < players; ++i) {
            change = std::max(change, std::abs(at(rated, i).elo - at(rating, i)));
            at(rating, i) = at(rated, i).elo;
        }
        quiet_rounds = change <= settings_.settle ? quiet_rounds + 1 : 0;
        if (quiet_rounds == 3) return;
    }
}

}  // namespace foray
