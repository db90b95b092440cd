// Who plays whom: every format of a tournament as a pure function of its settings, its players and its finished games.
//
// Nothing else is remembered. A tournament that was killed is resumed by adding the finished games to a new schedule, in any order, and
// playing what is due; two processes with the same games agree on what is due.
//
// Games come in pairs: the same opening twice, with colours changed. All encounters of a round start from the same openings.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "foray/match/repeats.h"
#include "foray/match/statistics.h"

namespace foray {

enum class Format : std::uint8_t {
    kMatch,       ///< two players, until the sequential test decides or the rounds are played
    kRoundRobin,  ///< all against all, every round
    kGauntlet,    ///< the first players against all others, every round
    kSwiss,       ///< those with equal points meet, never twice
    kKnockout,    ///< who loses is out
    kLadder,      ///< everyone plays those close to him until the ratings settle
};
/// "round-robin" and so on, in the order of the enumeration.
std::span<const std::string_view> format_names();

struct ScheduleSettings {
    Format format = Format::kRoundRobin;
    int rounds = 1;                  ///< knock-out: as many as it takes
    int games = 2;                   ///< of an encounter: 1, or an even number
    int challengers = 1;             ///< gauntlet: how many of the first players play against all others
    double settle = 10;              ///< ladder: it ends when no rating changed by more than this in each of three rounds
    std::optional<SprtTest> sprt{};  ///< match only
    /// Different numbers of openings in one round (Schedule::opening).
    [[nodiscard]] int openings_per_round() const;
    friend bool operator==(const ScheduleSettings&, const ScheduleSettings&) = default;
};

/// Rounds count from 0. A player who withdrew in a round loses what he has not played of it, and is not paired again.
struct Entrant {
    int joined = 0;
    std::optional<int> withdrawn{};
};

/// What is played as one piece: an opening both ways, or one game where encounters have only one.
struct Pairing {
    int round = 0;
    int first = 0;                                                      ///< has the first move in the first game
    int second = 0;                                                     ///< and this one in the second
    int pair = 0;                                                       ///< of the encounter
    friend auto operator<=>(const Pairing&, const Pairing&) = default;  // NOLINT(modernize-use-nullptr): what it is made of
};

struct GameKey {
    Pairing pairing;
    int leg = 0;                                                        ///< 0 or 1
    friend auto operator<=>(const GameKey&, const GameKey&) = default;  // NOLINT(modernize-use-nullptr)
};

struct FinishedGame {
    GameKey key;
    int half_points = 0;          ///< of the pairing's first player: 0, 1 or 2
    Fingerprint fingerprint = 0;  ///< a test counts a pair with a game that was played before as if it had not been
};

/// A tie that its games did not break is broken by up to this many further pairs, then by the better seed.
inline constexpr int kTieBreaks = 4;

/// How a sequential test stands.
struct SprtState {
    PairCounts pairs{};  ///< up to the decision; what was being played when it fell does not change it
    double llr = 0;
    SprtVerdict verdict = SprtVerdict::kUndecided;
};

class Schedule {
public:
    Schedule(const ScheduleSettings& settings, std::vector<Entrant> entrants);

    /// A game added twice counts once.
    void add(const FinishedGame& game);
    void set_entrants(std::vector<Entrant> entrants) { entrants_ = std::move(entrants); }

    /// What can be played now and has not been, in the order in which it should be. Nothing is due when the tournament is over. Later
    /// rounds of some formats become due only when everything here is finished.
    [[nodiscard]] std::vector<Pairing> due() const;
    [[nodiscard]] bool finished(const GameKey& key) const { return results_.contains(key); }
    [[nodiscard]] int legs() const { return settings_.games == 1 ? 1 : 2; }
    /// The first round of which nobody knows yet who plays: new players join there.
    [[nodiscard]] int next_round() const;
    /// The round that games are due in, or the last one.
    [[nodiscard]] int current_round() const;
    /// Which opening a pairing starts from: different numbers for all pairs of a tournament but those of one round.
    [[nodiscard]] int opening(const Pairing& pairing) const;
    /// How many games there will be, where that is known before the end.
    [[nodiscard]] std::optional<std::int64_t> total_games() const;
    /// Points without play, in half points: byes and forfeits, by player.
    [[nodiscard]] std::vector<int> unplayed_points() const;

    /// Judged over the pairs in their order, however they finished, so that it does not depend on how many are played at a time.
    [[nodiscard]] const std::optional<SprtState>& sprt() const { return sprt_; }

private:
    friend class RoundByRound;
    [[nodiscard]] int pairs_per_encounter() const { return settings_.games == 1 ? 1 : settings_.games / 2; }
    [[nodiscard]] bool complete(const Pairing& pairing) const;
    [[nodiscard]] bool withdrawn(int player) const { return entrants_[static_cast<std::size_t>(player)].withdrawn.has_value(); }
    [[nodiscard]] std::vector<Pairing> encounters_of_all(int round) const;
    void follow_sprt();

    ScheduleSettings settings_;
    std::vector<Entrant> entrants_;
    struct Played {
        int half_points = 0;
        Fingerprint fingerprint = 0;
    };
    std::map<GameKey, Played> results_;
    std::optional<SprtState> sprt_;
    std::int64_t judged_ = 0;  ///< pairs of the test so far
    SeenGames seen_;           ///< the games of those
};

}  // namespace foray
