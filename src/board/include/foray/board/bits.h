// A set of squares: bit i stands for square i (row-major, square 0 is the top-left one).
//
// W is the number of 64-bit words: 1 holds boards up to 64 squares, 4 up to 256, 11 up to 26 x 26 = 676. Bits at and above the
// number of squares of a board are always zero; whoever complements or shifts a set masks it with the board afterwards.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace foray {

template <int W>
struct Bits {
    static_assert(W >= 1);
    static constexpr int kCapacity = 64 * W;

    std::array<std::uint64_t, W> words{};

    [[nodiscard]] static constexpr Bits single(int square) {
        Bits set;
        set.add(square);
        return set;
    }

    /// The squares 0 .. count-1.
    [[nodiscard]] static constexpr Bits first(int count) {
        assert(count >= 0 && count <= kCapacity);
        Bits set;
        for (int i = 0; i < W; ++i) {
            const int in_word = count - 64 * i;
            if (in_word >= 64) {
                set.words[index(i)] = ~std::uint64_t{0};
            } else if (in_word > 0) {
                set.words[index(i)] = (std::uint64_t{1} << in_word) - 1;
            }
        }
        return set;
    }

    [[nodiscard]] constexpr bool has(int square) const { return (words[word_of(square)] >> (square & 63)) & 1; }
    constexpr void add(int square) { words[word_of(square)] |= std::uint64_t{1} << (square & 63); }
    constexpr void remove(int square) { words[word_of(square)] &= ~(std::uint64_t{1} << (square & 63)); }

    [[nodiscard]] constexpr bool any() const {
        std::uint64_t all = 0;
        for (const std::uint64_t word : words) all |= word;
        return all != 0;
    }
    [[nodiscard]] constexpr bool none() const { return !any(); }

    [[nodiscard]] constexpr int count() const {
        int total = 0;
        for (const std::uint64_t word : words) total += std::popcount(word);
        return total;
    }

    /// The lowest square of a non-empty set.
    [[nodiscard]] constexpr int lowest() const {
        assert(any());
        for (int i = 0; i < W - 1; ++i) {
            if (words[index(i)] != 0) return 64 * i + std::countr_zero(words[index(i)]);
        }
        return 64 * (W - 1) + std::countr_zero(words[index(W - 1)]);
    }

    /// Calls f(square) for every member, in row-major order.
    template <class F>
    constexpr void for_each(F&& f) const {
        for (int i = 0; i < W; ++i) {
            for (std::uint64_t rest = words[index(i)]; rest != 0; rest &= rest - 1) f(64 * i + std::countr_zero(rest));
        }
    }

    /// Every square moved up by `distance` indices, 0 <= distance < 64.
    [[nodiscard]] constexpr Bits shifted_up(int distance) const {
        assert(distance >= 0 && distance < 64);
        Bits out;
        if constexpr (W == 1) {
            out.words[0] = words[0] << distance;
        } else {
            for (int i = W - 1; i >= 0; --i) {
                out.words[index(i)] = words[index(i)] << distance;
                if (i > 0 && distance > 0) out.words[index(i)] |= words[index(i - 1)] >> (64 - distance);
            }
        }
        return out;
    }

    /// Every square moved down by `distance` indices, 0 <= distance < 64.
    [[nodiscard]] constexpr Bits shifted_down(int distance) const {
        assert(distance >= 0 && distance < 64);
        Bits out;
        if constexpr (W == 1) {
            out.words[0] = words[0] >> distance;
        } else {
            for (int i = 0; i < W; ++i) {
                out.words[index(i)] = words[index(i)] >> distance;
                if (i + 1 < W && distance > 0) out.words[index(i)] |= words[index(i + 1)] << (64 - distance);
            }
        }
        return out;
    }

    constexpr Bits& operator&=(const Bits& other) {
        return combine(other, [](auto a, auto b) { return a & b; });
    }
    constexpr Bits& operator|=(const Bits& other) {
        return combine(other, [](auto a, auto b) { return a | b; });
    }
    constexpr Bits& operator^=(const Bits& other) {
        return combine(other, [](auto a, auto b) { return a ^ b; });
    }
    /// Set difference.
    constexpr Bits& operator-=(const Bits& other) {
        return combine(other, [](auto a, auto b) { return a & ~b; });
    }

    friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
    friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
    friend constexpr Bits operator^(Bits a, const Bits& b) { return a ^= b; }
    friend constexpr Bits operator-(Bits a, const Bits& b) { return a -= b; }
    friend constexpr bool operator==(const Bits&, const Bits&) = default;

    /// The same set in another width; the members must fit.
    template <int V>
    [[nodiscard]] constexpr Bits<V> resized() const {
        Bits<V> out;
        for (int i = 0; i < W; ++i) {
            if (i < V) {
                out.words[static_cast<std::size_t>(i)] = words[index(i)];
            } else {
                assert(words[index(i)] == 0);
            }
        }
        return out;
    }

private:
    static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
    static constexpr std::size_t word_of(int square) {
        assert(square >= 0 && square < kCapacity);
        if constexpr (W == 1) return 0;
        return static_cast<std::size_t>(square) / 64;
    }
    template <class F>
    constexpr Bits& combine(const Bits& other, F f) {
        for (int i = 0; i < W; ++i) words[index(i)] = f(words[index(i)], other.words[index(i)]);
        return *this;
    }
};

/// The widths that exist: enough words for every board from 1x1 to 26x26.
inline constexpr int kMaxSide = 26;
inline constexpr int kMaxWords = 11;

/// The narrowest width that holds a board of `squares` squares.
constexpr int words_for(int squares) { return squares <= 64 ? 1 : squares <= 256 ? 4 : kMaxWords; }

}  // namespace foray
