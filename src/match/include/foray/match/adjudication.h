// Ending a game before its end: when the solver knows the value, when both players agree who wins or that nobody does, when it takes too
// long.
//
// A policy that the referee asks before every move (GameTerms::judge). It depends on the game alone, never on time, so that a game that is
// played again ends the same way.
#pragma once

#include <memory>
#include <optional>

#include "foray/notation/record.h"

namespace foray {

struct AdjudicationRules {
    bool exact = false;                 ///< raid family: as soon as the solver knows the value
    std::optional<int> resign_value{};  ///< hundredths: both see the same side ahead by so much, `resign_moves` times each
    int resign_moves = 3;
    std::optional<int> draw_value{};  ///< hundredths: both see no more than this, `draw_moves` times each
    int draw_moves = 8;
    int draw_after = 0;              ///< but not before so many plies
    std::optional<int> max_plies{};  ///< the longest game, the opening included; then the larger score wins
    friend bool operator==(const AdjudicationRules&, const AdjudicationRules&) = default;
};

/// Of one game.
class Adjudicator {
public:
    Adjudicator(const Game& game, const AdjudicationRules& rules);
    ~Adjudicator();
    Adjudicator(const Adjudicator&) = delete;
    Adjudicator& operator=(const Adjudicator&) = delete;

    /// How the game ends here, if it does: `record` is the game so far and leads to `position`.
    std::optional<Decided> judge(const GameRecord& record, const WidePosition& position);

private:
    class Exact;
    [[nodiscard]] std::optional<Decided> agreed(const GameRecord& record, const WidePosition& position) const;

    const Game& game_;
    AdjudicationRules rules_;
    std::unique_ptr<Exact> exact_;
};

}  // namespace foray
