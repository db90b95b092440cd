// Where a lobby keeps what must not be lost. The room store writes it to databases, tests to memory.
//
// Everything is called inside of `transact`, and is there for good, or not at all, when that returns. Several servers may share one ledger:
// the number of an event is taken by whoever comes first (`append`), and the other decides anew. A broken ledger throws.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "foray/lobby/game.h"
#include "foray/lobby/glicko.h"

namespace foray::lobby {

/// What lists show of a game: made of its events, kept beside them so that a list need not read games.
struct Head {
    std::string id{};
    Stage stage = Stage::kWaiting;
    bool open = false;
    std::string variant{};
    std::array<std::string, 2> persons{};
    std::string mover{};  ///< the person who is to move; empty where nobody is
    int number = 0;       ///< of events
    std::int64_t at_ms = 0;
    std::string shown{};  ///< JSON, as clients get it
    friend bool operator==(const Head&, const Head&) = default;
};

struct Leader {
    std::string person{};
    std::string name{};
    Rating rating{};
};

/// A rating as it was after a game: the points of a curve.
struct RatedGame {
    std::string variant{};
    std::string game{};
    std::int64_t at_ms = 0;
    int rating = 0;
    int deviation = 0;
};

enum class List : std::uint8_t {
    kOpen,     ///< wait for anybody, the oldest first
    kPlaying,  ///< are played and may be watched by anybody, the last changed first
    kRunning,  ///< all that are played
    kOf,       ///< of a person, the last changed first
    kWaiting,  ///< of a person, and nobody has come yet
};

class Ledger {
public:
    Ledger() = default;
    Ledger(const Ledger&) = delete;
    Ledger& operator=(const Ledger&) = delete;
    virtual ~Ledger() = default;

    virtual void transact(const std::function<void()>& work) = 0;

    /// False if the game has an event of that number (from 1) already.
    virtual bool append(const std::string& game, int number, const Event& event) = 0;
    /// Those after number `after`, in order.
    virtual std::vector<Event> events(const std::string& game, int after) = 0;
    virtual void set_head(const Head& head) = 0;
    virtual std::vector<Head> heads(List list, const std::string& person, int most) = 0;
    /// Which games changed since then, with their number of events.
    virtual std::vector<std::pair<std::string, int>> changed(std::int64_t since_ms) = 0;

    virtual std::optional<std::string> name(const std::string& person) = 0;
    virtual void set_name(const std::string& person, const std::string& name, std::int64_t now_ms) = 0;
    /// Nobody else changes it before the transaction ends.
    virtual Rating rating(const std::string& person, const std::string& variant) = 0;
    virtual void set_rating(const std::string& person, const std::string& variant, const Rating& rating, const std::string& game) = 0;
    virtual std::vector<Leader> leaders(const std::string& variant, int most) = 0;
    virtual std::vector<std::pair<std::string, Rating>> ratings_of(const std::string& person) = 0;
    virtual std::vector<RatedGame> curve_of(const std::string& person, int most) = 0;
    /// His name, his ratings and his curve; his games show a guest from then on.
    virtual void forget(const std::string& person) = 0;

    /// When a server last said that it runs, any of them.
    virtual std::optional<std::int64_t> last_sign_of_life() = 0;
    virtual void sign_of_life(const std::string& server, std::int64_t now_ms) = 0;
};

}  // namespace foray::lobby
