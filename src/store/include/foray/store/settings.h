// The settings of a tournament or a duel: what a TOML file or flags say, checked, and as they are kept in the store.
//
// They travel as JSON, which is also what the store keeps; a TOML file and flags are turned into the same JSON and read by the same reader.
// Files that settings name (books, boards) are read when the tournament is made and kept inside it: resuming needs nothing else.
// docs/tournaments.md lists every key.
//
// To add a setting: its member in `TournamentSettings` and its line in `kSettingFields`. The line is its key, its flag, its help and its
// check; commands, TOML files and stores know settings from there alone.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "foray/board/result.h"
#include "foray/match/adjudication.h"
#include "foray/match/schedule.h"
#include "foray/notation/budget.h"
#include "foray/notation/match_text.h"
#include "foray/notation/spec_text.h"
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
    double margin_ms = 50;                  ///< by which a player may overstep its time
    std::optional<PlyRange> given_plies{};  ///< random moves at the start of a game; if not given, enough for different openings
    std::vector<std::string> book{};        ///< FENs
    bool shuffle_book = false;
    AdjudicationRules adjudication{};
    int failures = 3;  ///< so many in succession withdraw a player
    std::optional<std::string> anchor{};
    double anchor_elo = 0;
    std::vector<PlayerSettings> players{};

    /// The game of a round. The board may differ from round to round.
    [[nodiscard]] GameSpec spec(int round) const;
    /// The opening's position, before any random moves.
    [[nodiscard]] WidePosition start(const Game& game, int opening) const;
};

/// What a setting is in JSON and how its flag is written.
enum class SettingKind : std::uint8_t {
    kText,
    kTexts,  ///< a list; the flag may be repeated
    kWhole,
    kDecimal,
    kYes,    ///< true or false; the flag takes no value
    kFile,   ///< the name of a file that is read before anything else
    kRange,  ///< a whole number, or two such as "2-4": text
};
using SettingValue = std::variant<std::string, std::vector<std::string>, std::int64_t, double, bool>;

struct SettingField {
    std::string_view table;  ///< of a TOML file: "limits", or "" for the settings outside of tables
    std::string_view key;
    std::string_view flag;  ///< "--nodes", with former spellings after commas; empty if only files can say it
    SettingKind kind;
    double least;  ///< of numbers
    double most;
    std::string_view help;
    /// Takes a value of its kind and range. What is wrong with it, or nothing. A null pointer: a file, which is put in before
    /// (put_files_in).
    std::string (*set)(TournamentSettings&, const SettingValue&);
    std::string_view former_key{};  ///< how older stores and files call it
    bool of_player = false;         ///< a [[player]] may have its own
};

namespace fields {

using S = TournamentSettings;
using V = SettingValue;
inline const std::string& text(const V& v) { return std::get<std::string>(v); }
inline const std::vector<std::string>& texts(const V& v) { return std::get<std::vector<std::string>>(v); }
inline std::int64_t whole(const V& v) { return std::get<std::int64_t>(v); }
inline int number(const V& v) { return static_cast<int>(whole(v)); }
inline double decimal(const V& v) { return std::get<double>(v); }
inline bool yes(const V& v) { return std::get<bool>(v); }
inline int hundredths(const V& v) { return static_cast<int>(std::lround(decimal(v) * 100)); }
inline SprtTest& sprt(S& s) { return s.schedule.sprt ? *s.schedule.sprt : s.schedule.sprt.emplace(); }
/// Keeps a value that was parsed, or says why it could not be.
template <class T, class Into>
std::string keep(const Result<T>& parsed, Into& into) {
    if (!parsed) return parsed.error().what;
    into = *parsed;
    return "";
}
std::string set_format(S& s, std::string_view name);

inline constexpr double kMostNodes = static_cast<double>(std::int64_t{1} << 50);
inline constexpr double kLargestSeed = static_cast<double>(std::int64_t{1} << 62);
inline constexpr double kLongestMs = 1e9;
inline constexpr double kMostPoints = 100'000;
inline constexpr double kMostPlies = 100'000;

}  // namespace fields

