// Networks with random weights, for tests.
#pragma once

#include <gtest/gtest.h>

#include <utility>

#include "foray/board/random.h"
#include "foray/engine/network.h"

namespace foray::test {

inline int between(std::uint64_t& seed, int least, int most) {
    return least + static_cast<int>(splitmix64(seed) % static_cast<std::uint64_t>(most - least + 1));
}

// Of networks with square windows.
inline constexpr int kWindows = 36;
inline constexpr int kStates = 81;

inline NetworkParameters random_parameters(int hidden, std::uint64_t seed, int phases = 1, int largest = 80, int looks = 1,
                                           WindowShape shape = WindowShape::kSquare) {
    NetworkParameters p;
    p.shape = shape;
    p.looks = looks;
    p.hidden = hidden;
    p.phases = phases;
    p.about = "random";
    const auto fill = [&](std::vector<std::int16_t>& out, std::size_t count, int most) {
        for (std::size_t i = 0; i < count; ++i) out.push_back(static_cast<std::int16_t>(between(seed, -most, most)));
    };
    const auto filters = static_cast<std::size_t>(p.filters());
    fill(p.windows, static_cast<std::size_t>(p.inputs()) * filters, largest);
    fill(p.biases, filters, 200);
    fill(p.outputs, filters * static_cast<std::size_t>(phases), 128);
    p.output_biases.clear();
    for (int phase = 0; phase < p.phases; ++phase) p.output_biases.push_back(between(seed, -10'000, 10'000));
    return p;
}

inline Network network_of(NetworkParameters p) {
    auto made = Network::make(std::move(p));
    EXPECT_TRUE(made) << made.error().message();
    return std::move(made).value();
}

/// Random pieces on random numbers of squares.
inline std::pair<std::uint64_t, std::uint64_t> random_pieces(std::uint64_t& seed) {
    constexpr std::uint64_t kBoard = (std::uint64_t{1} << 49) - 1;
    const std::uint64_t some = splitmix64(seed) & kBoard;
    const std::uint64_t side = splitmix64(seed);
    return {some & side, some & ~side};
}

/// Values that differ, and are those of plain loops.
inline void expect_plain_values(const Network& network, std::uint64_t seed) {
    int different = 0;
    int last = 0;
    for (int i = 0; i < 300; ++i) {
        const auto [own, other] = random_pieces(seed);
        const int value = network.evaluate(own, other);
        ASSERT_EQ(value, network.evaluate_plainly(own, other)) << network.parameters().hidden << " units, position " << i;
        different += value != last ? 1 : 0;
        last = value;
    }
    EXPECT_GT(different, 250) << "the values of a random network differ";
}

}  // namespace foray::test
