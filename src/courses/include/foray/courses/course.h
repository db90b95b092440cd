// The reference answers of the two USC assignments (notation/course_files.h has the formats).
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "foray/notation/course_files.h"
#include "foray/textbook/search.h"

namespace foray {

/// The files that a Squirrels program writes. The log goes to a sink piece by piece: a deep minimax writes gigabytes.
struct SquirrelsAnswer {
    std::optional<std::string> next_state;   ///< tasks 1 to 3
    std::optional<std::string> trace_state;  ///< task 4
};
using TextSink = std::function<void(const std::string&)>;

/// How a player of Squirrels searches; greedy is minimax of depth 1.
TextbookOptions search_options(const SquirrelsPlayer& player);
/// Not in a competition.
TextbookOptions search_options(const StakeraidInput& input);

/// Whether the task asks for a traverse log: minimax and alpha-beta do.
bool has_traverse_log(const SquirrelsInput& input);

SquirrelsAnswer answer_squirrels(const SquirrelsInput& input, const TextSink& log);

/// The output of MINIMAX and ALPHABETA; nothing if the board is full.
std::optional<std::string> answer_stakeraid(const StakeraidInput& input);

}  // namespace foray
