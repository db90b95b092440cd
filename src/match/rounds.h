// The formats in which a round depends on the results of those before it: Swiss, knock-out, ladder. The rounds are gone through from the
// first; the first one with an unfinished game is the one in play.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "foray/match/schedule.h"

namespace foray {

class RoundByRound {
public:
    explicit RoundByRound(const Schedule& schedule);

    [[nodiscard]] const std::vector<Pairing>& due() const { return due_; }
    [[nodiscard]] const std::vector<int>& unplayed_points() const { return unplayed_; }

private:
    /// What the two of an encounter have, in half points, forfeits included, and whether that is all.
    struct Encounter {
        int first = 0;
        int second = 0;
        bool complete = true;
    };
    [[nodiscard]] bool takes_part(int player, int round) const;
    [[nodiscard]] bool gone(int player, int round) const;
    Encounter play(Pairing pairing, int pairs);

    void swiss();
    void knockout();
    void ladder();
    int knockout_winner(int round, int first, int second);

    const Schedule& schedule_;
    const ScheduleSettings& settings_;
    std::vector<Pairing> due_;
    std::vector<int> unplayed_;
};

}  // namespace foray
