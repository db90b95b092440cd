// Folders that a hostile program has filled: of any depth, with any rights, longer than any path may be. Everything is reached from the
// folder above it, never by a whole path, and no link is followed.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <functional>
#include <string>

namespace foray::process {

/// What is visited: a name in an open folder. False ends the walk.
using Visit = std::function<bool(int folder, const char* name, const struct stat& about)>;

enum class WalkEnd : bool { kDone, kTooDeep };

/// Visits everything in a folder, folders before what they hold. Folders of ours that cannot be listed are given the rights for it. Below
/// 64 levels nobody keeps anything in good faith: there it ends.
WalkEnd walk(const std::string& folder, const Visit& visit);

/// Removes a folder with all it holds. False if something stays.
bool remove_tree(const std::string& folder) noexcept;

}  // namespace foray::process
