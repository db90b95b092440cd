// Which instructions the hot paths use. They are compiled once for every x86-64 and again for newer ones (cmake/hot.cmake); which copy runs
// is chosen here, when the program starts, and all of them give the same integers. The environment variable FORAY_INSTRUCTIONS (baseline,
// avx2 or avx512) asks for less than the machine has, to measure or to compare.
//
// Nothing in a public header depends on the instructions that a file is compiled for: FORAY_HOT is set by Foray's own build, and the linker
// sees nothing of a copy but its entries.
#pragma once

#include <cstdint>
#include <string_view>

namespace foray {

enum class Instructions : std::uint8_t { kBaseline, kAvx2, kAvx512 };

/// The most that this machine has and is asked for; the same for the whole run.
[[nodiscard]] Instructions instructions();
/// "baseline", "avx2", "avx512"; in a build for one machine "native".
[[nodiscard]] std::string_view instructions_in_use();

// The name of a hot path's entry in the copy that is being compiled: FORAY_HOT_ENTRY(perft) is foray_hot_perft_avx2.
#define FORAY_HOT_JOIN_AGAIN(name, level) foray_hot_##name##_##level
#define FORAY_HOT_JOIN(name, level) FORAY_HOT_JOIN_AGAIN(name, level)
#if defined(FORAY_HOT_LEVEL)
#define FORAY_HOT_ENTRY(name) FORAY_HOT_JOIN(name, FORAY_HOT_LEVEL)
#else
#define FORAY_HOT_ENTRY(name) FORAY_HOT_JOIN(name, baseline)
#endif
// Declares the entries of all copies, functions without arguments, and FORAY_HOT_CHOICE(name) is the one to call.
#if defined(FORAY_DISPATCH)
#define FORAY_HOT_DECLARE(type, name)              \
    extern "C" type foray_hot_##name##_baseline(); \
    extern "C" type foray_hot_##name##_avx2();     \
    extern "C" type foray_hot_##name##_avx512();
#define FORAY_HOT_CHOICE(name)                                                               \
    (::foray::instructions() == ::foray::Instructions::kAvx512 ? foray_hot_##name##_avx512() \
     : ::foray::instructions() == ::foray::Instructions::kAvx2 ? foray_hot_##name##_avx2()   \
                                                               : foray_hot_##name##_baseline())
#else
#define FORAY_HOT_DECLARE(type, name) extern "C" type FORAY_HOT_ENTRY(name)();
#define FORAY_HOT_CHOICE(name) FORAY_HOT_ENTRY(name)()
#endif

}  // namespace foray
