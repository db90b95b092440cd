// What a tournament says so far: standings, crosstable, ratings, what was spent, how games were lost; and all of it as JSON, CSV, PGN,
// HTML.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "foray/match/ratings.h"
#include "foray/match/statistics.h"
#include "foray/notation/pgn.h"
#include "foray/store/runner.h"

namespace foray {

struct PlayerReport {
    int number = 0;
    std::string name;
    Tally tally{};
    int half_points = 0;  ///< byes and forfeits included
    int buchholz = 0;     ///< half points of the opponents, one sum for each game
    Rating rating;
    std::map<Ending, int> failures{};  ///< games lost by failing, by how
    std::int64_t moves = 0;
    std::int64_t nodes = 0;
    double ms = 0;
    std::optional<std::string> withdrawn{};  ///< why
};

struct TournamentReport {
    std::string name;
    std::string description;                     ///< "Ataxx, 7x7; round-robin, 20 rounds of 2 games"
    std::vector<PlayerReport> standings;         ///< the first first
    std::vector<std::vector<Tally>> crosstable;  ///< by player number, from the side of the row
    PoolRatings ratings;                         ///< by player number
    std::int64_t games = 0;
    std::int64_t repeated = 0;  ///< games that were played before: in the standings, but not in ratings, pairs and tests
    std::optional<std::int64_t> total;
    int round = 0;  ///< of the games due now, from 1
    bool over = false;
    std::int64_t draws = 0;
    double average_plies = 0;
    std::optional<SprtState> sprt;
    std::optional<SprtTest> test;
    PairEstimate first_player;  ///< of a match of two: the first against the second
};

/// Games in the order of the schedule.
std::vector<const GameRow*> in_order(const std::vector<GameRow>& games);

TournamentReport make_report(const Tournament& tournament, const std::vector<GameRow>& games);

/// A table for the terminal: lines without colour.
std::vector<std::string> print_standings(const TournamentReport& report);

std::string export_json(const Tournament& tournament, const TournamentReport& report, const std::vector<GameRow>& games);
std::string export_csv(const Tournament& tournament, const std::vector<GameRow>& games);
Result<std::string> export_pgn(const Tournament& tournament, const std::vector<GameRow>& games, PgnDialect dialect = PgnDialect::kStandard);
/// One page that needs nothing else: crosstable, ratings, every game to be replayed.
Result<std::string> export_html(const Tournament& tournament, const TournamentReport& report, const std::vector<GameRow>& games);

}  // namespace foray
