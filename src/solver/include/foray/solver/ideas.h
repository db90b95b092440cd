// Every idea of the search has a switch, so that what it gains can be measured. All of them are exact; only `conjectures` rests on a
// statement that is checked but not proved.
#pragma once

#include <string_view>

namespace foray::solver {

/// When a component is cut by freezing squares, and how small.
struct FreezeLimits {
    int cells = 5;     ///< of the largest piece, at most 7
    int whole = 7;     ///< a component of so many cells is not cut, at most 8
    int from = 9;      ///< empties of a position that is worth a try
    int margin = 200;  ///< how far the estimate must be from the target, in per cent of what the cut costs
    int spread = 8;    ///< not on boards whose best square is worth less than this many times the least: nodes are too cheap there
};

struct Ideas {
    bool table = true;             ///< remember bounds at all
    bool dominance = true;         ///< an entry serves every position that owns more (else only the same position)
    bool partition = true;         ///< entries name only the squares their proof needs (else all of the mover's or enemy's)
    bool child_probes = true;      ///< enhanced transposition cut-offs: probe every child before searching one
    bool mixed_private = true;     ///< mixed private neighbours count as one square
    bool symmetry = true;          ///< one table entry for all symmetric images
    bool switches = true;          ///< search the hottest switch only, cancel equal ones
    bool components = true;        ///< bounds from the sum of components at the node
    bool child_components = true;  ///< and at every child before searching one
    bool order_reach = true;       ///< order moves by exclusive reach
    bool order_reply = true;       ///< and by gain minus the enemy's best reply
    bool history = true;           ///< and, among equals, by what cut off before
    bool killers = true;           ///< ask first about the move that last won with as many empties
    bool last_plies = true;        ///< specialised code for the last empties
    bool freezing = false;         ///< bounds for components too large to evaluate; the commands use it, the browser's module has no room
    bool conjectures = false;      ///< theorem 10: bounds that rest on a statement nobody has proved

    int component_limit =
        7;  ///< the largest component that is evaluated, at most 8; one less up to 8 empties (10 with freezing), two less up to 6
    FreezeLimits freeze;
    int symmetry_from = 12;  ///< symmetric images are looked up from this many empties on
};

/// The ideas by name, for options and reports.
struct NamedIdea {
    std::string_view name;
    bool Ideas::*flag;
};
inline constexpr NamedIdea kIdeas[] = {
    {"table", &Ideas::table},
    {"dominance", &Ideas::dominance},
    {"partition", &Ideas::partition},
    {"child-probes", &Ideas::child_probes},
    {"mixed-private", &Ideas::mixed_private},
    {"symmetry", &Ideas::symmetry},
    {"switches", &Ideas::switches},
    {"components", &Ideas::components},
    {"child-components", &Ideas::child_components},
    {"order-reach", &Ideas::order_reach},
    {"order-reply", &Ideas::order_reply},
    {"history", &Ideas::history},
    {"killers", &Ideas::killers},
    {"last-plies", &Ideas::last_plies},
    {"freezing", &Ideas::freezing},
};

}  // namespace foray::solver
