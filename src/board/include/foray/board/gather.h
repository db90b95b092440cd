// Gathers the bits of a word that a mask selects into its low bits, and spreads them again: one instruction each in the copies of the hot
// paths for machines with BMI2 (instructions.h).
#pragma once

#include <cstdint>

#if defined(FORAY_HOT) && defined(__BMI2__)
#define FORAY_GATHERS 1
#include <immintrin.h>
#else
#define FORAY_GATHERS 0
#endif

namespace foray {

/// Whether that is quick.
inline constexpr bool kGathersQuickly = FORAY_GATHERS != 0;

inline std::uint64_t gather_bits(std::uint64_t word, std::uint64_t mask) {
#if FORAY_GATHERS
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
#if FORAY_GATHERS
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
