// Folders whose files a site shows, kept in memory.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "foray/server/site.h"

namespace foray::cli {

/// Where a site shows the documentation.
inline constexpr std::string_view kDocumentation = "/docs";

/// All files of a folder but those that begin with a dot and links that lead out of it.
class SiteFolder {
public:
    /// `prefix` ("/docs") stands before the paths of its files; `option` names the folder to the user. Throws UsageError without
    /// index.html.
    SiteFolder(const std::string& path, std::string_view prefix, const std::string& option);

    /// They live as long as the folder.
    [[nodiscard]] std::vector<server::PageFile> files() const;

private:
    std::vector<std::string> names_;
    std::vector<std::string> contents_;
};

/// The documentation that belongs to this program: share/foray/docs of where it is installed, or build/docs of where it was built. Empty
/// if there is none.
std::string documentation_folder();

}  // namespace foray::cli
