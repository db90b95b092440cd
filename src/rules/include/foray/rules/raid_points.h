// Formulas of the raid family that every search of it uses, each in one place: what a move gains, what lies beside a square, what is
// settled for good, and which symmetries of the board keep the values.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "foray/board/bits.h"
#include "foray/board/gather.h"
#include "foray/board/geometry.h"
#include "foray/board/symmetry.h"
#include "foray/rules/game_spec.h"

namespace foray {

/// What a move changes in the margin (own points minus the other's): the square is won, and what is captured changes sides, so it counts
/// twice. A drop captures nothing.
constexpr int move_gain(int square_value, int captured_points) { return square_value + 2 * captured_points; }

/// The occupied squares that can never change hands: a piece turns only when an empty neighbour of it is played, and they have none.
template <int W>
[[nodiscard]] Bits<W> settled_squares(const Geometry<W>& geometry, const Bits<W>& empty) {
    return geometry.board() - empty - geometry.orthogonal_neighbours(empty);
}

/// Whether a symmetry takes every square to one of the same value.
[[nodiscard]] inline bool keeps_values(const SquareMap& map, const std::vector<std::uint8_t>& values) {
    for (std::size_t square = 0; square < values.size(); ++square) {
        if (values[square] != values[static_cast<std::size_t>(map(static_cast<int>(square)))]) return false;
    }
    return true;
}

/// What a table of neighbours answers: their points, or what a raid that captures them gains.
enum class NeighbourTable : std::uint8_t { kPoints, kGains };

/// The points of those neighbours of a square that are in a set, on boards of up to 64 squares: which of the four neighbours they are picks
/// one of 16 answers worked out beforehand. `Int` holds the largest of them.
template <class Int, NeighbourTable kTable = NeighbourTable::kPoints>
class NeighbourPoints {
public:
    /// `value_of(square)` says what a square is worth, in whatever unit the caller counts in.
    template <class F>
    NeighbourPoints(const Geometry<1>& geometry, F&& value_of) {
        const std::vector<Bits<1>> near = geometry.reach_table(kOrthogonalSteps);
        for (std::size_t square = 0; square < near.size(); ++square) {
            near_[square] = near[square].words[0];
            values_[square] = static_cast<Int>(value_of(static_cast<int>(square)));
        }
        for (std::size_t square = 0; square < near.size(); ++square) {
            for (std::uint64_t choice = 0; choice < 16; ++choice) {
                answers_[square][choice] = static_cast<Int>(one_by_one(square, spread_bits(choice, near_[square])));
            }
        }
    }

    [[nodiscard]] int value(int square) const { return values_[static_cast<std::size_t>(square)]; }
    /// The neighbours of a square.
    [[nodiscard]] std::uint64_t near(int square) const { return near_[static_cast<std::size_t>(square)]; }
    [[nodiscard]] int operator()(int square, std::uint64_t set) const {
        if constexpr (kGathersQuickly) return answers_[static_cast<std::size_t>(square)][gather_bits(set, near(square))];
        return one_by_one(static_cast<std::size_t>(square), set & near(square));
    }

private:
    [[nodiscard]] int one_by_one(std::size_t square, std::uint64_t few) const {
        int sum = 0;
        for (; few != 0; few &= few - 1) sum += value(std::countr_zero(few));
        return kTable == NeighbourTable::kGains ? move_gain(values_[square], sum) : sum;
    }

    std::array<std::uint64_t, 64> near_{};
    std::array<Int, 64> values_{};
    std::array<std::array<Int, 16>, 64> answers_{};
};

}  // namespace foray
