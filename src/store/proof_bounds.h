// A finished proof as the nodes that it needs, made from the answers of workers, and as text. proof_check.h checks it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "proof_check.h"

namespace foray {

/// An answer to a question of the proof; one that did not decide it says that the question was taken apart.
struct BoundAnswer {
    BoundQuestion question;
    int lower = 0;
    int upper = 0;
};

/// The nodes that show what the claim's answer is; empty if the answers do not show it.
std::vector<BoundNode> make_bounds(const BoundJudge& judge, const BoundQuestion& claim, const std::vector<BoundAnswer>& answers);

/// One line a node: "OWN OPP TARGET yes|no moves|answer|points|strategy [SQUARE:NODE ...]", sets of squares in hexadecimal.
std::string print_bounds(const std::vector<BoundNode>& nodes);
Result<std::vector<BoundNode>> parse_bounds(std::string_view text);

}  // namespace foray
