#include "foray/courses/case_generator.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "foray/board/random.h"
#include "foray/courses/mutants.h"

namespace foray {
namespace {

/// Nodes times squares that a case may have: what a plain Python program, which looks at every square of a leaf, does in half a second.
constexpr std::uint64_t kWork = 300'000;

/// Candidates for a case: as many as the first number, and on to the second while there are mistakes that nothing has caught.
constexpr int kFewestTries = 8;
constexpr int kMostTries = 300;
/// The first cases of a set need not catch everything: what they are not about comes later.
constexpr int kMostTriesAtFirst = 30;
constexpr int kFirstCases = 14;

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

/// What a case is about: every set has all of them, for every task. Mistakes hide where a search never goes.
enum class Regime : std::uint8_t {
    kPlain,     ///< any board, any values
    kLosing,    ///< the mover is far behind, whatever it does
    kLate,      ///< few squares are left, fewer than plies
    kTies,      ///< small values: many moves are worth the same
    kWinning,   ///< the mover is far ahead
    kOpening,   ///< few pieces, of one side perhaps none
    kHugeLoss,  ///< Stake & Raid: the widest boards that there are, and the largest totals
    kHugeLead,
};

/// What the cases of one task are about, in turn, and how deep they search: even depths and odd ones, because a search that ends at one of
/// its own nodes does not show what happens at the other's.
struct Subject {
    Regime regime;
    int depth;
    bool second_moves = false;  ///< takes turns, so that every task is asked of both sides
    int turn = 0;
};

constexpr Subject kSquirrelsSubjects[] = {{Regime::kLosing, 2},  {Regime::kPlain, 3},  {Regime::kLate, 6},  {Regime::kTies, 3},
                                          {Regime::kWinning, 4}, {Regime::kPlain, 1},  {Regime::kPlain, 2}, {Regime::kLosing, 3},
                                          {Regime::kLate, 4},    {Regime::kOpening, 2}};
constexpr Subject kStakeraidSubjects[] = {{Regime::kPlain, 2},    {Regime::kLosing, 3},  {Regime::kLate, 5},     {Regime::kTies, 2},
                                          {Regime::kHugeLoss, 2}, {Regime::kWinning, 4}, {Regime::kHugeLead, 2}, {Regime::kOpening, 3},
                                          {Regime::kPlain, 4},    {Regime::kTies, 1}};

bool is_huge(Regime regime) { return regime == Regime::kHugeLoss || regime == Regime::kHugeLead; }
bool is_losing(Regime regime) { return regime == Regime::kLosing || regime == Regime::kHugeLoss; }
bool is_lopsided(Regime regime) { return is_losing(regime) || regime == Regime::kWinning || regime == Regime::kHugeLead; }

void fill_values(Dice& dice, GameSpec& spec, Regime regime) {
    constexpr int kLargest[] = {kMaxValue, kMaxValue, 9, 3};
    int most = regime == Regime::kTies ? dice.between(1, 3) : kLargest[dice.between(0, 3)];
    int least = kMinValue;
    if (is_lopsided(regime)) {
        most = kMaxValue;
        least = is_huge(regime) ? kMaxValue - 1 : kMaxValue - 15;
    }
    for (auto& value : spec.values) value = static_cast<std::uint8_t>(dice.between(least, most));
}

/// How many pieces there are; at least one square stays empty.
int piece_count(Dice& dice, const GameSpec& spec, Regime regime, int least) {
    const int squares = spec.squares();
    int most = squares - 1;
    switch (regime) {
        case Regime::kLate: least = std::max(least, squares - 5); break;
        case Regime::kOpening: most = std::min(most, std::max(least, 3)); break;
        case Regime::kHugeLoss:
        case Regime::kHugeLead: least = squares - 6; break;
        case Regime::kLosing:
        case Regime::kWinning: least = std::max(least, squares * 8 / 10); break;
        default: break;
    }
    return dice.between(std::min(least, most), most);
}

/// A random number of pieces of both sides, in any proportion.
WidePosition random_pieces(Dice& dice, const GameSpec& spec, Regime regime, int least_pieces) {
    WidePosition position;
    position.empty = WideBits::first(spec.squares());
    const int pieces = piece_count(dice, spec, regime, least_pieces);
    // Of a hundred pieces, the mover's.
    int share = dice.between(1, 3) == 1 ? dice.between(0, 100) : 50;
    if (is_lopsided(regime)) share = is_huge(regime) ? dice.between(0, 1) : dice.between(0, 8);
    if (is_lopsided(regime) && !is_losing(regime)) share = 100 - share;
    while (position.occupied().count() < pieces) {
        const int square = dice.between(0, spec.squares() - 1);
        if (!position.empty.has(square)) continue;
        position.empty = position.empty - WideBits::single(square);
        (dice.between(1, 100) <= share ? position.own : position.opp).add(square);
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

/// The depth that was asked for, where a plain program can afford it: squares are filled until it can, or, of a board that has to stay
/// open, plies are taken away.
int fit(Dice& dice, const GameSpec& spec, WidePosition& position, TextbookOptions options, std::uint64_t nodes, Regime regime) {
    if (regime == Regime::kOpening) return affordable(spec, position, options, nodes);
    while (options.depth > 1 && position.empty.count() > 1 && !TextbookSearcher(spec, options).search(position, nodes).complete) {
        const int left = std::max(1, position.empty.count() * 3 / 4);
        // In the proportion that the board has.
        const int own = position.own.count() + 1;
        const int all = position.occupied().count() + 2;
        while (position.empty.count() > left) {
            const int square = dice.between(0, spec.squares() - 1);
            if (!position.empty.has(square)) continue;
            position.empty = position.empty - WideBits::single(square);
            (dice.between(1, all) <= own ? position.own : position.opp).add(square);
            ++position.plies;
        }
    }
    return options.depth;
}

/// Who fights: algorithms and depths that no mix-up of them leaves as they are. Greedy has depth 1 in every published case.
struct Battle {
    SquirrelsTask algorithm[2];
    int depth[2];
};
constexpr Battle kBattles[] = {{{SquirrelsTask::kAlphaBeta, SquirrelsTask::kMinimax}, {2, 1}},
                               {{SquirrelsTask::kGreedy, SquirrelsTask::kAlphaBeta}, {1, 2}},
                               {{SquirrelsTask::kMinimax, SquirrelsTask::kAlphaBeta}, {3, 4}},
                               {{SquirrelsTask::kMinimax, SquirrelsTask::kGreedy}, {3, 1}},
                               {{SquirrelsTask::kAlphaBeta, SquirrelsTask::kMinimax}, {1, 3}}};

/// One of a battle's players; searches get smaller, and each side makes about half of them.
SquirrelsPlayer fighter(Dice& dice, SquirrelsInput& input, const Battle& battle, int which, bool second_colour) {
    SquirrelsPlayer player{second_colour, battle.algorithm[which], battle.depth[which]};
    const auto empty = static_cast<std::uint64_t>(input.position.empty.count());
    const std::uint64_t nodes = kWork / 25 / (empty / 4 + 1);
    fit(dice, input.spec, input.position, search_options(player), nodes, Regime::kPlain);
    return player;
}

SquirrelsInput random_squirrels(Dice& dice, SquirrelsTask task, Subject subject) {
    SquirrelsInput input;
    input.task = task;
    input.spec = default_spec(Variant::kSquirrels);
    fill_values(dice, input.spec, subject.regime);
    input.position = random_pieces(dice, input.spec, subject.regime, 0);
    input.position.second_to_move = subject.second_moves;
    const bool second = input.position.second_to_move;
    if (task == SquirrelsTask::kBattle) {
        const Battle& battle = kBattles[static_cast<std::size_t>(subject.turn) % std::size(kBattles)];
        input.players[0] = fighter(dice, input, battle, 0, second);
        input.players[1] = fighter(dice, input, battle, 1, !second);
        return input;
    }
    input.players[0] = {second, task, 1};
    if (task == SquirrelsTask::kGreedy) {
        // One ply cannot make up for a board that is all the other's: whoever starts from -999 finds no move.
        if (is_losing(subject.regime)) {
            input.position.opp = input.position.opp | input.position.own;
            input.position.own = {};
        }
        return input;
    }
    input.players[0].depth = subject.depth;
    input.players[0].depth = fit(dice, input.spec, input.position, search_options(input.players[0]), kWork / 25, subject.regime);
    return input;
}

StakeraidInput random_stakeraid(Dice& dice, StakeraidMode mode, Subject subject) {
    const Regime regime = subject.regime;
    constexpr int kUsualSide = 10;
    StakeraidInput input;
    input.mode = mode;
    // One board in eight is a wide one, as the assignment allows; mostly full, because a leaf of it is as much work as ten others.
    const bool wide = dice.between(1, 8) == 1;
    int side = wide ? dice.between(kUsualSide + 1, kMaxSide) : dice.between(2, kUsualSide);
    if (regime == Regime::kLosing || regime == Regime::kWinning) side = dice.between(5, kUsualSide + 5);
    if (is_huge(regime)) side = kMaxSide;
    input.spec = default_spec(Variant::kStakeraid, side, side);
    fill_values(dice, input.spec, regime);
    input.position = random_pieces(dice, input.spec, regime, wide ? side * side * 4 / 5 : std::min(side, 6));
    input.position.second_to_move = subject.second_moves;
    input.depth = subject.depth;
    input.depth = fit(dice, input.spec, input.position, search_options(input), kWork / static_cast<std::uint64_t>(side * side), regime);
    return input;
}

/// Tasks of Squirrels, modes of Stake & Raid: students write a function for each.
int task_count(Assignment assignment) { return assignment == Assignment::kSquirrels ? 4 : 2; }

CourseInput candidate(Assignment assignment, Dice& dice, int index) {
    const int tasks = task_count(assignment);
    const int turn = index / tasks;
    const auto subject_of = [&](std::span<const Subject> subjects) {
        Subject subject = subjects[static_cast<std::size_t>(turn) % subjects.size()];
        subject.turn = turn;
        subject.second_moves = (turn + index) % 2 == 1;
        return subject;
    };
    if (assignment == Assignment::kSquirrels)
        return random_squirrels(dice, static_cast<SquirrelsTask>(1 + index % tasks), subject_of(kSquirrelsSubjects));
    return random_stakeraid(dice, index % tasks == 0 ? StakeraidMode::kMinimax : StakeraidMode::kAlphaBeta, subject_of(kStakeraidSubjects));
}

/// A candidate and the mutants, by number, that it catches of those not caught often enough.
struct Choice {
    CourseInput input;
    std::vector<std::size_t> caught{};
    int gain = -1;
};

Choice best_candidate(Assignment assignment, std::uint64_t seed, int index, const CaseSet& so_far) {
    constexpr int kFirstCatch = 100;
    constexpr int kFirstOfTask = 10;
    const auto mutants = mutants_of(assignment);
    const int tasks = task_count(assignment);
    Choice best;
    const int most_tries = index < kFirstCases ? kMostTriesAtFirst : kMostTries;
    for (int attempt = 0; attempt < most_tries; ++attempt) {
        Dice dice(seed, static_cast<std::uint64_t>(index) * kMostTries + static_cast<std::uint64_t>(attempt));
        Choice choice{candidate(assignment, dice, index), {}, 0};
        const CourseFiles reference = reference_files(choice.input);
        bool any_open = false;
        bool any_uncaught = false;
        for (std::size_t m = 0; m < mutants.size(); ++m) {
            const std::vector<int>& cases = so_far.caught_by[m];
            const bool is_new_here = std::none_of(cases.begin(), cases.end(), [&](int one) { return one % tasks == index % tasks; });
            if (cases.size() >= kEnough && !is_new_here) continue;
            any_open = true;
            any_uncaught = any_uncaught || cases.empty();
            if (!fails(mutants[m], choice.input, reference)) continue;
            choice.caught.push_back(m);
            choice.gain += cases.empty() ? kFirstCatch : is_new_here ? kFirstOfTask : 1;
        }
        if (choice.gain > best.gain) best = std::move(choice);
        const bool content = any_uncaught ? best.gain >= kFirstCatch : best.gain > 0 || attempt >= kMostTriesAtFirst;
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
