// Grading of the two USC assignments: what a student's program wrote against the reference, with the first difference in words.
//
// All functions are pure: from the input and texts to a grade. Running the program is the command's business (apps/foray).
// Lines are compared one by one; a CR at the end of a line and a missing final newline do not count, everything else does.
//
// A wrong answer is told from a wrong tie-break by searching the student's move: of moves with the same value the first in the
// documented order must be played (row by row; in Stake & Raid all Stakes row by row, then all Raids).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "foray/courses/course.h"

namespace foray {

enum class Assignment : std::uint8_t { kSquirrels, kStakeraid };

using CourseInput = std::variant<SquirrelsInput, StakeraidInput>;

/// File names and texts.
using CourseFiles = std::map<std::string, std::string, std::less<>>;

inline constexpr std::string_view kInputFile = "input.txt";
inline constexpr std::string_view kNextStateFile = "next_state.txt";
inline constexpr std::string_view kTraverseLogFile = "traverse_log.txt";
inline constexpr std::string_view kTraceStateFile = "trace_state.txt";
inline constexpr std::string_view kOutputFile = "output.txt";

enum class Mark : std::uint8_t {
    kPassed,
    kWrongMove,      ///< a legal move of less value
    kWrongTieBreak,  ///< a move of the same value, later in the order
    kIllegalMove,    ///< a move or a board that the rules do not allow
    kWrongLog,
    kWrongFormat,
    kTimeLimit,
    kMemoryLimit,
    kFileLimit,
    kForbidden,  ///< it tried to read what is hidden from it
    kCrash,      ///< ended by a signal or with an exit code other than 0
};
/// "passed", "wrong tie-break", ...
std::string_view print_mark(Mark mark);

struct Grade {
    Mark mark = Mark::kPassed;
    std::string file{};      ///< where the first difference is; empty if nowhere
    std::size_t line = 0;    ///< from 1; 0 if no line is meant
    std::string expected{};  ///< the reference's line
    std::string found{};     ///< the student's, cut if it is very long
    std::string explanation{};

    [[nodiscard]] bool passed() const { return mark == Mark::kPassed; }
};

/// "minimax, depth 3", "battle, minimax 2 : greedy", "8x8 ALPHABETA, depth 2".
std::string describe_task(const CourseInput& input);

/// The text of input.txt.
std::string print_input(const CourseInput& input);

/// Whether there is a move to ask for: not on a full board, in either course.
bool has_move(const CourseInput& input);
inline constexpr std::string_view kNoMoveToAskFor = "the board is full, so there is no move to ask for";

/// Names of the files that the program must write.
std::vector<std::string_view> output_files(const CourseInput& input);

/// What a right program writes; nothing in a competition, where every legal move will do. `watch` sees the log as it grows and may throw
/// to give up. Wants a board with an empty square.
CourseFiles reference_files(const CourseInput& input, const TextSink& watch = {});

/// The first thing that is wrong with the student's files.
Grade grade_files(const CourseInput& input, const CourseFiles& reference, const CourseFiles& student);

/// Where a published answer departs from the reference, in words. Empty lines at its end do not count.
std::optional<std::string> disagreement(std::string_view file, std::string_view published, std::string_view reference);

}  // namespace foray
