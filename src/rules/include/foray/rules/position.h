// A position seen from the side to move, and what a finished game says.
#pragma once

#include <cstdint>

#include "foray/board/bits.h"
#include "foray/rules/ending.h"

namespace foray {

/// `own`, `opp` and `empty` are disjoint; squares in none of them are blocked (Ataxx family only).
template <int W>
struct Position {
    Bits<W> own;
    Bits<W> opp;
    Bits<W> empty;
    std::uint32_t plies = 0;        ///< plies played
    std::uint16_t quiet_plies = 0;  ///< plies since the last clone (Ataxx family; 0 elsewhere)
    bool second_to_move = false;

    [[nodiscard]] const Bits<W>& first() const { return second_to_move ? opp : own; }
    [[nodiscard]] const Bits<W>& second() const { return second_to_move ? own : opp; }
    [[nodiscard]] Bits<W> occupied() const { return own | opp; }

    template <int V>
    [[nodiscard]] Position<V> resized() const {
        return {own.template resized<V>(), opp.template resized<V>(), empty.template resized<V>(), plies, quiet_plies, second_to_move};
    }

    friend bool operator==(const Position&, const Position&) = default;
};

static_assert(sizeof(Position<1>) == 32);

/// Points of the two players, first player first.
struct Scores {
    int first = 0;
    int second = 0;
    friend bool operator==(const Scores&, const Scores&) = default;
};

enum class Outcome : std::uint8_t { kOngoing, kFirstWins, kSecondWins, kDraw };

struct Verdict {
    Outcome outcome = Outcome::kOngoing;
    Ending ending = Ending::kNone;
    [[nodiscard]] bool over() const { return ending != Ending::kNone; }
    friend bool operator==(const Verdict&, const Verdict&) = default;
};

inline Outcome larger_score_wins(Scores scores) {
    if (scores.first == scores.second) return Outcome::kDraw;
    return scores.first > scores.second ? Outcome::kFirstWins : Outcome::kSecondWins;
}

}  // namespace foray
