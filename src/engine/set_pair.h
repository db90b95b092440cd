// Two sets of squares side by side, so that what is asked about both sides of a game is worked out for both at once: word i of either set
// is one lane of a vector.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "foray/board/bits.h"

namespace foray::engine {

template <int W>
class SetPair {
public:
    SetPair(const Bits<W>& first, const Bits<W>& second) {
        for (std::size_t i = 0; i < W; ++i) lanes_[i] = Lanes{first.words[i], second.words[i]};
    }

    [[nodiscard]] Bits<W> first() const { return lane(0); }
    [[nodiscard]] Bits<W> second() const { return lane(1); }
    [[nodiscard]] SetPair exchanged() const {
        return each([&](std::size_t i) { return __builtin_shufflevector(lanes_[i], lanes_[i], 1, 0); });
    }

    /// How many members the first set has more than the second.
    [[nodiscard]] int lead() const {
        int total = 0;
        for (const Lanes& word : lanes_) total += std::popcount(word[0]) - std::popcount(word[1]);
        return total;
    }

    /// Every square moved by `distance` indices, 0 < distance < 64.
    [[nodiscard]] SetPair shifted_up(int distance) const {
        return each([&](std::size_t i) {
            const Lanes here = lanes_[i] << both(distance);
            return i == 0 ? here : here | lanes_[i - 1] >> both(64 - distance);
        });
    }
    [[nodiscard]] SetPair shifted_down(int distance) const {
        return each([&](std::size_t i) {
            const Lanes here = lanes_[i] >> both(distance);
            return i + 1 == W ? here : here | lanes_[i + 1] << both(64 - distance);
        });
    }

    friend SetPair operator&(const SetPair& a, const SetPair& b) {
        return a.each([&](std::size_t i) { return a.lanes_[i] & b.lanes_[i]; });
    }
    friend SetPair operator|(const SetPair& a, const SetPair& b) {
        return a.each([&](std::size_t i) { return a.lanes_[i] | b.lanes_[i]; });
    }
    friend SetPair operator^(const SetPair& a, const SetPair& b) {
        return a.each([&](std::size_t i) { return a.lanes_[i] ^ b.lanes_[i]; });
    }
    /// Set difference.
    friend SetPair operator-(const SetPair& a, const SetPair& b) {
        return a.each([&](std::size_t i) { return a.lanes_[i] & ~b.lanes_[i]; });
    }
    friend SetPair operator&(const SetPair& a, const Bits<W>& b) { return a & SetPair(b, b); }

private:
    using Lanes __attribute__((vector_size(16))) = std::uint64_t;

    SetPair() = default;
    template <class F>
    [[nodiscard]] SetPair each(F&& word) const {
        SetPair out;
        for (std::size_t i = 0; i < W; ++i) out.lanes_[i] = word(i);
        return out;
    }
    [[nodiscard]] static Lanes both(int number) {
        const auto n = static_cast<std::uint64_t>(number);
        return Lanes{n, n};
    }
    [[nodiscard]] Bits<W> lane(int side) const {
        Bits<W> out;
        for (std::size_t i = 0; i < W; ++i) out.words[i] = lanes_[i][side];
        return out;
    }

    std::array<Lanes, W> lanes_;
};

}  // namespace foray::engine
