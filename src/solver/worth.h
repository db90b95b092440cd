// What a component is worth inside a sum, for two taxes at once, as one vector of eight numbers: see components.h for the theorem.
#pragma once

#include <algorithm>
#include <cstdint>

namespace foray::solver {

/// Eight numbers. Of a worth: A without and with tax if the mover begins, the same if the enemy does, then C in the same order.
using Pack __attribute__((vector_size(16))) = std::int16_t;

inline Pack all_of(int number) {
    const auto n = static_cast<std::int16_t>(number);
    return Pack{n, n, n, n, n, n, n, n};
}
inline Pack greater(Pack a, Pack b) { return a > b ? a : b; }

/// Upper bounds of A and lower bounds of C, each from the side of whoever begins.
struct Worth {
    Pack numbers;

    /// The same component with the colours exchanged.
    [[nodiscard]] Worth exchanged() const { return {__builtin_shufflevector(numbers, numbers, 2, 3, 0, 1, 6, 7, 4, 5)}; }
    /// C + A of the other beginner, which is what it gains to be the one who begins here: for the mover in places 2 and 3.
    [[nodiscard]] Pack start() const { return numbers + __builtin_shufflevector(numbers, numbers, 6, 7, 4, 5, 2, 3, 0, 1); }
};

/// A sum of components from the side of whoever moves next: at most A in places 0 and 1, at least -A + start in places 2 and 3.
struct WorthSum {
    Pack numbers{};
    Pack start{};

    void add(const Worth& part) {
        numbers += part.numbers;
        start = greater(start, part.start());
    }
    /// At most this much for the mover in places 0 and 1, for the enemy in places 2 and 3.
    [[nodiscard]] Pack most() const { return numbers - (start & Pack{0, 0, -1, -1, 0, 0, 0, 0}); }
};

/// What a component is worth on its own when nobody may pass, from the side of whoever begins: bounds for the mover beginning and for the
/// enemy beginning. Used with conjectures only.
struct Plain {
    std::int16_t most;
    std::int16_t least;
    std::int16_t enemy_most;
    std::int16_t enemy_least;

    [[nodiscard]] Plain exchanged() const { return {enemy_most, enemy_least, most, least}; }
};

/// A sum of components from the side of whoever moves next, by theorem 10: with an even number of empties at most the sum of what each is
/// worth to him if he begins there; with an odd number at least what each leaves him if the enemy begins, but for one odd component,
/// where he begins himself.
class PlainSum {
public:
    void add(const Plain& part, bool odd) {
        most_ += part.most;
        as_second_ -= part.enemy_most;
        if (odd) start_ = std::max(start_, part.least + part.enemy_most);
    }
    /// A component of which nothing is known but its points.
    void add_unknown(int points) {
        most_ += points;
        as_second_ -= points;
    }
    /// With an even number of empties.
    [[nodiscard]] int most() const { return most_; }
    /// With an odd number of empties.
    [[nodiscard]] int least() const { return as_second_ + start_; }

private:
    static constexpr int kNone = -100'000;
    int most_ = 0;
    int as_second_ = 0;
    int start_ = kNone;
};

}  // namespace foray::solver
