// What a component is worth inside a sum, for two taxes at once, as one vector of eight numbers: see components.h for the theorem.
#pragma once

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

}  // namespace foray::solver
