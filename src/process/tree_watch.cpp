#include "foray/process/tree_watch.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace foray::process {

namespace fs = std::filesystem;

Result<TreeWatch> TreeWatch::begin(const std::vector<std::string>& paths) {
    const auto failed = [](const std::string& what) { return Error{what + ": " + strerrordesc_np(errno)}; };
    TreeWatch out;
    out.queue_ = Descriptor(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
    if (!out.queue_.is_open()) return failed("files cannot be watched");
    const auto watch = [&](const std::string& path, bool is_folder) {
        const int id = inotify_add_watch(out.queue_.number(), path.c_str(), is_folder ? IN_OPEN | IN_ACCESS : IN_ACCESS);
        if (id >= 0) out.names_.emplace_back(id, path);
        return id >= 0;
    };
    for (const std::string& path : paths) {
        std::error_code error;
        const bool is_folder = fs::is_directory(path, error);
        // Folders are found before they are watched, or looking for them would be seen.
        std::vector<std::string> folders;
        if (is_folder) {
            auto at = fs::recursive_directory_iterator(path, error);
            for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
                if (at->is_directory(error) && !at->is_symlink(error)) folders.push_back(at->path().string());
            }
        }
        folders.push_back(path);
        for (const std::string& one : folders) {
            if (!watch(one, is_folder)) return failed(one + " cannot be watched");
        }
    }
    return out;
}

std::vector<TreeWatch::Touch> TreeWatch::touched() {
    std::vector<Touch> out;
    alignas(inotify_event) std::array<char, 16384> buffer{};
    for (;;) {
        const ssize_t size = read(queue_.number(), buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return out;
        for (std::size_t at = 0; at + sizeof(inotify_event) <= static_cast<std::size_t>(size);) {
            inotify_event event{};
            std::memcpy(&event, buffer.data() + at, sizeof event);
            const std::string name = event.len == 0 ? "" : buffer.data() + at + sizeof event;
            at += sizeof event + event.len;
            const bool is_folder = (event.mask & IN_ISDIR) != 0;
            // To open a folder is also a way to pass through it.
            if ((event.mask & (is_folder ? IN_ACCESS : IN_OPEN | IN_ACCESS)) == 0) continue;
            const int id = event.wd;
            const auto watch = std::find_if(names_.begin(), names_.end(), [id](const auto& one) { return one.first == id; });
            if (watch == names_.end()) continue;
            const std::string path = name.empty() ? watch->second : watch->second + "/" + name;
            if (std::none_of(out.begin(), out.end(), [&](const Touch& one) { return one.path == path; })) out.push_back({path, is_folder});
        }
    }
}

}  // namespace foray::process
