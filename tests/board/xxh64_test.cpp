#define XXH_INLINE_ALL
#include "foray/board/xxh64.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <string>

namespace foray {
namespace {

// The library itself is the reference, for every way in which a text can end.
TEST(Xxh64, IsWhatTheLibrarySays) {
    std::string text;
    for (int size = 0; size < 200; ++size) {
        for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{2}, ~std::uint64_t{0}}) {
            EXPECT_EQ(xxh64(text.data(), text.size(), seed), XXH64(text.data(), text.size(), seed)) << size << " bytes, seed " << seed;
        }
        text += static_cast<char>(size * 37 + 200);
    }
}

}  // namespace
}  // namespace foray
