// A self-play file on disk that several threads add to. It may be killed at any time: whole blocks are appended, and what was torn off is
// cut away when the file is opened again. Only one process may write a file at a time.
#pragma once

#include <string>
#include <utility>

#include "foray/board/result.h"
#include "foray/files/files.h"
#include "foray/learn/selfplay_file.h"

namespace foray::learn {

/// The bytes of a file, without a copy of them.
class MappedFile {
public:
    static Result<MappedFile> open(const std::string& path);
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&&) = delete;
    ~MappedFile();
    [[nodiscard]] std::string_view bytes() const { return {data_, size_}; }

private:
    MappedFile(const char* data, std::size_t size) : data_(data), size_(size) {}
    const char* data_;
    std::size_t size_;
};

class SelfplayStore {
public:
    /// Opens or creates the file and writes what is missing of its beginning. `note` says how the games to come are made.
    static Result<SelfplayStore> open(const std::string& path, const GameSpec& spec, std::string_view note);

    /// What the file held when it was opened.
    [[nodiscard]] const SelfplaySummary& found() const { return found_; }
    /// How many bytes of an interrupted block were cut away.
    [[nodiscard]] std::size_t torn() const { return torn_; }
    /// Appends a block and waits until it is on the disk.
    [[nodiscard]] Result<files::Done> append(const std::string& block) { return file_.append(block); }

private:
    SelfplayStore(files::Appender file, SelfplaySummary found, std::size_t torn)
        : file_(std::move(file)), found_(std::move(found)), torn_(torn) {}

    files::Appender file_;
    SelfplaySummary found_;
    std::size_t torn_;
};

}  // namespace foray::learn
