// One online game as a pure state machine. `decide` says what comes of a wish: events, or a refusal; `apply` folds an event into the state.
// Neither knows sockets, databases or the time of day: the present is told. A game is its events and nothing else, so whoever has the same
// events has the same game.
//
// Rules of time:
//   - A clock runs from the second move of each side on; the first one may take kFirstMoveMs. Then the game is called off.
//   - Of the time that a move took, the way to the server and back is taken off, as the server measured it, but never more than kMostLagMs.
//   - A clock never grows but by its increment. Time in which no server ran is nobody's time (`Outage`).
//   - With days a move, each move has that many days.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "foray/board/result.h"
#include "foray/lobby/glicko.h"
#include "foray/notation/record.h"
#include "foray/rules/game.h"

namespace foray::lobby {

inline constexpr std::int64_t kSecondMs = 1000;
inline constexpr std::int64_t kDayMs = 24LL * 60 * 60 * kSecondMs;
inline constexpr std::int64_t kFirstMoveMs = 60 * kSecondMs;
inline constexpr std::int64_t kMostLagMs = 300;
/// How long somebody may be away before the other may claim the game: with a clock, and without.
inline constexpr std::int64_t kGraceMs = 60 * kSecondMs;
inline constexpr std::int64_t kLongGraceMs = 600 * kSecondMs;
/// A shorter silence is no outage: a server says every second that it runs.
inline constexpr std::int64_t kShortestOutageMs = 3 * kSecondMs;
inline constexpr int kMostPhrases = 10;  ///< there are so many ready-made ones
inline constexpr int kMostSaid = 40;     ///< of one side in one game
inline constexpr std::size_t kKeptSaid = 6;

/// "none", "5+3" (minutes, and seconds for every move) or "3d" (days for a move).
struct TimeControl {
    std::int64_t base_ms = 0;
    std::int64_t increment_ms = 0;
    int days = 0;
    [[nodiscard]] bool has_clock() const { return base_ms > 0; }
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};
Result<TimeControl> read_time_control(std::string_view text);
std::string print(const TimeControl& time);

enum class Wish : std::uint8_t { kLot, kFirst, kSecond };  ///< which side the creator wants

/// What is played, as it was asked for.
struct Terms {
    std::string game{};
    std::string board{};  ///< empty: the game's own
    std::string raid{};   ///< empty: the game's own
    TimeControl time{};
    Wish wish = Wish::kLot;
    bool rated = false;
    bool open = false;  ///< everybody may come; else who has the invitation
    friend bool operator==(const Terms&, const Terms&) = default;
};
/// The game of these terms, or what is wrong with them.
Result<Game> game_of(const Terms& terms);

enum class Offer : std::uint8_t { kDraw, kTakeBack, kRematch };
inline constexpr int kOffers = 3;

/// Somebody as the game shows him.
struct Player {
    std::string person{};
    std::string name{};
    int rating = 0;  ///< when he came
    bool provisional = true;
    friend bool operator==(const Player&, const Player&) = default;
};

namespace event {
struct Created {
    Terms terms;
    Player by;
    std::string invitation;
    friend bool operator==(const Created&, const Created&) = default;
};
/// The other player, and the side that the creator has.
struct Joined {
    Player player;
    int creator_side = 0;
    friend bool operator==(const Joined&, const Joined&) = default;
};
struct Moved {
    int ply = 0;
    std::string move;
    std::int64_t lag_ms = 0;
    std::int64_t left_ms = 0;
    friend bool operator==(const Moved&, const Moved&) = default;
};
struct Offered {
    Offer what{};
    friend bool operator==(const Offered&, const Offered&) = default;
};
struct Declined {
    Offer what{};
    friend bool operator==(const Declined&, const Declined&) = default;
};
struct TakenBack {
    int plies = 0;
    friend bool operator==(const TakenBack&, const TakenBack&) = default;
};
/// Without an ending: called off, and nobody won.
struct Ended {
    Outcome outcome = Outcome::kOngoing;
    Ending ending = Ending::kNone;
    std::string detail;
    friend bool operator==(const Ended&, const Ended&) = default;
};
struct Said {
    int phrase = 0;
    friend bool operator==(const Said&, const Said&) = default;
};
struct Away {
    friend bool operator==(const Away&, const Away&) = default;
};
struct Back {
    friend bool operator==(const Back&, const Back&) = default;
};
/// No server ran for so long.
struct Outage {
    std::int64_t ms = 0;
    friend bool operator==(const Outage&, const Outage&) = default;
};
struct Rated {
    std::array<int, 2> before{};
    std::array<int, 2> after{};
    friend bool operator==(const Rated&, const Rated&) = default;
};
struct Rematched {
    std::string game;
    friend bool operator==(const Rematched&, const Rematched&) = default;
};
}  // namespace event

using What = std::variant<event::Created, event::Joined, event::Moved, event::Offered, event::Declined, event::TakenBack, event::Ended,
                          event::Said, event::Away, event::Back, event::Outage, event::Rated, event::Rematched>;

struct Event {
    std::int64_t at_ms = 0;
    int side = -1;        ///< whose doing it is; -1: nobody's
    std::string request;  ///< the number that the asking side gave it; empty where nobody asked
    What what;
    friend bool operator==(const Event&, const Event&) = default;
};
/// As JSON, for the store; reading checks everything that one event can be checked for by itself.
std::string print_event(const Event& event);
Result<Event> read_event(std::string_view text);

enum class Stage : std::uint8_t { kWaiting, kRunning, kOver };

struct SaidBy {
    int side = 0;
    int phrase = 0;
    int number = 0;  ///< of the event
};

struct GameState {
    std::string id{};
    int number = 0;  ///< of events so far
    std::int64_t at_ms = 0;
    Stage stage = Stage::kWaiting;
    Terms terms{};
    std::string invitation{};
    std::array<Player, 2> players{};  ///< by side once somebody joined; before that the creator is at 0
    std::shared_ptr<const Game> game{};
    WidePosition position{};
    std::vector<Move> moves{};
    std::array<std::int64_t, 2> left_ms{};
    std::int64_t since_ms = 0;  ///< when whoever is to move began to think
    std::array<std::array<bool, kOffers>, 2> offers{};
    std::array<std::array<int, kOffers>, 2> offered_at{};  ///< the number of moves at which a side last made an offer; -1: never
    std::array<std::optional<std::int64_t>, 2> away_ms{};
    std::array<int, 2> said{};
    std::vector<SaidBy> phrases{};
    event::Ended ended{};
    std::optional<event::Rated> ratings{};
    std::string rematch{};
    std::set<std::uint64_t> requests{};  ///< hashes of what was done already, by side and number

