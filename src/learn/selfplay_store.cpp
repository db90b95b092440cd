#include "foray/learn/selfplay_store.h"

#include <fcntl.h>
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

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open()) return Error{why()}.in(path);
    struct stat info{};
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
    auto opened = files::Appender::open(path, files::Appender::Holds::kBytes);
    if (!opened) return opened.error();
    files::Appender file = std::move(opened).value();
    SelfplaySummary found;
    {
        auto mapped = MappedFile::open(path);
        if (!mapped) return mapped.error();
        auto summary = read_selfplay(mapped->bytes());
        if (!summary) return summary.error().in(path);
        found = *summary;
        // Of a file that was killed in its first block there is the beginning of that block; whatever else is short is somebody's.
        if (found.good_bytes == 0 && !header_block(spec).starts_with(mapped->bytes())) return Error{"is not a self-play file"}.in(path);
    }
    if (found.good_bytes > 0 && found.spec != spec) return Error{"holds games of " + describe(found.spec)}.in(path);
    const std::size_t torn = file.size() - found.good_bytes;
    if (auto done = file.cut(found.good_bytes); !done) return done.error();
    std::string begin;
    if (found.good_bytes == 0) begin += header_block(spec);
    if (found.last_note != note) begin += note_block(note);
    if (auto done = file.append(begin); !done) return done.error();
    return SelfplayStore(std::move(file), std::move(found), torn);
}

}  // namespace foray::learn
