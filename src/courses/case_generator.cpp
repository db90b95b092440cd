#include "foray/courses/case_generator.h"

#include <algorithm>

#include "foray/board/random.h"

namespace foray {
namespace {

/// Leaves that a search may have: what a plain Python program does in about a second.
constexpr double kMinimaxLeaves = 20'000;
constexpr double kAlphaBetaLeaves = 200'000;  // before cuts

class Dice {
public:
    Dice(std::uint64_t seed, std::uint64_t index) : state_(seed) {
        state_ = splitmix64(state_) + index;
        state_ = splitmix64(state_);
    }
    /// least .. most.
    int between(int least, int most) { return least + static_cast<int>(splitmix64(state_) % static_cast<std::uint64_t>(most - least + 1)); }

private:
    std::uint64_t state_;
};

void fill_values(Dice& dice, GameSpec& spec) {
    constexpr int kLargest[] = {kMaxValue, kMaxValue, 9, 3};
    const int most = kLargest[dice.between(0, 3)];
    for (auto& value : spec.values) value = static_cast<std::uint8_t>(dice.between(kMinValue, most));
}

/// A random number of pieces of both sides; at least one square stays empty.
WidePosition random_pieces(Dice& dice, const GameSpec& spec, int least_pieces) {
    WidePosition position;
    position.empty = WideBits::first(spec.squares());
    position.second_to_move = dice.between(0, 1) == 1;
    const int pieces = dice.between(std::min(least_pieces, spec.squares() - 1), spec.squares() - 1);
    while (position.occupied().count() < pieces) {
        const int square = dice.between(0, spec.squares() - 1);
        if (!position.empty.has(square)) continue;
        position.empty = position.empty - WideBits::single(square);
        (dice.between(0, 1) == 0 ? position.own : position.opp).add(square);
    }
    position.plies = static_cast<std::uint32_t>(pieces);
    return position;
}

/// Lines of play of this depth with `kinds` moves a square at most.
double leaves(int empty, int depth, int kinds) {
    double product = 1;
    for (; depth > 0 && empty > 0; --depth, --empty) product *= empty * kinds;
    return product;
}

int affordable(int depth, int empty, int kinds, double budget) {
    while (depth > 1 && leaves(empty, depth, kinds) > budget) --depth;
    return depth;
}

double budget_of(SquirrelsTask algorithm) { return algorithm == SquirrelsTask::kAlphaBeta ? kAlphaBetaLeaves : kMinimaxLeaves; }

SquirrelsPlayer random_fighter(Dice& dice, bool second_colour, int empty) {
    SquirrelsPlayer player{second_colour, static_cast<SquirrelsTask>(dice.between(1, 3)), 1};
    if (player.algorithm == SquirrelsTask::kGreedy) return player;
    // A battle searches about `empty` / 2 times for each side.
    player.depth = affordable(dice.between(1, 3), empty, 1, budget_of(player.algorithm) / empty);
    return player;
}

}  // namespace

SquirrelsInput random_squirrels(std::uint64_t seed, std::uint64_t index) {
    Dice dice(seed, index);
    SquirrelsInput input;
    input.task = static_cast<SquirrelsTask>(1 + index % 4);
    input.spec = default_spec(Variant::kSquirrels);
    fill_values(dice, input.spec);
    input.position = random_pieces(dice, input.spec, 0);
    const bool second = input.position.second_to_move;
    const int empty = input.position.empty.count();
    if (input.task == SquirrelsTask::kBattle) {
        input.players = {random_fighter(dice, second, empty), random_fighter(dice, !second, empty)};
        return input;
    }
    input.players[0] = {second, input.task, 1};
    if (input.task != SquirrelsTask::kGreedy) input.players[0].depth = affordable(dice.between(1, 4), empty, 1, budget_of(input.task));
    return input;
}

StakeraidInput random_stakeraid(std::uint64_t seed, std::uint64_t index) {
    constexpr int kLargestSide = 10;
    Dice dice(seed, index);
    StakeraidInput input;
    input.mode = index % 2 == 0 ? StakeraidMode::kMinimax : StakeraidMode::kAlphaBeta;
    const int side = dice.between(2, kLargestSide);
    input.spec = default_spec(Variant::kStakeraid, side, side);
    fill_values(dice, input.spec);
    input.position = random_pieces(dice, input.spec, side);
    const double budget = input.mode == StakeraidMode::kMinimax ? kMinimaxLeaves : kAlphaBetaLeaves;
    input.depth = affordable(dice.between(1, 4), input.position.empty.count(), 2, budget);
    return input;
}

}  // namespace foray
