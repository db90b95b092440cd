// A random sequence that is the same on every machine and with every standard library.
#pragma once

#include <cstdint>

namespace foray {

/// Sebastiano Vigna's splitmix64 step: advances the state and returns a well-mixed number.
constexpr std::uint64_t splitmix64(std::uint64_t& state) {
    state += 0x9E3779B97F4A7C15;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

}  // namespace foray
