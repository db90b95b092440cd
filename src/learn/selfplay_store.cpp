#include "foray/learn/selfplay_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "foray/notation/spec_text.h"

namespace foray::learn {
namespace {

std::string why() { return std::strerror(errno); }

/// All bytes at an offset. Empty if that went well.
std::string write_all(int file, std::string_view bytes, std::size_t at) {
    while (!bytes.empty()) {
        const ssize_t done = pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return why();
        bytes.remove_prefix(static_cast<std::size_t>(done));
        at += static_cast<std::size_t>(done);
    }
    return "";
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
    const files::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number() < 0) return Error{why()}.in(path);
    struct stat info {};
    if (fstat(file.number(), &info) != 0) return Error{why()}.in(path);
    if (!S_ISREG(info.st_mode)) return Error{"is not a file"}.in(path);
    if (info.st_size == 0) return MappedFile(nullptr, 0);
    const auto size = static_cast<std::size_t>(info.st_size);
    void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (memory == MAP_FAILED) return Error{why()}.in(path);
    return MappedFile(static_cast<const char*>(memory), size);
}
MappedFile::MappedFile(MappedFile&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
MappedFile::~MappedFile() {
    if (data_ != nullptr) munmap(const_cast<char*>(data_), size_);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

Result<SelfplayStore> SelfplayStore::open(const std::string& path, const GameSpec& spec, std::string_view note) {
    files::Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (file.number() < 0) return Error{why()}.in(path);
    struct stat info {};
    if (fstat(file.number(), &info) != 0) return Error{why()}.in(path);
    if (!S_ISREG(info.st_mode)) return Error{"is not a file"}.in(path);
    if (flock(file.number(), LOCK_EX | LOCK_NB) != 0) return Error{"another process is writing to it"}.in(path);
    SelfplaySummary found;
    {
        auto mapped = MappedFile::open(path);
        if (!mapped) return mapped.error();
        auto summary = read_selfplay(mapped->bytes());
        if (!summary) return summary.error().in(path);
        found = *summary;
        info.st_size = static_cast<off_t>(mapped->bytes().size());
    }
    if (found.good_bytes > 0 && found.spec != spec) return Error{"holds games of " + describe(found.spec)}.in(path);
    const std::size_t torn = static_cast<std::size_t>(info.st_size) - found.good_bytes;
    if (torn > 0 && ftruncate(file.number(), static_cast<off_t>(found.good_bytes)) != 0) return Error{why()}.in(path);
    const std::size_t end = found.good_bytes;
    SelfplayStore out(std::move(file), end, std::move(found), torn);
    std::string begin;
    if (out.end_ == 0) begin += header_block(spec);
    if (out.found_.last_note != note) begin += note_block(note);
    if (const std::string problem = out.append(begin); !problem.empty()) return Error{problem}.in(path);
    return out;
}

std::string SelfplayStore::append(const std::string& block) {
    if (block.empty()) return "";
    if (std::string problem = write_all(file_.number(), block, end_); !problem.empty()) {
        // A full disk leaves a part behind; without it the file is whole again. Should that fail too, the next opening cuts it away.
        (void)!ftruncate(file_.number(), static_cast<off_t>(end_));
        return problem;
    }
    end_ += block.size();
    return fdatasync(file_.number()) == 0 ? "" : why();
}

}  // namespace foray::learn
