// Glicko-2, as Mark Glickman describes it ("Example of the Glicko-2 system", 2022): a rating, how sure it is, and how steady the player.
// Every game is a rating period of its own; while somebody does not play, the rating stays and becomes less sure.
#pragma once

#include <cstdint>
#include <span>

namespace foray::lobby {

struct Rating {
    double rating = 1500;
    double deviation = 350;
    double volatility = 0.06;
    int games = 0;
    std::int64_t at_ms = 0;  ///< of the last game
    /// Too few games to be taken at its word.
    [[nodiscard]] bool provisional() const { return deviation > 110; }
    friend bool operator==(const Rating&, const Rating&) = default;
};

struct Scored {
    Rating opponent;
    double score = 0;  ///< 0, 1/2 or 1
};

/// The rating after one period with these games.
Rating rated(const Rating& before, std::span<const Scored> games);

/// As sure as it still is after a time without games.
Rating aged(const Rating& rating, std::int64_t now_ms);

}  // namespace foray::lobby
