// What a textbook evaluation counts in a position, term by term, for people who want to see where a number comes from.
#pragma once

#include <string_view>
#include <vector>

#include "foray/rules/game.h"
#include "foray/textbook/evaluation.h"

namespace foray {

/// One thing that is counted, for the side to move and for the other one.
struct TextbookTerm {
    std::string_view name;
    int own = 0;
    int other = 0;
    [[nodiscard]] int value() const { return own - other; }
};

/// The terms as a player at the root sees them; their values add up to the evaluation for the side to move.
std::vector<TextbookTerm> textbook_terms(const GameSpec& spec, const WidePosition& position, Evaluation evaluation);

}  // namespace foray
