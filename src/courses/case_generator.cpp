#include "foray/courses/case_generator.h"

#include <algorithm>

#include "foray/board/random.h"
#include "foray/courses/mutants.h"

namespace foray {
namespace {

/// Nodes times squares that a case may have: what a plain Python program, which looks at every square of a leaf, does in half a second.
constexpr std::uint64_t kWork = 300'000;

/// Candidates for a case: as many as the first number, and on to the second while there are mistakes that nothing has caught.
constexpr int kFewestTries = 6;
constexpr int kMostTries = 300;

/// Cases that should catch each mistake.
constexpr std::size_t kEnough = 2;

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
    constexpr int kLargest[] = {kMaxValue, 9, 3, 3};
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

/// The greatest depth up to `depth` at which the search stays within `nodes`.
int affordable(const GameSpec& spec, const WidePosition& position, TextbookOptions options, std::uint64_t nodes) {
    for (; options.depth > 1; --options.depth) {
        if (TextbookSearcher(spec, options).search(position, nodes).complete) break;
    }
    return options.depth;
}

/// One of a battle's players, for its first search; later ones are smaller, and each side makes about half of them.
SquirrelsPlayer random_fighter(Dice& dice, const SquirrelsInput& input, bool second_colour) {
    SquirrelsPlayer player{second_colour, static_cast<SquirrelsTask>(dice.between(1, 3)), dice.between(1, 3)};
    const auto empty = static_cast<std::uint64_t>(input.position.empty.count());
    const std::uint64_t nodes = kWork / 25 / (empty / 4 + 1);
    player.depth = affordable(input.spec, input.position, search_options(player), nodes);
    return player;
}

SquirrelsInput random_squirrels(Dice& dice, SquirrelsTask task) {
    SquirrelsInput input;
    input.task = task;
    input.spec = default_spec(Variant::kSquirrels);
    fill_values(dice, input.spec);
    input.position = random_pieces(dice, input.spec, 0);
    const bool second = input.position.second_to_move;
    if (task == SquirrelsTask::kBattle) {
        input.players[0] = random_fighter(dice, input, second);
        input.players[1] = random_fighter(dice, input, !second);
        return input;
    }
    input.players[0] = {second, task, 1};
    if (task == SquirrelsTask::kGreedy) return input;
    input.players[0].depth = dice.between(1, 4);
    input.players[0].depth = affordable(input.spec, input.position, search_options(input.players[0]), kWork / 25);
    return input;
}

StakeraidInput random_stakeraid(Dice& dice, StakeraidMode mode) {
    constexpr int kUsualSide = 10;
    StakeraidInput input;
    input.mode = mode;
    // One board in eight is a wide one, as the assignment allows; mostly full, because a leaf of it is as much work as ten others.
    const bool wide = dice.between(1, 8) == 1;
    const int side = wide ? dice.between(kUsualSide + 1, kMaxSide) : dice.between(2, kUsualSide);
    input.spec = default_spec(Variant::kStakeraid, side, side);
    fill_values(dice, input.spec);
    input.position = random_pieces(dice, input.spec, wide ? side * side * 4 / 5 : side);
    input.depth = dice.between(1, 4);
    input.depth = affordable(input.spec, input.position, search_options(input), kWork / static_cast<std::uint64_t>(side * side));
    return input;
}

CourseInput candidate(Assignment assignment, Dice& dice, int index) {
    if (assignment == Assignment::kSquirrels) return random_squirrels(dice, static_cast<SquirrelsTask>(1 + index % 4));
    return random_stakeraid(dice, index % 2 == 0 ? StakeraidMode::kMinimax : StakeraidMode::kAlphaBeta);
}

/// A candidate and the mutants, by number, that it catches of those not caught often enough.
struct Choice {
    CourseInput input;
    std::vector<std::size_t> caught{};
    int gain = -1;
};

Choice best_candidate(Assignment assignment, std::uint64_t seed, int index, const CaseSet& so_far) {
    constexpr int kFirstCatch = 100;
    const auto mutants = mutants_of(assignment);
    Choice best;
    for (int attempt = 0; attempt < kMostTries; ++attempt) {
        Dice dice(seed, static_cast<std::uint64_t>(index) * kMostTries + static_cast<std::uint64_t>(attempt));
        Choice choice{candidate(assignment, dice, index), {}, 0};
        const CourseFiles reference = reference_files(choice.input);
        bool any_open = false;
        bool any_uncaught = false;
        for (std::size_t m = 0; m < mutants.size(); ++m) {
            const std::size_t before = so_far.caught_by[m].size();
            if (before >= kEnough) continue;
            any_open = true;
            any_uncaught = any_uncaught || before == 0;
            if (!fails(mutants[m], choice.input, reference)) continue;
            choice.caught.push_back(m);
            choice.gain += before == 0 ? kFirstCatch : 1;
        }
        if (choice.gain > best.gain) best = std::move(choice);
        const bool content = any_uncaught ? best.gain >= kFirstCatch : best.gain > 0 || attempt >= 10 * kFewestTries;
        if (!any_open || (attempt + 1 >= kFewestTries && content)) break;
    }
    return best;
}

}  // namespace

std::vector<std::string_view> CaseSet::uncaught(Assignment assignment) const {
    std::vector<std::string_view> out;
    for (std::size_t m = 0; m < caught_by.size(); ++m) {
        if (caught_by[m].empty()) out.push_back(mutants_of(assignment)[m].mistake);
    }
    return out;
}

CaseSet telling_cases(Assignment assignment, std::uint64_t seed, int count) {
    CaseSet set;
    set.caught_by.resize(mutants_of(assignment).size());
    for (int index = 0; index < count; ++index) {
        Choice choice = best_candidate(assignment, seed, index, set);
        for (const std::size_t m : choice.caught) set.caught_by[m].push_back(index);
        set.inputs.push_back(std::move(choice.input));
    }
    return set;
}

}  // namespace foray
