// Positions whose outcome is known before any search: boards of the Ataxx family that were solved. The engine asks; who has tables, and
// where they lie, is told at run time, since rooms down here read no files.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "foray/rules/game.h"

namespace foray {

/// For the side to move, where play may go on without end: the limits of the game (plies, quiet plies) are left out.
struct KnownValue {
    int sign = 0;   ///< 1 won, -1 lost, 0 drawn
    int plies = 0;  ///< to the end of the game, where the winner hurries and the loser delays
    friend bool operator==(const KnownValue&, const KnownValue&) = default;
};

class KnownValues {
public:
    KnownValues() = default;
    KnownValues(const KnownValues&) = delete;
    KnownValues& operator=(const KnownValues&) = delete;
    virtual ~KnownValues() = default;
    /// Nothing where it is not known. Called by several threads at once.
    [[nodiscard]] virtual std::optional<KnownValue> find(const WidePosition& position) const = 0;
};

/// What is known of a game; null if nothing is.
using KnownValuesOf = std::function<std::shared_ptr<const KnownValues>(const GameSpec&)>;
/// Engines made afterwards ask it. Not to be called while engines are made.
void set_known_values(KnownValuesOf of);
[[nodiscard]] std::shared_ptr<const KnownValues> known_values_of(const GameSpec& spec);

}  // namespace foray
