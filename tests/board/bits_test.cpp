#include "foray/board/bits.h"

#include <gtest/gtest.h>

#include <set>

#include "foray/board/random.h"

namespace foray {
namespace {

template <class B>
class BitsTest : public testing::Test {};
using Widths = testing::Types<Bits<1>, Bits<4>, Bits<11>>;
TYPED_TEST_SUITE(BitsTest, Widths);

template <class B>
std::pair<B, std::set<int>> random_set(std::uint64_t& seed) {
    B bits;
    std::set<int> members;
    const int count = static_cast<int>(splitmix64(seed) % (B::kCapacity + 1));
    for (int i = 0; i < count; ++i) {
        const int square = static_cast<int>(splitmix64(seed) % B::kCapacity);
        bits.add(square);
        members.insert(square);
    }
    return {bits, members};
}

template <class B>
std::set<int> members_of(const B& bits) {
    std::set<int> out;
    int last = -1;
    bits.for_each([&](int square) {
        EXPECT_GT(square, last);  // row-major order
        last = square;
        out.insert(square);
    });
    return out;
}

TYPED_TEST(BitsTest, AgreesWithASetOfNumbers) {
    std::uint64_t seed = 1;
    for (int round = 0; round < 300; ++round) {
        const auto [a, in_a] = random_set<TypeParam>(seed);
        const auto [b, in_b] = random_set<TypeParam>(seed);
        EXPECT_EQ(members_of(a), in_a);
        EXPECT_EQ(a.count(), static_cast<int>(in_a.size()));
        EXPECT_EQ(a.any(), !in_a.empty());
        EXPECT_EQ(a.none(), in_a.empty());
        if (!in_a.empty()) {
            EXPECT_EQ(a.lowest(), *in_a.begin());
        }
        std::set<int> both;
        std::set<int> either = in_b;
        std::set<int> only_a;
        for (const int square : in_a) {
            either.insert(square);
            (in_b.contains(square) ? both : only_a).insert(square);
        }
        EXPECT_EQ(members_of(a & b), both);
        EXPECT_EQ(members_of(a | b), either);
        EXPECT_EQ(members_of(a - b), only_a);
        EXPECT_EQ(members_of((a ^ b) | (a & b)), either);
        EXPECT_EQ(a == b, in_a == in_b);
    }
}

TYPED_TEST(BitsTest, ShiftsMoveEveryMember) {
    std::uint64_t seed = 2;
    for (int distance = 0; distance < 64; ++distance) {
        const auto [a, in_a] = random_set<TypeParam>(seed);
        std::set<int> up;
        std::set<int> down;
        for (const int square : in_a) {
            if (square + distance < TypeParam::kCapacity) up.insert(square + distance);
            if (square - distance >= 0) down.insert(square - distance);
        }
        EXPECT_EQ(members_of(a.shifted_up(distance)), up) << distance;
        EXPECT_EQ(members_of(a.shifted_down(distance)), down) << distance;
    }
}

TYPED_TEST(BitsTest, FirstAndRemove) {
    for (int count = 0; count <= TypeParam::kCapacity; ++count) {
        TypeParam set = TypeParam::first(count);
        EXPECT_EQ(set.count(), count);
        if (count == 0) continue;
        EXPECT_TRUE(set.has(count - 1));
        set.remove(count - 1);
        EXPECT_EQ(set, TypeParam::first(count - 1));
    }
}

TEST(Bits, KeepsMembersWhenResized) {
    const Bits<1> narrow = Bits<1>::single(3) | Bits<1>::single(63);
    EXPECT_EQ((narrow.resized<11>().resized<1>()), narrow);
    EXPECT_EQ(members_of(narrow.resized<4>()), (std::set<int>{3, 63}));
}

TEST(Bits, WordsForEveryBoard) {
    EXPECT_EQ(words_for(1), 1);
    EXPECT_EQ(words_for(64), 1);
    EXPECT_EQ(words_for(65), 4);
    EXPECT_EQ(words_for(256), 4);
    EXPECT_EQ(words_for(257), 11);
    EXPECT_GE(64 * words_for(kMaxSide * kMaxSide), kMaxSide * kMaxSide);
}

}  // namespace
}  // namespace foray
