#include "foray/process/run.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <new>
#include <utility>

#include "foray/board/descriptor.h"
#include "strays.h"

namespace foray::process {
namespace {

namespace fs = std::filesystem;

constexpr double kTickMs = 20;
constexpr double kBetweenLooksMs = 50;

/// Whether the folder holds more than it may. What cannot be read counts as one file.
bool is_over(const std::string& folder, const RunSpec& spec) {
    std::uint64_t bytes = 0;
    unsigned files = 0;
    std::error_code error;
    auto at = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
        struct stat about{};
        if (lstat(at->path().c_str(), &about) == 0) bytes += static_cast<std::uint64_t>(about.st_blocks) * 512;
        if (++files > spec.most_files || bytes > spec.disk_bytes) return true;
    }
    return false;
}

/// Those of this process.
struct ScratchFolders {
    std::mutex mutex;
    ScratchFolder* first = nullptr;
};
ScratchFolders folders;

/// Rights that a program took from its own folders would keep us from removing them.
void give_rights(const std::string& folder) {
    std::error_code error;
    fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add, error);
    auto at = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
        std::error_code ignored;
        if (!at->is_symlink(ignored) && at->is_directory(ignored))
            fs::permissions(at->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
    }
}

}  // namespace

Result<RunResult> run_once(const RunSpec& spec) {
    RunResult out;
    const Time begin = now();
    const auto started = Child::start(spec.program);
    if (!started) return started.error();
    Child& child = **started;
    const Time deadline = begin + std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(spec.seconds));
    (void)child.send(spec.input, deadline);  // a program may have its answer before it has read everything
    child.close_input();
    Time next_look = begin;
    bool by_itself = false;
    for (;;) {
        const Time tick = std::min(deadline, after_ms(kTickMs));
        const LineRead read = child.read_rest(tick, spec.most_output);
        out.out = read.line;
        // It may close its output long before its end.
        by_itself = read.state == ReadState::kEnd ? child.wait(tick) : child.has_ended();
        if (by_itself) break;
        const Time time = now();
        if (spec.stop != nullptr && spec.stop->load()) {
            out.end = RunResult::End::kStopped;
            break;
        }
        if (time >= deadline) {
            out.end = RunResult::End::kTimeLimit;
            break;
        }
        if (time >= next_look && !spec.program.folder.empty()) {
            if (is_over(spec.program.folder, spec)) {
                out.end = RunResult::End::kDiskLimit;
                break;
            }
            next_look = after_ms(kBetweenLooksMs);
        }
    }
    out.ms = ms_between(begin, now());
    const ChildEnding ending = child.end();
    out.cpu_seconds = ending.cpu_seconds;
    out.peak_bytes = ending.peak_bytes;
    out.err = child.complaints();
    if (!by_itself) return out;
    out.end = ending.kind == ChildEnding::Kind::kSignal ? RunResult::End::kSignal : RunResult::End::kExit;
    out.code = ending.code;
    if (!spec.program.folder.empty() && is_over(spec.program.folder, spec)) out.end = RunResult::End::kDiskLimit;
    return out;
}

Result<ScratchFolder> ScratchFolder::make(std::string_view prefix) {
    std::error_code error;
    std::string path = (fs::temp_directory_path(error) / (std::string(prefix) + "-XXXXXX")).string();
    if (error || mkdtemp(path.data()) == nullptr) return Error{path + ": " + (error ? error.message() : strerrordesc_np(errno))};
    return ScratchFolder(std::move(path));  // a copy could fail, and the folder would stay
}

ScratchFolder::ScratchFolder(std::string path) noexcept : path_(std::move(path)) { enter(); }
ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept { *this = std::move(other); }
ScratchFolder& ScratchFolder::operator=(ScratchFolder&& other) noexcept {
    if (this == &other) return *this;
    remove();
    leave();
    path_.clear();
    other.leave();
    path_.swap(other.path_);
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
    if (path_.empty()) return;
    // Memory or a descriptor may be short for a moment, and rights may have to be given back: more than one attempt.
    for (int attempt = 0; attempt < 3; ++attempt) {
        try {
            std::error_code error;
            if (attempt > 0) give_rights(path_);
            fs::remove_all(path_, error);
            if (!error) return;
        } catch (const std::bad_alloc&) {  // the next attempt may have it
        }
    }
}

void abandon() noexcept {
    kill_own();
    const std::lock_guard lock(folders.mutex);
    for (const ScratchFolder* one = folders.first; one != nullptr; one = one->next_) one->remove();
}

FileState read_left_file(const std::string& path, std::uint64_t limit, std::string& text) {
    const Descriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file.is_open()) {
        if (errno == ENOENT) return FileState::kMissing;
        const bool is_ours = errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == EIO;
        return is_ours ? FileState::kFailed : FileState::kNotPlain;
    }
    struct stat about{};
    FileState state = FileState::kRead;
    if (fstat(file.number(), &about) != 0 || !S_ISREG(about.st_mode)) {
        state = FileState::kNotPlain;
    } else if (static_cast<std::uint64_t>(about.st_size) >= limit) {
        state = FileState::kTooLarge;
    } else {
        text.resize(static_cast<std::size_t>(about.st_size));
        std::size_t got = 0;
        while (got < text.size()) {
            const ssize_t count = read(file.number(), text.data() + got, text.size() - got);
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) state = FileState::kFailed;
            if (count <= 0) break;
            got += static_cast<std::size_t>(count);
        }
        text.resize(got);
    }
    return state;
}

}  // namespace foray::process
