// What `foray --version` says.
#pragma once

#include <string>

namespace foray::cli {

/// The version alone on the first line, as programs are asked for it; below it how this one was built and what it found.
[[nodiscard]] std::string version_text();

}  // namespace foray::cli
