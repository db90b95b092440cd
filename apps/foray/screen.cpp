#include "screen.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace foray::cli {

bool stdout_is_terminal() {
    const char* term = std::getenv("TERM");
    return isatty(STDOUT_FILENO) == 1 && !(term != nullptr && std::string_view(term) == "dumb");
}

TerminalStyle stdout_style() {
    const char* no_color = std::getenv("NO_COLOR");
    const bool refused = no_color != nullptr && *no_color != '\0';
    return {.colour = !refused && stdout_is_terminal()};
}

}  // namespace foray::cli
