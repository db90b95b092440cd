#include "lines.h"

namespace foray::cli {

bool read_line(std::istream& in, std::string& line) {
    line.clear();
    std::streambuf* const source = in.rdbuf();
    bool any = false;
    for (int c = source->sbumpc(); c != std::char_traits<char>::eof(); c = source->sbumpc()) {
        if (c == '\n') return true;
        any = true;
        if (line.size() < kLongestLine) line.push_back(static_cast<char>(c));
    }
    return any;
}

}  // namespace foray::cli
