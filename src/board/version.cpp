#include "foray/board/version.h"

namespace foray {

std::string_view version() { return FORAY_VERSION; }
std::string program_name() { return "foray " FORAY_VERSION; }

}  // namespace foray
