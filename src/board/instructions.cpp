#include "foray/board/instructions.h"

#include <algorithm>
#include <cstdlib>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace foray {
namespace {

constexpr std::string_view kNames[] = {"baseline", "avx2", "avx512"};

/// Both the processor and the system have to know the wide registers; the compiler's own test asks both.
Instructions of_machine() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    const bool counts_zeros = __get_cpuid(0x80000001U, &a, &b, &c, &d) != 0 && (c >> 5 & 1) != 0;  // lzcnt
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                      __builtin_cpu_supports("popcnt") && counts_zeros;
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    if (avx512) return Instructions::kAvx512;
    if (avx2) return Instructions::kAvx2;
#endif
    return Instructions::kBaseline;
}

Instructions chosen() {
    const Instructions most = of_machine();
    const char* const asked = std::getenv("FORAY_INSTRUCTIONS");
    if (asked == nullptr) return most;
    const auto* const name = std::find(std::begin(kNames), std::end(kNames), std::string_view(asked));
    return name == std::end(kNames) ? most : std::min(most, static_cast<Instructions>(name - std::begin(kNames)));
}

}  // namespace

Instructions instructions() {
    static const Instructions instructions = chosen();
    return instructions;
}

std::string_view instructions_in_use() {
#if defined(FORAY_HAS_COPIES)
    return kNames[static_cast<std::size_t>(instructions())];
#elif defined(FORAY_HOT)
    return "native";
#else
    return kNames[0];
#endif
}

}  // namespace foray
