// Every technique that changes the shape of the tree, with a switch, so that tests and matches can do without each ("off=null+late").
//
// One line here is all that a new technique needs besides its use: name, whether it is on, and what it does. `table` and `history` never
// change an exact value; the others are heuristics and are left out of exact searches.
#pragma once

#include <string_view>

namespace foray {

// clang-format off
#define FORAY_TECHNIQUES(ONE)                                                                                     \
    ONE(table,      true, "what was found in a position is remembered")                                           \
    ONE(aspiration, true, "the first window is narrow, around the last value")                                    \
    ONE(history,    true, "moves that refuted positions before are tried earlier")                                \
    ONE(replies,    true, "Ataxx family: so are those that refuted the same move before")                         \
    ONE(judging,    true, "Ataxx family: far from the horizon the first moves are put in order by their positions")  \
    ONE(reductions, true, "late moves are searched less deep first")                                              \
    ONE(null,       true, "a side that may pass and still fails high is far ahead")                               \
    ONE(reverse,    true, "far above beta close to the horizon there is nothing to search")                       \
    ONE(futility,   true, "close to the horizon moves that gain too little are not searched")                     \
    ONE(hopeless,   true, "close to the horizon and far below alpha only the first moves are searched")           \
    ONE(late,       true, "close to the horizon the last moves of a long list are not searched")                  \
    ONE(unknown,    true, "where the table knows no move the search is a ply less deep")                          \
    ONE(jumps,      true, "Ataxx family: after some moves jumps that capture nothing are not searched")           \
    ONE(quiescence, true, "raid family: large captures are played out below the horizon")                         \
    ONE(children,   true, "raid family: a child's table entry may refute a node before any child is searched")    \
    ONE(ending,     true, "raid family: the last squares are searched to the end of the game without heuristics")
// clang-format on

struct Techniques {
#define FORAY_ONE(name, on, what) bool name = on;
    FORAY_TECHNIQUES(FORAY_ONE)
#undef FORAY_ONE

    static constexpr Techniques none();
};

/// The techniques by name, for options, help and reports.
struct NamedTechnique {
    std::string_view name;
    std::string_view what;
    bool Techniques::* flag;
};
inline constexpr NamedTechnique kTechniques[] = {
#define FORAY_ONE(name, on, what) {#name, what, &Techniques::name},
    FORAY_TECHNIQUES(FORAY_ONE)
#undef FORAY_ONE
};

constexpr Techniques Techniques::none() {
    Techniques out;
    for (const NamedTechnique& one : kTechniques) out.*one.flag = false;
    return out;
}

}  // namespace foray
