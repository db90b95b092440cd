// The numbers of the search that matches decide: where heuristics begin and how far they go. Each game family has its own.
//
// One line here is all that a new number needs besides its use: name, value in the raid family, value in the Ataxx family, least, most, and
// what it says. `engine:NAME=VALUE` sets one for a player, so that two settings can play each other; `foray tune --spsa` moves them.
#pragma once

#include <string_view>

#include "foray/rules/game.h"

namespace foray {

// Margins are in hundredths of a piece, or of a square of mean value.
// clang-format off
#define FORAY_PARAMETERS(ONE)                                                                                                     \
    ONE(reverse_depth,    6,   6,  0,   20, "the deepest search that may end at once far above beta")                             \
    ONE(reverse_margin,  50,  31,  0, 1000, "far above: this much for every ply")                                                 \
    ONE(futility_depth,   3,   0,  0,   20, "the deepest search in which moves must gain enough to come up to alpha")              \
    ONE(futility_margin, 50,  50,  0, 1000, "what play may gain beside, for every ply but the last")                              \
    ONE(hopeless_depth,   0,   6,  0,   20, "the deepest search that gives up far below alpha, ...")                              \
    ONE(hopeless_after,   3,   3,  1,  200, "... after so many moves; ...")                                                       \
    ONE(hopeless_base,  100, 100,  0, 1000, "... far below: this much, ...")                                                      \
    ONE(hopeless_step,   50,  50,  0, 1000, "... and this much for every ply")                                                    \
    ONE(late_depth,       4,   2,  0,   20, "the deepest search that leaves out the last moves")                                  \
    ONE(late_base,        4,   6,  1,  200, "moves that are searched there, ...")                                                 \
    ONE(late_step,        3,   2,  0,  100, "... and as many more for every ply squared")                                         \
    ONE(reduce_from,      3,   2,  1,   50, "moves that are not reduced")                                                         \
    ONE(reduce_base,     70, 160,  0,  300, "hundredths of a ply that a later move loses at first, ...")                          \
    ONE(reduce_slope,    50,  40,  0,  300, "... and for every logarithm of depth times logarithm of its number")                 \
    ONE(reduce_history, 1001, 375,  0, 1001, "thousandths of the best record of a move that make a ply more or less, both ways")  \
    ONE(history_age,      8,   1,  1,   99, "by how much a move's record counts less in the next search")                         \
    ONE(null_depth,       3,  99,  1,   99, "the least depth at which passing is tried, ...")                                     \
    ONE(null_base,        3,   3,  1,   10, "... so many plies less deep, ...")                                                   \
    ONE(null_share,       4,   4,  1,   50, "... and one more for every so many")                                                 \
    ONE(window,         200, 200, 10, 5000, "half the width of the first window at the root")                                     \
    ONE(unknown_depth,   99,   3,  2,   99, "the least depth that loses a ply where the table has no move")                       \
    ONE(judge_depth,     99,   4,  1,   99, "Ataxx: the least depth at which moves are ranked by their positions, ...")           \
    ONE(judge_most,       1,  12,  1,  200, "... so many of the likeliest")                                                       \
    ONE(jumps_after,    200,   2,  1,  200, "Ataxx: moves after which jumps that capture nothing are left out")                   \
    ONE(clone_rank,       0, 200,  0, 2000, "Ataxx: what a clone is worth more than it gains, when moves are put in order")
// clang-format on

struct Parameters {
#define FORAY_ONE(name, raid, ataxx, least, most, what) int name = ataxx;
    FORAY_PARAMETERS(FORAY_ONE)
#undef FORAY_ONE
};

/// The parameters by name, for options, help and tuning.
struct NamedParameter {
    std::string_view name;
    int least;
    int most;
    std::string_view what;
    int Parameters::* number;
};
inline constexpr NamedParameter kParameters[] = {
#define FORAY_ONE(name, raid, ataxx, least, most, what) {#name, least, most, what, &Parameters::name},
    FORAY_PARAMETERS(FORAY_ONE)
#undef FORAY_ONE
};

/// What a family's engine uses.
constexpr Parameters parameters_of(Family family) {
    Parameters out;
    if (family == Family::kRaid) {
#define FORAY_ONE(name, raid, ataxx, least, most, what) out.name = raid;
        FORAY_PARAMETERS(FORAY_ONE)
#undef FORAY_ONE
    }
    return out;
}

}  // namespace foray
