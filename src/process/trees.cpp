#include "trees.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace foray::process {
namespace {

constexpr int kDeepest = 64;
constexpr int kHow = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

using Folder = std::unique_ptr<DIR, int (*)(DIR*)>;

Folder open_folder(int above, const char* name) {
    int number = openat(above, name, kHow);
    if (number < 0 && errno == EACCES) {
        struct stat about{};
        // A link here would have been no folder a moment ago; whoever exchanges it now has changed the rights of a file of ours.
        if (fstatat(above, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(about.st_mode) && about.st_uid == geteuid() &&
            fchmodat(above, name, (about.st_mode & 07777U) | S_IRWXU, 0) == 0) {
            number = openat(above, name, kHow);
        }
    }
    Folder folder(number < 0 ? nullptr : fdopendir(number), closedir);
    if (folder == nullptr && number >= 0) close(number);
    return folder;
}

/// What cannot be allowed shows itself at the next step.
void allow_everything(int above, const char* name) {
    if (fchmodat(above, name, S_IRWXU, 0) != 0) errno = 0;
}

/// The next entry but "." and "..".
const char* next_name(DIR* folder) {
    while (const dirent* entry = readdir(folder)) {  // NOLINT(concurrency-mt-unsafe): a stream of our own
        if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0) return entry->d_name;
    }
    return nullptr;
}

enum class Step : std::uint8_t { kGoOn, kStop, kTooDeep };

Step walk_in(DIR* folder, int depth, const Visit& visit) {
    if (depth > kDeepest) return Step::kTooDeep;
    while (const char* name = next_name(folder)) {
        struct stat about{};
        if (fstatat(dirfd(folder), name, &about, AT_SYMLINK_NOFOLLOW) != 0) continue;
        if (!visit(dirfd(folder), name, about)) return Step::kStop;
        if (!S_ISDIR(about.st_mode)) continue;
        const Folder inside = open_folder(dirfd(folder), name);
        if (inside == nullptr) continue;
        const Step step = walk_in(inside.get(), depth + 1, visit);
        if (step != Step::kGoOn) return step;
    }
    return Step::kGoOn;
}

/// Empties a folder that lies in `root`: what is no folder goes, folders become others in `root`. So no depth is too large.
void flatten(int root, const char* name, unsigned long& count) {
    allow_everything(root, name);
    const Folder folder = open_folder(root, name);
    if (folder == nullptr) return;
    while (const char* inside = next_name(folder.get())) {
        if (unlinkat(dirfd(folder.get()), inside, 0) == 0) continue;
        allow_everything(dirfd(folder.get()), inside);  // whose place changes, its ".." does
        for (int attempt = 0; attempt < 100; ++attempt) {
            std::array<char, 40> moved{};
            (void)std::snprintf(moved.data(), moved.size(), "foray-removed-%lu", count++);
            if (renameat(dirfd(folder.get()), inside, root, moved.data()) == 0 || (errno != ENOTEMPTY && errno != EEXIST)) break;
        }
    }
}

}  // namespace

WalkEnd walk(const std::string& folder, const Visit& visit) {
    const Folder top = open_folder(AT_FDCWD, folder.c_str());
    return top != nullptr && walk_in(top.get(), 0, visit) == Step::kTooDeep ? WalkEnd::kTooDeep : WalkEnd::kDone;
}

bool remove_tree(const std::string& folder) noexcept {
    const Folder root = open_folder(AT_FDCWD, folder.c_str());
    if (root == nullptr) return errno == ENOENT;
    (void)fchmod(dirfd(root.get()), S_IRWXU);
    unsigned long count = 0;
    for (bool progress = true; progress;) {
        progress = false;
        rewinddir(root.get());
        while (const char* name = next_name(root.get())) {
            const int at = dirfd(root.get());
            if (unlinkat(at, name, 0) != 0) {
                const unsigned long before = count;
                flatten(at, name, count);
                progress = progress || count != before;
                if (unlinkat(at, name, AT_REMOVEDIR) != 0) continue;
            }
            progress = true;
        }
    }
    return rmdir(folder.c_str()) == 0;
}

}  // namespace foray::process
