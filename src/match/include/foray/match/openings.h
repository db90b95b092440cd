// Openings of random moves: balanced by a search, and drawn without repetition.
//
// Players that always answer the same play the same game from the same opening: only different openings make different games. Two openings
// are the same where the positions they lead to are, turned or mirrored if need be.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "foray/notation/match_text.h"
#include "foray/rules/game.h"

namespace foray {

/// So many random moves that there are many more different positions after them than `openings`; never fewer than two.
PlyRange enough_plies(const Game& game, const WidePosition& start, std::int64_t openings);

/// The openings from one position. What a draw brings depends on the seed and on the draws before it: whoever repeats them in the same
/// order has the same openings.
class OpeningDraws {
public:
    OpeningDraws(Game game, const WidePosition& start, PlyRange plies, std::uint64_t seed);

    /// An opening that was not drawn before, as long as there is one; then those that were, in turn. Of several candidates the one that a
    /// shallow search calls most even is taken, in the Ataxx family of those that no side wins at once. Fewer plies if the game would end.
    std::vector<Move> draw(int number);
    /// The opening of this number where all those from 0 on are drawn in their order.
    const std::vector<Move>& at(int number);

private:
    struct Candidate;
    /// All that were drawn of one length.
    struct Length {
        std::vector<std::vector<Move>> lines{};
        std::size_t next = 0;    ///< of those drawn again
        bool exhausted = false;  ///< nothing new was found any more
    };
    std::vector<Candidate> candidates(int plies, std::uint64_t state) const;
    std::string key_of(const WidePosition& position) const;

    Game game_;
    WidePosition start_;
    PlyRange plies_;
    std::uint64_t seed_;
    std::vector<std::vector<std::uint16_t>> images_;  ///< where the symmetries of the board take its squares
    std::set<std::string> drawn_;                     ///< positions
    std::map<int, Length> lengths_;
    std::vector<std::vector<Move>> in_order_;
};

}  // namespace foray
