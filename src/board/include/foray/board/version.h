// The version of Foray, a semantic one (semver.org): its number stands in CMakeLists.txt.
#pragma once

#include <string>
#include <string_view>

namespace foray {

/// "1.0.0": of the library that is linked.
[[nodiscard]] std::string_view version();
/// "foray 1.0.0", as files say by what they were written.
[[nodiscard]] std::string program_name();

}  // namespace foray
