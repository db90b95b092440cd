#include "screen.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace foray::cli {

TerminalStyle stdout_style() {
    const char* no_color = std::getenv("NO_COLOR");
    const char* term = std::getenv("TERM");
    const bool refused = (no_color != nullptr && *no_color != '\0') || (term != nullptr && std::string_view(term) == "dumb");
    return {.colour = !refused && isatty(STDOUT_FILENO) == 1};
}

}  // namespace foray::cli
