// Whole files in and out for the commands, with errors that name the file. foray/files/files.h says how they are written.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace foray::cli {

/// The name under which a command writes to its standard output instead of a file.
inline constexpr const char* kStandardOutput = "-";

/// Throws UsageError if the file cannot be read or is larger than 64 MiB.
std::string read_file(const std::string& path);
/// Before the work begins: throws UsageError if nothing could be written there. An empty path is nothing to check.
void check_output(const std::string& path);
/// Replaces the file whole, so that a failure loses nothing. Throws CommandFailure.
void write_file(const std::string& path, const std::string& text);
/// All of them (path and text), as far as each can be written; then the first failure, if there was one, is thrown.
void write_files(const std::vector<std::pair<std::string, std::string>>& files);

/// The folder that an option asks to write to, made if it is not there. Throws UsageError.
void make_folder(const std::string& folder, const std::string& option);

/// The path that an option names, if there is something. Throws UsageError.
const std::string& existing(const std::string& path, const std::string& option);

}  // namespace foray::cli
