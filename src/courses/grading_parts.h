// What the parts of the grading share: lines of two texts side by side, and the grade for a line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "foray/courses/grading.h"

namespace foray {

/// Takes the next line off the front of `text`, without LF or CRLF. Nothing may be left only before a line, never after the last LF.
inline std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// All lines, empty ones at the end too: unlike split_lines, which reads input, this judges output.
inline std::vector<std::string_view> all_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) lines.push_back(take_line(text));
    return lines;
}

inline constexpr std::size_t kLongestShown = 200;

/// A grade for one line of a file; `line` counts from 1.
inline Grade grade_at(Mark mark, std::string_view file, std::size_t line, std::string_view expected, std::string_view found,
                      std::string explanation) {
    return {mark, std::string(file), line, std::string(expected), std::string(found.substr(0, kLongestShown)), std::move(explanation)};
}

/// traverse_log.txt of minimax and alpha-beta.
Grade grade_log(const SquirrelsInput& input, std::string_view reference, std::string_view student);

/// next_state.txt, trace_state.txt and output.txt.
Grade grade_next_state(const SquirrelsInput& input, std::string_view reference, std::string_view student);
Grade grade_trace_state(const SquirrelsInput& input, std::string_view reference, std::string_view student);
/// `reference` is empty in a competition.
Grade grade_stakeraid(const StakeraidInput& input, std::string_view reference, std::string_view student);

}  // namespace foray
