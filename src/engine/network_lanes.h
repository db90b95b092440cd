// The few operations on int16 numbers that a network needs, for each kind of processor. All kinds give the same sums: a network that could
// overflow is refused, so the order of additions does not matter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#if defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#include "foray/board/instructions.h"
#include "foray/engine/network.h"

namespace foray::engine {

/// Without vectors.
struct PlainLanes {
    static constexpr int kWidth = 1;
    using Vector = std::int16_t;
    using Sum = std::int32_t;
    static Sum zero() { return 0; }
    static Vector load(const std::int16_t* from) { return *from; }
    static Vector load(const std::uint8_t* from) { return static_cast<Vector>(from[0] | from[1] << 8); }
    static Vector splat(int number) { return static_cast<Vector>(number); }
    static Vector add(Vector a, Vector b) { return static_cast<Vector>(a + b); }
    static Vector sub(Vector a, Vector b) { return static_cast<Vector>(a - b); }
    static Vector high_bytes(Vector a) { return static_cast<Vector>(static_cast<std::uint16_t>(a) >> 8); }
    static Vector to_high_bytes(Vector a) { return static_cast<Vector>(static_cast<std::uint16_t>(a) << 8); }
    static Vector clip(Vector a, int most) { return static_cast<Vector>(std::clamp<int>(a, 0, most)); }
    static Vector times(Vector a, Vector b) { return static_cast<Vector>(a * b); }
    static void add_products(Sum& sum, Vector a, Vector b) { sum += a * b; }
    static std::int32_t total(Sum sum) { return sum; }
};

#if defined(__AVX512BW__)
struct FastLanes {
    static constexpr int kWidth = 32;
    using Vector = __m512i;
    using Sum = __m512i;
    static Sum zero() { return _mm512_setzero_si512(); }
    static Vector load(const std::int16_t* from) { return _mm512_loadu_si512(from); }
    static Vector load(const std::uint8_t* from) {
        Vector bytes = _mm512_loadu_si512(from);
        asm("" : "+v"(bytes));  // in a register: g++ would read it again for each of its two uses
        return bytes;
    }
    static Vector splat(int number) { return _mm512_set1_epi16(static_cast<std::int16_t>(number)); }
    static Vector add(Vector a, Vector b) { return _mm512_add_epi16(a, b); }
    static Vector sub(Vector a, Vector b) { return _mm512_sub_epi16(a, b); }
    static Vector high_bytes(Vector a) { return _mm512_srli_epi16(a, 8); }
    static Vector to_high_bytes(Vector a) { return _mm512_slli_epi16(a, 8); }
    static Vector clip(Vector a, int most) {
        return _mm512_min_epi16(_mm512_max_epi16(a, _mm512_setzero_si512()), _mm512_set1_epi16(static_cast<std::int16_t>(most)));
    }
    static Vector times(Vector a, Vector b) { return _mm512_mullo_epi16(a, b); }
    static void add_products(Sum& sum, Vector a, Vector b) { sum = _mm512_add_epi32(sum, _mm512_madd_epi16(a, b)); }
    static std::int32_t total(Sum sum) {
        __m256i halves[2];
        std::memcpy(halves, &sum, sizeof sum);
        const __m256i eight = _mm256_add_epi32(halves[0], halves[1]);
        __m128i quarters[2];
        std::memcpy(quarters, &eight, sizeof eight);
        const __m128i four = _mm_add_epi32(quarters[0], quarters[1]);
        const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
        return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
    }
};
#elif defined(__AVX2__)
struct FastLanes {
    static constexpr int kWidth = 16;
    using Vector = __m256i;
    using Sum = __m256i;
    static Sum zero() { return _mm256_setzero_si256(); }
    static Vector load(const std::int16_t* from) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)); }
    static Vector load(const std::uint8_t* from) {
        Vector bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
        asm("" : "+x"(bytes));
        return bytes;
    }
    static Vector splat(int number) { return _mm256_set1_epi16(static_cast<std::int16_t>(number)); }
    static Vector add(Vector a, Vector b) { return _mm256_add_epi16(a, b); }
    static Vector sub(Vector a, Vector b) { return _mm256_sub_epi16(a, b); }
    static Vector high_bytes(Vector a) { return _mm256_srli_epi16(a, 8); }
    static Vector to_high_bytes(Vector a) { return _mm256_slli_epi16(a, 8); }
    static Vector clip(Vector a, int most) {
        return _mm256_min_epi16(_mm256_max_epi16(a, _mm256_setzero_si256()), _mm256_set1_epi16(static_cast<std::int16_t>(most)));
    }
    static Vector times(Vector a, Vector b) { return _mm256_mullo_epi16(a, b); }
    static void add_products(Sum& sum, Vector a, Vector b) { sum = _mm256_add_epi32(sum, _mm256_madd_epi16(a, b)); }
    static std::int32_t total(Sum sum) {
        __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
        four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
        return _mm_cvtsi128_si32(_mm_add_epi32(four, _mm_shuffle_epi32(four, 0xB1)));
    }
};
#elif defined(__SSE2__)
struct FastLanes {
    static constexpr int kWidth = 8;
    using Vector = __m128i;
    using Sum = __m128i;
    static Sum zero() { return _mm_setzero_si128(); }
    static Vector load(const std::int16_t* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); }
    static Vector load(const std::uint8_t* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); }
    static Vector splat(int number) { return _mm_set1_epi16(static_cast<std::int16_t>(number)); }
    static Vector add(Vector a, Vector b) { return _mm_add_epi16(a, b); }
    static Vector sub(Vector a, Vector b) { return _mm_sub_epi16(a, b); }
    static Vector high_bytes(Vector a) { return _mm_srli_epi16(a, 8); }
    static Vector to_high_bytes(Vector a) { return _mm_slli_epi16(a, 8); }
    static Vector clip(Vector a, int most) {
        return _mm_min_epi16(_mm_max_epi16(a, _mm_setzero_si128()), _mm_set1_epi16(static_cast<std::int16_t>(most)));
    }
    static Vector times(Vector a, Vector b) { return _mm_mullo_epi16(a, b); }
    static void add_products(Sum& sum, Vector a, Vector b) { sum = _mm_add_epi32(sum, _mm_madd_epi16(a, b)); }
    static std::int32_t total(Sum sum) {
        const __m128i two = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
        return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
    }
};
#elif defined(__wasm_simd128__)
struct FastLanes {
    static constexpr int kWidth = 8;
    using Vector = v128_t;
    using Sum = v128_t;
    static Sum zero() { return wasm_i32x4_splat(0); }
    static Vector load(const std::int16_t* from) { return wasm_v128_load(from); }
    static Vector load(const std::uint8_t* from) { return wasm_v128_load(from); }
    static Vector splat(int number) { return wasm_i16x8_splat(static_cast<std::int16_t>(number)); }
    static Vector add(Vector a, Vector b) { return wasm_i16x8_add(a, b); }
    static Vector sub(Vector a, Vector b) { return wasm_i16x8_sub(a, b); }
    static Vector high_bytes(Vector a) { return wasm_u16x8_shr(a, 8); }
    static Vector to_high_bytes(Vector a) { return wasm_i16x8_shl(a, 8); }
    static Vector clip(Vector a, int most) {
        return wasm_i16x8_min(wasm_i16x8_max(a, wasm_i16x8_splat(0)), wasm_i16x8_splat(static_cast<std::int16_t>(most)));
    }
    static Vector times(Vector a, Vector b) { return wasm_i16x8_mul(a, b); }
    static void add_products(Sum& sum, Vector a, Vector b) { sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(a, b)); }
    static std::int32_t total(Sum sum) {
        return wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1) + wasm_i32x4_extract_lane(sum, 2) +
               wasm_i32x4_extract_lane(sum, 3);
    }
};
#elif defined(__ARM_NEON) && defined(__aarch64__)
struct FastLanes {
    static constexpr int kWidth = 8;
    using Vector = int16x8_t;
    using Sum = int32x4_t;
    static Sum zero() { return vdupq_n_s32(0); }
    static Vector load(const std::int16_t* from) { return vld1q_s16(from); }
    static Vector load(const std::uint8_t* from) { return vreinterpretq_s16_u8(vld1q_u8(from)); }
    static Vector splat(int number) { return vdupq_n_s16(static_cast<std::int16_t>(number)); }
    static Vector add(Vector a, Vector b) { return vaddq_s16(a, b); }
    static Vector sub(Vector a, Vector b) { return vsubq_s16(a, b); }
    static Vector high_bytes(Vector a) { return vreinterpretq_s16_u16(vshrq_n_u16(vreinterpretq_u16_s16(a), 8)); }
    static Vector to_high_bytes(Vector a) { return vshlq_n_s16(a, 8); }
    static Vector clip(Vector a, int most) { return vminq_s16(vmaxq_s16(a, vdupq_n_s16(0)), splat(most)); }
    static Vector times(Vector a, Vector b) { return vmulq_s16(a, b); }
    static void add_products(Sum& sum, Vector a, Vector b) { sum = vmlal_high_s16(vmlal_s16(sum, vget_low_s16(a), vget_low_s16(b)), a, b); }
    static std::int32_t total(Sum sum) { return vaddvq_s32(sum); }
};
#else
using FastLanes = PlainLanes;
#endif

/// How networks are evaluated in the copy for one kind of machine. Tables are laid out for the width of its vectors.
struct NetworkEntry {
    int (Network::*evaluate)(std::uint64_t own, std::uint64_t other) const;
    int width;
};

}  // namespace foray::engine

FORAY_HOT_DECLARE(const foray::engine::NetworkEntry&, network)
