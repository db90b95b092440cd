// The openings of a tournament: from the board of the round and the line of the book, and different ones wherever those come again.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "foray/match/openings.h"
#include "foray/store/settings.h"

namespace foray {

/// What comes out depends on the settings and the number alone, whatever was asked before: every worker has the same openings.
class TournamentOpenings {
public:
    /// The random moves of an opening (Schedule::opening) from where its settings let it begin.
    const std::vector<Move>& of(const TournamentSettings& settings, int number);

private:
    /// A board of the tournament (of a round of its own, where every round has another one) and the position where openings begin.
    using Place = std::pair<int, std::string>;
    struct Drawn {
        OpeningDraws draws;
        std::vector<int> numbers{};  ///< the openings that begin here, from the first
        std::map<int, std::vector<Move>> lines{};
    };
    static Place place_of(const TournamentSettings& settings, int number);

    std::map<Place, Drawn> drawn_;
    int known_ = 0;  ///< numbers up to here are in the lists
};

}  // namespace foray
