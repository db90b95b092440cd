// Gathers the bits of a word that a mask selects into its low bits, and spreads them again: one instruction each where the machine has
// BMI2.
#pragma once

#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace foray {

inline std::uint64_t gather_bits(std::uint64_t word, std::uint64_t mask) {
#if defined(__BMI2__)
    return _pext_u64(word, mask);
#else
    if ((mask & (mask + 1)) == 0) return word & mask;  // the low bits already: a board without a piece
    std::uint64_t out = 0;
    for (int i = 0; mask != 0; mask &= mask - 1, ++i) {
        if ((word & mask & (~mask + 1)) != 0) out |= std::uint64_t{1} << i;
    }
    return out;
#endif
}

inline std::uint64_t spread_bits(std::uint64_t word, std::uint64_t mask) {
#if defined(__BMI2__)
    return _pdep_u64(word, mask);
#else
    std::uint64_t out = 0;
    for (; mask != 0; mask &= mask - 1, word >>= 1) {
        if ((word & 1) != 0) out |= mask & (~mask + 1);
    }
    return out;
#endif
}

}  // namespace foray
