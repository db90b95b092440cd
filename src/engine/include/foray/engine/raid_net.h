// A learned evaluation of raid positions on boards of up to 64 squares, whatever the squares are worth. Its inputs know no square by name:
// a piece is told by how many empty neighbours only its owner can raid and how many both sides can, an empty square by its own, enemy and
// empty neighbours, and each kind is counted by squares and by values. So the same numbers serve every board. `foray tune --game wargame`
// finds them; docs/learning.md tells how.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "foray/rules/position.h"
#include "foray/rules/raid_rules.h"

namespace foray {

struct RaidNet {
    /// Units of the hidden layer. All but the last are cut off below 0; the last is passed on as it is.
    static constexpr std::size_t kUnits = 16;
    static constexpr int kOne = 1024;  ///< what 1.0 is
    /// Larger weights are refused by those who make them: sums over 64 squares stay within 16 bits.
    static constexpr int kMost = 2 * kOne - 8;
    using Row = std::array<std::int16_t, kUnits>;

    // Inputs come in pairs: what is counted once by values, in units of the mean square, and once by squares. The last four are those of
    // the position as a whole: the move, the move if the number of empties is odd, the best raid of the side to move, that of the other;
    // each once as it is and once times the phase.
    static constexpr std::size_t kPieces = 0;                      ///< [owner][of 15 kinds]
    static constexpr std::size_t kEmpties = kPieces + 2 * 2 * 15;  ///< [of 35 kinds]
    static constexpr std::size_t kWhole = kEmpties + 2 * 35;
    static constexpr std::size_t kInputs = kWhole + 2 * 4;

    std::array<Row, kInputs> inputs;
    Row outputs;

    /// The first of a pair of inputs. `owner` is 0 for the side to move.
    static constexpr std::size_t piece(int owner, int own_only, int contested) {
        return kPieces + 2 * (static_cast<std::size_t>(owner) * 15 + of_two(own_only, contested));
    }
    static constexpr std::size_t empty(int own, int enemy, int empties) {
        // As many kinds as there are with fewer own neighbours come first: 15, 10, 6, 3, 1 of them.
        constexpr std::array<std::size_t, 5> kBefore = {0, 15, 25, 31, 34};
        const auto left = static_cast<std::size_t>(4 - own);
        const auto e = static_cast<std::size_t>(enemy);
        return kEmpties +
               2 * (kBefore[static_cast<std::size_t>(own)] + e * (left + 1) - e * (e - 1) / 2 + static_cast<std::size_t>(empties));
    }
    /// How full of empties a board is, in 24ths; boards larger than those that were learned from are no emptier than they.
    static constexpr int phase(int empties) { return std::min(empties, 48); }

private:
    /// Numbers the pairs whose sum is at most four.
    static constexpr std::size_t of_two(int a, int b) {
        const auto first = static_cast<std::size_t>(a);
        return first * 5 - first * (first - 1) / 2 + static_cast<std::size_t>(b);
    }
};

extern const RaidNet kRaidNet;

/// What a position shows to the network, and what the network makes of it in mean squares: by plain loops, for training and tests.
using RaidInputs = std::array<float, RaidNet::kInputs>;
[[nodiscard]] RaidInputs raid_inputs(const RaidRules<1>& rules, const Position<1>& position);

}  // namespace foray
