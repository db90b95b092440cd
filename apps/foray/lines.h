// Lines of standard input, however long they are.
#pragma once

#include <istream>
#include <string>

namespace foray::cli {

/// Longer than any line that somebody reads; what is longer still is cut off, so that it costs neither memory nor a wrong meaning: the
/// reader refuses a line of this length.
inline constexpr std::size_t kLongestLine = (std::size_t{1} << 20) + 1;

/// The next line without its newline; false at the end of the input.
bool read_line(std::istream& in, std::string& line);

}  // namespace foray::cli
