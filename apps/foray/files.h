// Whole files in and out, with errors that name the file.
#pragma once

#include <string>

namespace foray::cli {

/// Throws UsageError if the file cannot be read or is larger than 64 MiB.
std::string read_file(const std::string& path);
/// Writes beside the file and then renames, so that a failure loses nothing. Throws Failure.
void write_file(const std::string& path, const std::string& text);

}  // namespace foray::cli
