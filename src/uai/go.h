// The words after `go`. Nothing in them keeps a `go` from being answered: what is not understood is complained about and left out, numbers
// beyond all measure count as the largest one, and a limit that cannot be read makes the search as short as possible.
#pragma once

#include <string>
#include <vector>

#include "foray/engine/engine.h"
#include "foray/notation/text.h"

namespace foray {

struct GoRequest {
    SearchRequest search{};
    bool waits_for_stop = false;  ///< `infinite` and `ponder`: no answer before `stop`
    std::vector<Move> only{};     ///< `searchmoves`; empty for all moves
    std::vector<std::string> complaints{};

    /// Whether the search ends by itself.
    [[nodiscard]] bool limited() const { return !waits_for_stop && search.budget.limited(); }
};

/// `words` begins with `go`.
GoRequest read_go(const std::vector<Word>& words, const Game& game, const WidePosition& position);

}  // namespace foray
