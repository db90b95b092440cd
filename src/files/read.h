// Reading what may never end or never come: a pipe that nobody writes to, /proc/kmsg, a terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "foray/board/result.h"

namespace foray::files {

/// How long what is no file on a disk may say nothing before it is given up. A terminal may take its time.
inline constexpr std::chrono::milliseconds kLongestSilence{30'000};

/// read_whole (files.h), with another patience.
Result<std::string> read_patiently(const std::string& path, std::size_t most, std::chrono::milliseconds silence);

}  // namespace foray::files
