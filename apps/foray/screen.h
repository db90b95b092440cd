// What the terminal can show.
#pragma once

#include "foray/render/terminal.h"

namespace foray::cli {

/// Colour when stdout is a terminal and NO_COLOR is unset or empty (no-color.org).
TerminalStyle stdout_style();

/// Whether stdout is a terminal that understands cursor movements.
bool stdout_is_terminal();

}  // namespace foray::cli