    [[nodiscard]] int plies() const { return static_cast<int>(moves.size()); }
    [[nodiscard]] int to_move() const { return position.second_to_move ? 1 : 0; }
    /// The side of a person; -1 for everybody else. Of a game that waits the creator's is 0.
    [[nodiscard]] int side_of(std::string_view person) const;
    [[nodiscard]] bool called_off() const { return stage == Stage::kOver && ended.ending == Ending::kNone; }
    /// Whether a clock (or the time for a first move, or the days) runs now.
    [[nodiscard]] bool timed() const { return stage == Stage::kRunning && (terms.time.has_clock() || terms.time.days > 0); }
    /// When whoever is to move has lost by time, or the game is called off; nothing where no time runs.
    [[nodiscard]] std::optional<std::int64_t> deadline_ms() const;
    [[nodiscard]] bool knows(int side, std::string_view request) const;
};

/// Folds an event into the state. An error is damage: such an event cannot have come of this state.
Result<bool> apply(GameState& state, const Event& event);

// --- wishes ---------------------------------------------------------------------------------------------------------------------------

namespace wish {
struct Join {
    Player player;
    std::string invitation;
};  ///< the secret itself, not its hash
struct Move {
    int ply = 0;
    std::string move;
};
struct MakeOffer {
    Offer what{};
};
struct Answer {
    Offer what{};
    bool yes = false;
    std::string rematch;
};  ///< the id that a rematch would have
struct Resign {};
struct CallOff {};
/// The other's time is over, or he has been away for too long; also asked by the house, which is nobody's side.
struct Claim {};
struct Say {
    int phrase = 0;
};
struct Leave {};
struct Return {};
}  // namespace wish

using Wanted = std::variant<wish::Join, wish::Move, wish::MakeOffer, wish::Answer, wish::Resign, wish::CallOff, wish::Claim, wish::Say,
                            wish::Leave, wish::Return>;

struct Moment {
    std::int64_t now_ms = 0;
    std::uint64_t lot = 0;    ///< a random number
    std::int64_t lag_ms = 0;  ///< of whoever asks
};

/// Why not: a word for programs, and a sentence for people.
struct Refusal {
    std::string why;
    std::string text;
};

/// What comes of a wish of `side` (-1: the house, or somebody without a seat), to be applied in this order; nothing, if it was done
/// already or there is nothing to do.
Result<std::vector<Event>, Refusal> decide(const GameState& state, int side, const std::string& request, const Wanted& wanted,
                                           const Moment& moment);

/// The game as a record, for PGN and reviews.
GameRecord record_of(const GameState& state);

}  // namespace foray::lobby
