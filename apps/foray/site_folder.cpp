#include "site_folder.h"

#include <fmt/core.h>

#include <filesystem>

#include "checks.h"
#include "command.h"
#include "files.h"
#include "foray/notation/text.h"

namespace foray::cli {
namespace {

bool leads_inside(const std::filesystem::path& root, const std::filesystem::path& link) {
    std::error_code error;
    const auto target = std::filesystem::canonical(link, error);
    if (error || !std::filesystem::is_regular_file(target)) return false;
    const auto inside = target.lexically_relative(root).generic_string();
    return !inside.empty() && !inside.starts_with("..") && inside.find("/.") == std::string::npos && !inside.starts_with('.');
}

}  // namespace

SiteFolder::SiteFolder(const std::string& path, std::string_view prefix, const std::string& option) {
    namespace fs = std::filesystem;
    if (!fs::is_regular_file(fs::path(path) / "index.html")) throw UsageError(option + ": there is no " + path + "/index.html");
    const fs::path root = fs::canonical(path);
    for (auto entry = fs::recursive_directory_iterator(root); entry != fs::recursive_directory_iterator(); ++entry) {
        const std::string name = entry->path().filename().string();
        // What starts with a dot is not meant for visitors: .git, .env, editors' files.
        if (name.starts_with('.')) {
            if (entry->is_directory()) entry.disable_recursion_pending();
            continue;
        }
        if (entry->is_symlink() && !leads_inside(root, entry->path())) {
            fmt::print(stderr, "foray: not served: {} is a link to a folder or out of {}\n", without_controls(entry->path().string()),
                       without_controls(path));
            continue;
        }
        if (!entry->is_regular_file()) continue;
        names_.push_back(std::string(prefix) + "/" + entry->path().lexically_relative(root).generic_string());
        contents_.push_back(read_file(entry->path().string()));
    }
}

std::vector<server::PageFile> SiteFolder::files() const {
    std::vector<server::PageFile> out;
    for (std::size_t i = 0; i < names_.size(); ++i) out.push_back({names_[i], contents_[i]});
    return out;
}

std::string documentation_folder() {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
    if (error) return "";
    // PREFIX/bin/foray; build/PRESET/apps/foray/foray.
    for (const fs::path& place : {here / "../share/foray/docs", here / "../../../docs"}) {
        if (fs::is_regular_file(place / "index.html", error)) return place.lexically_normal().string();
    }
    return "";
}

}  // namespace foray::cli
