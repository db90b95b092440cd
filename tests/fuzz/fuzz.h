// What every fuzz target starts from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

/// A property that must hold for every input.
#define FORAY_FUZZ_CHECK(condition) \
    if (!(condition)) std::abort()

/// The body of a target: `text` is the input.
void fuzz_one(std::string_view text);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
// NOLINTNEXTLINE(misc-definitions-in-headers): each target is one file
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz_one(std::string_view(reinterpret_cast<const char*>(data), size));
    return 0;
}
