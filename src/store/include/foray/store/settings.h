// The settings of a tournament: what a TOML file or flags say, checked, and as they are kept in the store.
//
// They travel as JSON, which is also what the store keeps; a TOML file and flags are turned into the same JSON and read by the same reader.
// Files that settings name (books, boards) are read when the tournament is made and kept inside it: resuming needs nothing else.
// docs/tournaments.md lists every key.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "foray/board/result.h"
#include "foray/match/adjudication.h"
#include "foray/match/schedule.h"
#include "foray/notation/budget.h"
#include "foray/rules/game.h"

namespace foray {

struct PlayerSettings {
    std::string name;               ///< unique; the player's text if nothing else is said
    std::string player;             ///< "engine:ms=50", "uai:./mine --fast"
    Budget budget;                  ///< the tournament's, with the player's own on top
    std::optional<bool> sandbox{};  ///< whether a program is contained; not set: as is usual for its kind
};

struct TournamentSettings {
    Variant variant = Variant::kWargame;
    std::optional<std::string> size{};
    std::vector<std::string> rules{};
    std::vector<std::string> boards{};  ///< one per round, in turn: a board in one line, or "random"
    std::string position{};             ///< a FEN; empty for the game's own start
    ScheduleSettings schedule{};
    std::uint64_t seed = 1;
    std::optional<int> concurrency{};  ///< games at a time
    Budget budget{};
    double margin_ms = 50;  ///< by which a player may overstep its time
    int least_plies = 2;    ///< of random openings
    int most_plies = 2;
    std::vector<std::string> book{};  ///< FENs
    bool shuffle_book = false;
    AdjudicationRules adjudication{};
    int failures = 3;  ///< so many in a row and a player is withdrawn
    std::optional<std::string> anchor{};
    double anchor_elo = 0;
    std::vector<PlayerSettings> players{};

    /// The game of a round. The board may differ from round to round.
    [[nodiscard]] GameSpec spec(int round) const;
    /// The opening's position, before any random moves.
    [[nodiscard]] WidePosition start(const Game& game, int opening) const;
    /// How many random moves follow.
    [[nodiscard]] int random_plies(int opening) const { return least_plies + opening % (most_plies - least_plies + 1); }
};

/// A settings file as JSON; only its syntax is checked.
Result<std::string> json_of_toml(std::string_view toml);
/// The files that settings name (relative to `folder`) are read and put in: what comes out needs nothing else.
Result<std::string> put_files_in(const std::string& json, const std::string& folder);
/// Settings in JSON; unknown keys and wrong values are refused, with line and column where `toml`, the text they came from, is given.
Result<TournamentSettings> parse_settings(std::string_view json, std::string_view toml = "");
/// One player of the settings' `player` list, on its own, with the limits of the tournament.
Result<PlayerSettings> parse_player(std::string_view json, const TournamentSettings& settings);

}  // namespace foray
