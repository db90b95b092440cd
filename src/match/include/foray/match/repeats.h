// Games that were played before, move by move. Players that always answer the same play one game from one opening, however often they are
// asked: played again it says nothing new, and no interval, rating or test may count it twice.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <utility>

#include "foray/notation/record.h"

namespace foray {

/// A number that two games share if they have the same board, the same position after the opening, the same moves from there, and the same
/// end; other games share it once in 10^19. Never 0, which stands for a game that nothing is known of and that repeats no other.
using Fingerprint = std::uint64_t;
/// Moves without a note are those of the opening.
Fingerprint fingerprint(const GameRecord& game);

/// Recognises games again. Who plays is part of what a game is: the same moves by other players are another game.
class SeenGames {
public:
    /// Whether the game between these two, `first` having the first move, is new.
    bool add(int first, int second, Fingerprint game) { return game == 0 || seen_.insert({{first, second}, game}).second; }

private:
    std::set<std::pair<std::pair<int, int>, Fingerprint>> seen_;
};

/// Which games of a pair are new: the first was begun by player `a`, the second by `b`.
struct NewInPair {
    bool first = true;
    bool second = true;
    /// A pair is evidence as a whole: with a game that is known it is not counted as one.
    [[nodiscard]] bool both() const { return first && second; }
    [[nodiscard]] int repeated() const { return (first ? 0 : 1) + (second ? 0 : 1); }
};
inline NewInPair add_pair(SeenGames& seen, int a, int b, const std::array<Fingerprint, 2>& games) {
    const bool first = seen.add(a, b, games[0]);
    return {first, seen.add(b, a, games[1])};
}

}  // namespace foray
