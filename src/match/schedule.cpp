#include "foray/match/schedule.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "rounds.h"

namespace foray {
namespace {

/// How far ahead of the oldest undecided pair a sequential test may play.
constexpr std::int64_t kSprtAhead = 16;

constexpr std::array<std::string_view, 6> kFormatNames = {"match", "round-robin", "gauntlet", "swiss", "knockout", "ladder"};

bool round_by_round(Format format) { return format == Format::kSwiss || format == Format::kKnockout || format == Format::kLadder; }

}  // namespace

std::span<const std::string_view> format_names() { return kFormatNames; }

Schedule::Schedule(const ScheduleSettings& settings, std::vector<Entrant> entrants) : settings_(settings), entrants_(std::move(entrants)) {
    assert(settings_.games == 1 || settings_.games % 2 == 0);
    if (settings_.format == Format::kMatch && settings_.sprt) sprt_.emplace();
}

void Schedule::add(const FinishedGame& game) {
    if (!results_.emplace(game.key, Played{game.half_points, game.fingerprint}).second) return;
    if (sprt_) follow_sprt();
}

bool Schedule::complete(const Pairing& pairing) const {
    for (int leg = 0; leg < legs(); ++leg) {
        if (!results_.contains({pairing, leg})) return false;
    }
    return true;
}

/// Pairs are judged in their order: a pair that is not finished holds up those after it.
void Schedule::follow_sprt() {
    while (sprt_->verdict == SprtVerdict::kUndecided) {
        const Pairing next{static_cast<int>(judged_ / pairs_per_encounter()), 0, 1, static_cast<int>(judged_ % pairs_per_encounter())};
        if (!complete(next)) return;
        ++judged_;
        const std::array<Played, 2> games = {results_.at({next, 0}), results_.at({next, 1})};
        if (!add_pair(seen_, 0, 1, {games[0].fingerprint, games[1].fingerprint}).both()) continue;
        ++sprt_->pairs[static_cast<std::size_t>(games[0].half_points + games[1].half_points)];
        sprt_->llr = log_likelihood_ratio(sprt_->pairs, *settings_.sprt);
        sprt_->verdict = decide(sprt_->llr, *settings_.sprt);
    }
}

/// The encounters of a round in formats where results change nothing, round the table: in every turn of the wheel each plays once.
std::vector<Pairing> Schedule::encounters_of_all(int round) const {
    const int players = static_cast<int>(entrants_.size());
    std::vector<Pairing> out;
    const auto meet = [&](int a, int b) {
        // Where an encounter is one game, colours change from round to round, and are mixed within one.
        const bool swap = settings_.games == 1 && (a + b + round) % 2 == 1;
        out.push_back({round, swap ? b : a, swap ? a : b});
    };
    if (settings_.format == Format::kMatch) {
        meet(0, 1);
        if (settings_.games == 1 && round % 2 == 1) out.back() = {round, 1, 0};
        return out;
    }
    if (settings_.format == Format::kGauntlet) {
        for (int other = settings_.challengers; other < players; ++other) {
            for (int challenger = 0; challenger < std::min(settings_.challengers, players); ++challenger) meet(challenger, other);
        }
        return out;
    }
    const int seats = players + players % 2;
    for (int turn = 0; turn + 1 < seats; ++turn) {
        for (int k = 0; k < seats / 2; ++k) {
            const int a = k == 0 ? seats - 1 : (turn + k) % (seats - 1);
            const int b = (turn - k + seats - 1) % (seats - 1);
            if (a < players && b < players) meet(std::min(a, b), std::max(a, b));
        }
    }
    return out;
}

std::vector<Pairing> Schedule::due() const {
    if (entrants_.size() < 2) return {};
    if (round_by_round(settings_.format)) return RoundByRound(*this).due();
    std::vector<Pairing> out;
    if (sprt_) {
        if (sprt_->verdict != SprtVerdict::kUndecided || withdrawn(0) || withdrawn(1)) return {};
        const std::int64_t all = static_cast<std::int64_t>(settings_.rounds) * pairs_per_encounter();
        for (std::int64_t i = judged_; i < std::min(all, judged_ + kSprtAhead); ++i) {
            const Pairing next{static_cast<int>(i / pairs_per_encounter()), 0, 1, static_cast<int>(i % pairs_per_encounter())};
            if (!complete(next)) out.push_back(next);
        }
        return out;
    }
    for (int round = 0; round < settings_.rounds; ++round) {
        for (Pairing pairing : encounters_of_all(round)) {
            if (withdrawn(pairing.first) || withdrawn(pairing.second)) continue;
            for (pairing.pair = 0; pairing.pair < pairs_per_encounter(); ++pairing.pair) {
                if (!complete(pairing)) out.push_back(pairing);
            }
        }
    }
    return out;
}

int Schedule::next_round() const {
    if (!round_by_round(settings_.format)) return 0;  // everyone plays every round
    return results_.empty() ? 0 : current_round() + 1;
}

int Schedule::current_round() const {
    const auto open = due();
    if (!open.empty()) return open.front().round;
    return results_.empty() ? 0 : results_.rbegin()->first.pairing.round;
}

int ScheduleSettings::openings_per_round() const { return (games == 1 ? 1 : games / 2) + (format == Format::kKnockout ? kTieBreaks : 0); }

int Schedule::opening(const Pairing& pairing) const { return pairing.round * settings_.openings_per_round() + pairing.pair; }

std::optional<std::int64_t> Schedule::total_games() const {
    if (settings_.format == Format::kKnockout || settings_.format == Format::kLadder) return std::nullopt;
    if (settings_.format == Format::kSwiss) {
        return static_cast<std::int64_t>(entrants_.size() / 2) * settings_.rounds * settings_.games;
    }
    return static_cast<std::int64_t>(encounters_of_all(0).size()) * settings_.rounds * settings_.games;
}

std::vector<int> Schedule::unplayed_points() const {
    if (!round_by_round(settings_.format) || entrants_.size() < 2) return std::vector<int>(entrants_.size());
    return RoundByRound(*this).unplayed_points();
}

}  // namespace foray
