#include "foray/files/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>

namespace foray::files {
namespace {

Error problem(const std::string& path, int code) { return Error{std::strerror(code), 0, 0, path}; }

/// The folder that holds a path, and the name inside it.
struct Place {
    std::string folder;
    std::string name;
    [[nodiscard]] std::string beside(std::string_view ending) const { return folder + "." + name + std::string(ending); }
};

Place place_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return {"", path};
    return {path.substr(0, slash + 1), path.substr(slash + 1)};
}

std::string folder_path(const Place& place) { return place.folder.empty() ? "." : place.folder; }

int open_retrying(const std::string& path, int flags, mode_t mode = 0) {
    for (;;) {
        const int number = ::open(path.c_str(), flags | O_CLOEXEC, mode);
        if (number >= 0 || errno != EINTR) return number;
    }
}

/// What keeps a path from being replaced, if something has that name already.
std::optional<Error> obstacle(const std::string& path, const struct stat& found) {
    if (S_ISREG(found.st_mode)) return std::nullopt;
    const char* kind = S_ISDIR(found.st_mode)    ? "a folder"
                       : S_ISLNK(found.st_mode)  ? "a symbolic link: name the file itself"
                       : S_ISFIFO(found.st_mode) ? "a pipe"
                       : S_ISSOCK(found.st_mode) ? "a socket"
                                                 : "a device";
    return Error{"not written, because it is " + std::string(kind), 0, 0, path};
}

/// 0, or the error number.
int write_all(int file, const char* data, std::size_t bytes) {
    while (bytes > 0) {
        const ssize_t written = ::write(file, data, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        if (written == 0) return EIO;
        data += written;
        bytes -= static_cast<std::size_t>(written);
    }
    return 0;
}

int flush(int file) {
    while (::fsync(file) != 0) {
        if (errno == EINTR) continue;
        // Some file systems have nothing to flush, and say so this way.
        return errno == EINVAL || errno == EROFS ? 0 : errno;
    }
    return 0;
}

int flush_folder(const Place& place) {
    const Descriptor folder(open_retrying(folder_path(place), O_RDONLY | O_DIRECTORY));
    return folder.number() < 0 ? errno : flush(folder.number());
}

/// As the file that is replaced: its mode, and its owner where we may give files away.
int take_after(int file, const std::string& path) {
    struct stat old{};
    if (::lstat(path.c_str(), &old) != 0) return errno == ENOENT ? 0 : errno;
    struct stat fresh{};
    if (::fstat(file, &fresh) != 0) return errno;
    if ((old.st_uid != fresh.st_uid || old.st_gid != fresh.st_gid) && ::fchown(file, old.st_uid, old.st_gid) != 0 && errno != EPERM) {
        return errno;
    }
    return ::fchmod(file, old.st_mode & 07777) == 0 ? 0 : errno;
}

}  // namespace

namespace {

/// The hidden files of this process.
struct HiddenFiles {
    std::mutex mutex;
    Hidden* first = nullptr;
};
HiddenFiles& hidden_files() {
    static HiddenFiles files;
    return files;
}

}  // namespace

Hidden::Hidden(std::string path) noexcept : path_(std::move(path)) { enter(); }
Hidden::Hidden(Hidden&& other) noexcept { *this = std::move(other); }
Hidden& Hidden::operator=(Hidden&& other) noexcept {
    if (this == &other) return *this;
    remove();
    if (other.path_.empty()) return *this;
    other.leave();
    path_.swap(other.path_);
    enter();
    return *this;
}
Hidden::~Hidden() { remove(); }
void Hidden::remove() noexcept {
    if (path_.empty()) return;
    ::unlink(path_.c_str());
    forget();
}
void Hidden::enter() noexcept {
    HiddenFiles& all = hidden_files();
    const std::lock_guard lock(all.mutex);
    next_ = all.first;
    if (next_ != nullptr) next_->previous_ = this;
    all.first = this;
}
void Hidden::leave() noexcept {
    HiddenFiles& all = hidden_files();
    const std::lock_guard lock(all.mutex);
    (previous_ != nullptr ? previous_->next_ : all.first) = next_;
    if (next_ != nullptr) next_->previous_ = previous_;
    previous_ = next_ = nullptr;
}
void Hidden::forget() noexcept {
    if (path_.empty()) return;
    leave();
    path_.clear();
}

void remove_hidden() noexcept {
    HiddenFiles& all = hidden_files();
    const std::lock_guard lock(all.mutex);
    for (const Hidden* one = all.first; one != nullptr; one = one->next_) ::unlink(one->path_.c_str());
}

Result<Done> check_target(const std::string& path) {
    const Place place = place_of(path);
    if (place.name.empty()) return Error{"not written, because it names a folder", 0, 0, path};
    struct stat found{};
    if (::lstat(path.c_str(), &found) == 0) {
        if (auto error = obstacle(path, found)) return *error;
    } else if (errno != ENOENT) {
        return problem(path, errno);
    }
    if (::access(folder_path(place).c_str(), W_OK | X_OK) != 0) return problem(path, errno);
    return Done{};
}

Result<Claim> Claim::take(const std::string& path) {
    if (const auto fits = check_target(path); !fits) return fits.error();
    std::string lock_path = place_of(path).beside(".lock");
    for (;;) {
        Descriptor lock(open_retrying(lock_path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NOCTTY, 0600));
        if (lock.number() < 0) return problem(path, errno);
        if (::flock(lock.number(), LOCK_EX | LOCK_NB) != 0) {
            if (errno == EINTR) continue;
            if (errno == EWOULDBLOCK) return Error{"another process is writing it", 0, 0, path};
            return problem(path, errno);
        }
        // Whoever held the lock before has removed the file when he was done: then this is a lock on nothing, and another one is needed.
        struct stat held{};
        struct stat named{};
        if (::fstat(lock.number(), &held) != 0) return problem(path, errno);
        if (::lstat(lock_path.c_str(), &named) == 0 && held.st_ino == named.st_ino && held.st_dev == named.st_dev) {
            return Claim(std::move(lock), Hidden(std::move(lock_path)));  // nothing may fail from here on, or the file would stay
        }
    }
}

Claim& Claim::operator=(Claim&& other) noexcept {
    file_ = std::move(other.file_);
    lock_ = std::move(other.lock_);
    return *this;
}

Result<Replacement> Replacement::begin(const std::string& path) {
    if (const auto fits = check_target(path); !fits) return fits.error();
    std::string part = place_of(path).beside(".part");
    // Left behind by a process that was killed; nobody else writes it while we hold the claim.
    if (::unlink(part.c_str()) != 0 && errno != ENOENT) return problem(path, errno);
    Descriptor file(open_retrying(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_NOCTTY, 0666));
    if (file.number() < 0) return problem(path, errno);
    Hidden hidden(std::move(part));
    return Replacement(path, std::move(hidden), std::move(file));
}

Result<Done> Replacement::write(const void* data, std::size_t bytes) {
    if (const int code = write_all(file_.number(), static_cast<const char*>(data), bytes)) return problem(path_, code);
    return Done{};
}

Result<Done> Replacement::commit() {
    int code = take_after(file_.number(), path_);
    if (code == 0) code = flush(file_.number());
    if (code == 0) code = file_.close();
    if (code == 0 && ::rename(part_.path().c_str(), path_.c_str()) != 0) code = errno;
    if (code != 0) return problem(path_, code);  // the part goes with this object
    part_.forget();
    if (const int folder = flush_folder(place_of(path_))) return problem(path_, folder);
    return Done{};
}

Result<Done> write_whole(const std::string& path, std::string_view text) {
    const auto claim = Claim::take(path);
    if (!claim) return claim.error();
    auto next = Replacement::begin(path);
    if (!next) return next.error();
    Replacement replacement = std::move(next).value();
    if (auto written = replacement.write(text.data(), text.size()); !written) return written.error();
    return replacement.commit();
}

Result<Appender> Appender::open(const std::string& path, Holds holds, const Check& check) {
    auto claim = Claim::take(path);
    if (!claim) return claim.error();
    Descriptor file(open_retrying(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NOCTTY, 0666));
    if (file.number() < 0) return problem(path, errno);
    off_t size = ::lseek(file.number(), 0, SEEK_END);
    if (size < 0) return problem(path, errno);
    if (check && size > 0) {
        std::string begins(std::min(static_cast<std::size_t>(size), kLookedAt), '\0');
        const ssize_t got = ::pread(file.number(), begins.data(), begins.size(), 0);
        if (got != static_cast<ssize_t>(begins.size())) return problem(path, got < 0 ? errno : EIO);
        if (auto wrong = check(begins)) return wrong->in(path);
    }
    // A line that was being written when its process was killed is no line.
    std::array<char, 4096> buffer;
    while (holds == Holds::kLines && size > 0) {
        const off_t from = size > static_cast<off_t>(buffer.size()) ? size - static_cast<off_t>(buffer.size()) : 0;
        const ssize_t got = ::pread(file.number(), buffer.data(), static_cast<std::size_t>(size - from), from);
        if (got != size - from) return problem(path, got < 0 ? errno : EIO);
        const std::string_view tail(buffer.data(), static_cast<std::size_t>(got));
        const std::size_t newline = tail.rfind('\n');
        size = newline == std::string_view::npos ? from : from + static_cast<off_t>(newline) + 1;
        if (newline != std::string_view::npos) break;
    }
    if (const int code = flush_folder(place_of(path))) return problem(path, code);
    Appender out(path, std::move(claim).value(), std::move(file), size);
    if (auto done = out.cut(static_cast<std::size_t>(size)); !done) return done.error();
    return out;
}

Result<Done> Appender::cut(std::size_t bytes) {
    const auto size = static_cast<off_t>(bytes);
    if (::ftruncate(file_.number(), size) != 0 || ::lseek(file_.number(), size, SEEK_SET) != size) return problem(path_, errno);
    size_ = size;
    return Done{};
}

Result<Done> Appender::append(std::string_view text) {
    int code = write_all(file_.number(), text.data(), text.size());
    if (code == 0) code = flush(file_.number());
    if (code != 0) {
        // Half a piece would be believed by the next reader.
        if (::ftruncate(file_.number(), size_) == 0) (void)::lseek(file_.number(), size_, SEEK_SET);
        return problem(path_, code);
    }
    size_ += static_cast<off_t>(text.size());
    return Done{};
}

}  // namespace foray::files
