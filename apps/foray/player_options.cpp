#include "player_options.h"

#include <filesystem>

namespace foray::cli {

void PlayerOptions::add_to(CLI::App& command) {
    auto* sandbox = command.add_flag("--sandbox", sandbox_, "contain UAI programs too: no network, no files but their own");
    auto* none = command.add_flag("--no-sandbox", no_sandbox_, "let programs of contests and courses do what they like");
    sandbox->excludes(none);
    command.add_option("--visible", visible_, "a file or folder that contained programs may read (repeatable)");
}

PlayerEnvironment PlayerOptions::environment() const {
    PlayerEnvironment out;
    if (sandbox_) out.sandbox = true;
    if (no_sandbox_) out.sandbox = false;
    for (const std::string& path : visible_) out.readable.push_back(std::filesystem::absolute(path).lexically_normal().string());
    return out;
}

}  // namespace foray::cli
