// Files that survive: whole files in, and the one way in which everything is written out.
//
// A file is replaced, never changed in place: the new contents go to a hidden file beside the target, are flushed to the disk, and take the
// target's name; then the folder is flushed too. Whatever fails or is killed on the way, the old contents or the new ones are there, never
// a mixture. Mode and owner of the old file are kept. Devices, pipes, sockets and symbolic links are refused: renaming would replace them.
// One process writes a target at a time; others are told so.
//
// A file that only grows (finished games of a long match) is appended to, one flushed piece after the other.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "foray/board/descriptor.h"
#include "foray/board/result.h"

namespace foray::files {

/// Nothing to say but that it worked.
struct Done {};

inline constexpr std::size_t kLargestWhole = std::size_t{64} << 20;

/// A file's contents; refused where it is a folder or larger than `most` bytes. The error names the path.
Result<std::string> read_whole(const std::string& path, std::size_t most = kLargestWhole);

/// Whether a file could be written here: its folder is there and lets us, and nothing but a plain file has the name. For asking before
/// the work begins.
Result<Done> check_target(const std::string& path);

/// A hidden file beside a target, which goes with this object.
class Hidden {
public:
    explicit Hidden(std::string path) noexcept;
    Hidden(Hidden&& other) noexcept;
    Hidden& operator=(Hidden&& other) noexcept;
    ~Hidden();
    [[nodiscard]] const std::string& path() const { return path_; }
    /// It is gone, or has another name.
    void forget() noexcept;

private:
    friend void remove_hidden() noexcept;
    void enter() noexcept;
    void leave() noexcept;
    void remove() noexcept;

    std::string path_;  ///< empty: there is none
    Hidden* previous_ = nullptr;
    Hidden* next_ = nullptr;
};

/// For a program that ends without destroying its objects: removes the hidden files that there are. Allocates nothing.
void remove_hidden() noexcept;

/// The right to write a target, held until destroyed. While one process holds it, no other one gets it.
class Claim {
public:
    static Result<Claim> take(const std::string& path);
    Claim(Claim&& other) noexcept = default;
    Claim& operator=(Claim&& other) noexcept;
    ~Claim() = default;

private:
    Claim(Descriptor lock, Hidden file) : lock_(std::move(lock)), file_(std::move(file)) {}

    Descriptor lock_;
    Hidden file_;  ///< goes before the lock does: it could be another's afterwards
};

/// The next contents of a file, piece by piece, for what is too large to be held as one text. Without `commit` nothing happens to the
/// target.
class Replacement {
public:
    /// The caller holds the claim of `path` for as long as the replacement lives.
    static Result<Replacement> begin(const std::string& path);
    Result<Done> write(const void* data, std::size_t bytes);
    Result<Done> commit();

private:
    Replacement(std::string path, Hidden part, Descriptor file) : path_(std::move(path)), part_(std::move(part)), file_(std::move(file)) {}

    std::string path_;
    Hidden part_;
    Descriptor file_;
};

/// Claims, replaces and releases.
Result<Done> write_whole(const std::string& path, std::string_view text);

/// The end of a file that grows. A new file starts empty; an old one goes on where it ended, after an unfinished last line was cut off
/// where it consists of lines.
class Appender {
public:
    enum class Holds { kLines, kBytes };
    /// What is wrong with the beginning of an old file that is to go on, if something is: it may be somebody else's.
    using Check = std::function<std::optional<Error>(std::string_view begins)>;
    static constexpr std::size_t kLookedAt = std::size_t{1} << 20;  ///< bytes of the beginning that are shown
    static Result<Appender> open(const std::string& path, Holds holds = Holds::kLines, const Check& check = {});
    /// All of it is on the disk when this returns; after an error none of it counts.
    Result<Done> append(std::string_view text);
    /// Takes away what comes after the first `bytes`, which its reader knows to be torn.
    Result<Done> cut(std::size_t bytes);
    /// The bytes that are safe.
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(size_); }

private:
    Appender(std::string path, Claim claim, Descriptor file, off_t size)
        : path_(std::move(path)), claim_(std::move(claim)), file_(std::move(file)), size_(size) {}

    std::string path_;
    Claim claim_;
    Descriptor file_;
    off_t size_;
};

}  // namespace foray::files
