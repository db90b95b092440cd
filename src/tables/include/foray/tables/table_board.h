// A small board of the Ataxx family as tables number its states.
//
// The playable squares (all but the blocked ones) are numbered from 0, row by row from the top left; a set of them is a 32-bit mask. A
// state is what the side to move sees: its own pieces and the other's; whose colour they have makes no difference. All states with the same
// number of pieces are a layer. A layer is ordered by the set of occupied squares (sets as numbers, ascending), and within such a block
// by which of its pieces are own:
//
//      playable squares 0 1 2 3, occupied {0, 2, 3}      own {0, 3} -> the block's bits 101 -> state 5 of the block's 8
//
// A move from a block leads to few other blocks, so that solving works on memory that lies close together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "foray/board/result.h"
#include "foray/rules/game.h"

namespace foray::tables {

using Mask = std::uint32_t;

struct State {
    Mask own = 0;
    Mask opp = 0;
    friend bool operator==(const State&, const State&) = default;
};

/// Where a state stands in a table.
struct Place {
    int pieces = 0;
    std::uint64_t index = 0;
    friend bool operator==(const Place&, const Place&) = default;
};

class TableBoard {
public:
    /// 3^20 states are 3.5 * 10^9; the layers of 21 squares would not fit into the memory of most machines.
    static constexpr int kMostSquares = 20;
    static constexpr int kMostSide = 9;

    /// An error for another family, and for boards of too many squares.
    [[nodiscard]] static Result<TableBoard> make(const GameSpec& spec, const WideBits& blocked = {});

    [[nodiscard]] const GameSpec& spec() const { return spec_; }
    [[nodiscard]] const WideBits& blocked() const { return blocked_; }
    [[nodiscard]] int squares() const { return static_cast<int>(playable_.size()); }
    [[nodiscard]] Mask all() const { return static_cast<Mask>((std::uint64_t{1} << squares()) - 1); }
    /// The squares to clone to from a square, and to jump to.
    [[nodiscard]] Mask near(int square) const { return near_[static_cast<std::size_t>(square)]; }
    [[nodiscard]] Mask jumps(int square) const { return jumps_[static_cast<std::size_t>(square)]; }

    /// The sets of so many squares, in the order of the layer's blocks.
    [[nodiscard]] const std::vector<Mask>& sets(int pieces) const { return sets_[static_cast<std::size_t>(pieces)]; }
    [[nodiscard]] std::uint32_t block_of(Mask occupied) const { return block_[occupied]; }
    [[nodiscard]] std::uint64_t states(int pieces) const { return static_cast<std::uint64_t>(sets(pieces).size()) << pieces; }
    [[nodiscard]] std::uint64_t states() const;

    [[nodiscard]] Place place_of(const State& state) const;
    [[nodiscard]] State state_at(const Place& place) const;
    /// Nothing if other squares are blocked in the position.
    [[nodiscard]] std::optional<State> state_of(const WidePosition& position) const;
    /// The state as a position with the first player to move, its clocks at their start.
    [[nodiscard]] WidePosition position_of(const State& state) const;

    /// "ataxx-4x5", with blocked squares "ataxx-5x5-without-c3-c4".
    [[nodiscard]] std::string name() const;

private:
    TableBoard(GameSpec spec, const WideBits& blocked);

    GameSpec spec_;
    WideBits blocked_;
    std::vector<int> playable_;  ///< the board's number of every playable square
    std::vector<Mask> near_;
    std::vector<Mask> jumps_;
    std::vector<std::vector<Mask>> sets_;
    std::vector<std::uint32_t> block_;
};

}  // namespace foray::tables
