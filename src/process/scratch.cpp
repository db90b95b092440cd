#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <set>
#include <utility>

#include "cage.h"
#include "foray/process/run.h"
#include "strays.h"
#include "trees.h"

namespace foray::process {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnknown = ".XXXXXX";

/// Those of this process.
struct ScratchFolders {
    std::mutex mutex;
    ScratchFolder* first = nullptr;
};
ScratchFolders folders;

/// Whoever made a folder holds a lock on it as long as he lives, however he ends.
Descriptor lock(const std::string& path) {
    Descriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat held{};
    struct stat there{};
    // Between the making and the locking somebody else may have taken it for abandoned.
    if (!folder.is_open() || flock(folder.number(), LOCK_EX | LOCK_NB) != 0 || fstat(folder.number(), &held) != 0 ||
        lstat(path.c_str(), &there) != 0 || held.st_ino != there.st_ino) {
        return Descriptor();
    }
    return folder;
}

/// Folders of programs that were killed before they could remove them.
void remove_abandoned(const fs::path& where, const std::string& prefix) {
    std::error_code error;
    for (auto at = fs::directory_iterator(where, error); !error && at != fs::directory_iterator(); at.increment(error)) {
        const std::string name = at->path().filename().string();
        struct stat about{};
        if (name.size() != prefix.size() + kUnknown.size() || !name.starts_with(prefix + ".")) continue;
        if (lstat(at->path().c_str(), &about) != 0 || !S_ISDIR(about.st_mode)) continue;
        // A program that root started in a cage was given its folder.
        if (about.st_uid != geteuid() && !(geteuid() == 0 && is_cage_owner(about.st_uid))) continue;
        // Without the right to list it nobody can lock it; its maker always has that right.
        if ((about.st_mode & S_IRUSR) == 0) (void)chmod(at->path().c_str(), S_IRWXU);
        if (const Descriptor held = lock(at->path().string()); held.is_open()) (void)remove_tree(at->path().string());
    }
}

void remove_abandoned_once(const fs::path& where, const std::string& prefix) {
    static std::mutex mutex;
    static std::set<std::string> done;
    {
        const std::lock_guard guard(mutex);
        if (!done.insert(prefix).second) return;
    }
    remove_abandoned(where, prefix);
}

}  // namespace

Result<ScratchFolder> ScratchFolder::make(std::string_view prefix) {
    std::error_code error;
    const fs::path where = fs::temp_directory_path(error);
    if (!error) remove_abandoned_once(where, std::string(prefix));
    constexpr int kAttempts = 10;
    for (int attempt = 0;; ++attempt) {
        std::string path = (where / (std::string(prefix) + std::string(kUnknown))).string();
        if (error || mkdtemp(path.data()) == nullptr) return Error{path + ": " + (error ? error.message() : strerrordesc_np(errno))};
        Descriptor held = lock(path);
        if (held.is_open()) return ScratchFolder(std::move(path), std::move(held));  // a copy could fail, and the folder would stay
        const std::string why = strerrordesc_np(errno);
        (void)rmdir(path.c_str());
        if (attempt >= kAttempts) return Error{path.append(" cannot be locked: ").append(why)};
    }
}

ScratchFolder::ScratchFolder(std::string path, Descriptor held) noexcept : path_(std::move(path)), held_(std::move(held)) { enter(); }
ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept { *this = std::move(other); }
ScratchFolder& ScratchFolder::operator=(ScratchFolder&& other) noexcept {
    if (this == &other) return *this;
    remove();
    leave();
    path_.clear();
    other.leave();
    path_.swap(other.path_);
    held_ = std::move(other.held_);
    enter();
    return *this;
}
ScratchFolder::~ScratchFolder() {
    remove();
    leave();
}

void ScratchFolder::enter() noexcept {
    if (path_.empty()) return;
    const std::lock_guard lock(folders.mutex);
    next_ = folders.first;
    if (next_ != nullptr) next_->previous_ = this;
    folders.first = this;
}

void ScratchFolder::leave() noexcept {
    if (path_.empty()) return;
    const std::lock_guard lock(folders.mutex);
    (previous_ != nullptr ? previous_->next_ : folders.first) = next_;
    if (next_ != nullptr) next_->previous_ = previous_;
    previous_ = next_ = nullptr;
}

void ScratchFolder::remove() const noexcept {
    // Memory or a descriptor may be short for a moment: more than one attempt.
    for (int attempt = 0; attempt < 3 && !path_.empty(); ++attempt) {
        if (remove_tree(path_)) return;
    }
}

void abandon() noexcept {
    kill_own();
    const std::lock_guard lock(folders.mutex);
    for (const ScratchFolder* one = folders.first; one != nullptr; one = one->next_) one->remove();
}

}  // namespace foray::process