/// In the order in which they are read: what is wrong first is said.
inline constexpr std::array kSettingFields = [] {
    using namespace fields;
    using enum SettingKind;
    return std::array{
        SettingField{"", "game", "--game", kText, 0, 0, "wargame, squirrels, stakeraid, reloaded or ataxx",
                     [](S& s, const V& v) { return keep(parse_variant(text(v)), s.variant); }},
        SettingField{"", "size", "--size", kText, 0, 0, "rows and columns, such as 5 or 5x7",
                     [](S& s, const V& v) {
                         BoardSize checked{};
                         s.size = text(v);
                         return keep(parse_size(text(v)), checked);
                     }},
        SettingField{"", "rules", "--rule", kTexts, 0, 0, "raid=mandatory or raid=optional (raid family)",
                     [](S& s, const V& v) { return s.rules = texts(v), std::string(); }},
        SettingField{"", "boards", "--board", kTexts, 0, 0, "square values, one per round in turn; 'random' is another board every round",
                     [](S& s, const V& v) { return s.boards = texts(v), std::string(); }},
        SettingField{"", "position", "--position", kText, 0, 0, "a FEN to start from",
                     [](S& s, const V& v) { return s.position = text(v) == "startpos" ? "" : text(v), std::string(); }},
        SettingField{"", "format", "--format", kText, 0, 0, "match, round-robin, gauntlet, swiss, knockout or ladder",
                     [](S& s, const V& v) { return set_format(s, text(v)); }},
        SettingField{"", "rounds", "--rounds", kWhole, 1, 1'000'000, "how many",
                     [](S& s, const V& v) { return s.schedule.rounds = number(v), std::string(); }},
        SettingField{"", "games", "--games", kWhole, 1, 1000, "of an encounter: 1, or an even number; 2 if not given",
                     [](S& s, const V& v) -> std::string {
                         s.schedule.games = number(v);
                         const bool fine = s.schedule.games == 1 || s.schedule.games % 2 == 0;
                         return fine ? "" : "expected 1 or an even number: openings are played both ways";
                     }},
        SettingField{"", "challengers", "--challengers", kWhole, 1, 1000, "gauntlet: how many of the first players play against all others",
                     [](S& s, const V& v) { return s.schedule.challengers = number(v), std::string(); }},
        SettingField{"", "settle", "--settle", kDecimal, 0.1, 1000,
                     "ladder: ends when no rating moved by more in three rounds; 10 if not given",
                     [](S& s, const V& v) { return s.schedule.settle = decimal(v), std::string(); }},
        SettingField{"", "seed", "--seed", kWhole, 0, kLargestSeed, "random seed of openings and random boards",
                     [](S& s, const V& v) { return s.seed = static_cast<std::uint64_t>(whole(v)), std::string(); }},
        SettingField{"", "concurrency", "--concurrency", kWhole, 1, 256, "games at a time; all cores if not given",
                     [](S& s, const V& v) { return s.concurrency = number(v), std::string(); }},
        SettingField{"", "failures", "--failures", kWhole, 1, 1000, "withdraw a player after N consecutive failures; 3 if not given",
                     [](S& s, const V& v) { return s.failures = number(v), std::string(); }},
        SettingField{"limits", "tc", "--tc", kText, 0, 0, "clock: seconds and increment, such as 10+0.1, or moves/seconds, such as 40/60",
                     [](S& s, const V& v) { return keep(parse_time_control(text(v)), s.budget.clock); }, "", true},
        SettingField{"limits", "movetime", "--movetime", kDecimal, 1, kLongestMs, "milliseconds a move",
                     [](S& s, const V& v) { return s.budget.ms = decimal(v), std::string(); }, "", true},
        SettingField{"limits", "nodes", "--nodes", kWhole, 1, kMostNodes, "nodes a move",
                     [](S& s, const V& v) { return s.budget.nodes = static_cast<std::uint64_t>(whole(v)), std::string(); }, "", true},
        SettingField{"limits", "depth", "--depth", kWhole, 1, 99, "plies a move",
                     [](S& s, const V& v) { return s.budget.depth = number(v), std::string(); }, "", true},
        SettingField{"limits", "margin", "--margin", kDecimal, 0, 60'000, "milliseconds by which a player may overstep its time",
                     [](S& s, const V& v) { return s.margin_ms = decimal(v), std::string(); }},
        SettingField{"openings", "plies", "--opening-plies", kRange, 0, 0, "random moves at the start: a number, or a range such as 2-4",
                     [](S& s, const V& v) { return keep(parse_ply_range(text(v)), s.given_plies); }},
        SettingField{"openings", "positions", "", kTexts, 0, 0, "FENs to start from",
                     [](S& s, const V& v) { return s.book = texts(v), std::string(); }},
        SettingField{"openings", "book", "--book", kFile, 0, 0, "openings: a file of FEN or EPD lines, or of games (PGN, JSON lines)",
                     nullptr},
        SettingField{"openings", "book_plies", "--book-plies", kWhole, 0, 1000, "so many moves of a game of the book are its opening",
                     nullptr},
        SettingField{"openings", "order", "--book-order", kText, 0, 0, "in-order or shuffled",
                     [](S& s, const V& v) -> std::string {
                         s.shuffle_book = text(v) == "shuffled";
                         return s.shuffle_book || text(v) == "in-order" ? "" : "expected \"in-order\" or \"shuffled\"";
                     }},
        SettingField{"adjudication", "exact", "--exact", kYes, 0, 0, "end a game as soon as the solver knows its value (raid family)",
                     [](S& s, const V& v) { return s.adjudication.exact = yes(v), std::string(); }},
        SettingField{"adjudication", "resign", "--resign", kDecimal, 0.01, kMostPoints,
                     "points by which both must see one ahead for a game to end",
                     [](S& s, const V& v) { return s.adjudication.resign_value = hundredths(v), std::string(); }},
        SettingField{"adjudication", "resign_moves", "--resign-moves", kWhole, 1, 1000, "so many times each; 3 if not given",
                     [](S& s, const V& v) { return s.adjudication.resign_moves = number(v), std::string(); }},
        SettingField{"adjudication", "draw", "--draw", kDecimal, 0, kMostPoints,
                     "points within which both must see the game for it to end drawn",
                     [](S& s, const V& v) { return s.adjudication.draw_value = hundredths(v), std::string(); }},
        SettingField{"adjudication", "draw_moves", "--draw-moves", kWhole, 1, 1000, "so many times each; 8 if not given",
                     [](S& s, const V& v) { return s.adjudication.draw_moves = number(v), std::string(); }},
        SettingField{"adjudication", "draw_after", "--draw-after", kWhole, 0, kMostPlies, "but not before so many plies",
                     [](S& s, const V& v) { return s.adjudication.draw_after = number(v), std::string(); }},
        SettingField{"adjudication", "max_plies", "--max-plies,--most-plies", kWhole, 1, kMostPlies,
                     "the longest game in plies; then the larger score wins",
                     [](S& s, const V& v) { return s.adjudication.max_plies = number(v), std::string(); }, "most_plies"},
        SettingField{"sprt", "elo0", "", kDecimal, -1000, 1000, "the smaller difference",
                     [](S& s, const V& v) { return sprt(s).elo0 = decimal(v), std::string(); }},
        SettingField{"sprt", "elo1", "", kDecimal, -1000, 1000, "the larger one",
                     [](S& s, const V& v) { return sprt(s).elo1 = decimal(v), std::string(); }},
        SettingField{"sprt", "elo", "--sprt", kText, 0, 0, "match: end when it decides between two differences in Elo, such as 0,10",
                     [](S& s, const V& v) -> std::string {
                         const auto range = parse_elo_range(text(v));
                         if (!range) return range.error().what;
                         return sprt(s).elo0 = range->low, sprt(s).elo1 = range->high, "";
                     }},
        SettingField{"sprt", "alpha", "--alpha", kDecimal, 0.0001, 0.4, "how often the test may accept what is not better",
                     [](S& s, const V& v) { return sprt(s).alpha = decimal(v), std::string(); }},
        SettingField{"sprt", "beta", "--beta", kDecimal, 0.0001, 0.4, "how often it may refuse what is",
                     [](S& s, const V& v) { return sprt(s).beta = decimal(v), std::string(); }},
        SettingField{"sprt", "model", "--sprt-model", kText, 0, 0, "logistic or normalized",
                     [](S& s, const V& v) -> std::string {
                         sprt(s).model = text(v) == "normalized" ? EloModel::kNormalized : EloModel::kLogistic;
                         return text(v) == "normalized" || text(v) == "logistic" ? "" : "expected \"logistic\" or \"normalized\"";
                     }},
        SettingField{"ratings", "anchor", "--anchor", kText, 0, 0, "a player whose rating is given",
                     [](S& s, const V& v) { return s.anchor = text(v), std::string(); }},
        SettingField{"ratings", "elo", "--anchor-elo", kDecimal, -10'000, 10'000, "and that rating",
                     [](S& s, const V& v) { return s.anchor_elo = decimal(v), std::string(); }},
    };
}();

/// A settings file as JSON; only its syntax is checked.
Result<std::string> json_of_toml(std::string_view toml);
/// The files that settings name (relative to `folder`) are read and put in: what comes out needs nothing else.
Result<std::string> put_files_in(const std::string& json, const std::string& folder);
/// Settings in JSON; unknown keys and wrong values are refused, with line and column where `toml`, the text they came from, is given.
Result<TournamentSettings> parse_settings(std::string_view json, std::string_view toml = "");
/// One player of the settings' `player` list, on its own, with the limits of the tournament.
Result<PlayerSettings> parse_player(std::string_view json, const TournamentSettings& settings);

}  // namespace foray
