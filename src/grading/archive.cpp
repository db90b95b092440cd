#include "foray/grading/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <locale.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "foray/board/descriptor.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

constexpr std::size_t kBlock = std::size_t{64} << 10;
constexpr std::size_t kDeepest = 64;       ///< folders
constexpr std::size_t kLongestName = 255;  ///< bytes; what file systems take
constexpr std::size_t kMostNotes = 20;

/// Names are UTF-8, whatever the surroundings say: libarchive drops what its locale cannot say.
class Utf8Names {
public:
    Utf8Names() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)), before_(locale_ == nullptr ? nullptr : ::uselocale(locale_)) {}
    Utf8Names(const Utf8Names&) = delete;
    Utf8Names& operator=(const Utf8Names&) = delete;
    ~Utf8Names() {
        if (locale_ == nullptr) return;
        ::uselocale(before_);
        ::freelocale(locale_);
    }

private:
    ::locale_t locale_;
    ::locale_t before_;
};

struct ReaderDeleter {
    void operator()(::archive* reader) const { archive_read_free(reader); }
};
using Reader = std::unique_ptr<::archive, ReaderDeleter>;

Error trouble(const std::string& path, ::archive* reader) {
    const char* text = archive_error_string(reader);
    return Error{"cannot be unpacked: " + without_controls(text == nullptr ? "it is damaged" : text)}.in(path);
}

Result<Reader> open_archive(const std::string& path) {
    Reader reader(archive_read_new());
    archive_read_support_format_tar(reader.get());
    archive_read_support_format_zip(reader.get());
    archive_read_support_filter_gzip(reader.get());
    archive_read_support_filter_bzip2(reader.get());
    archive_read_support_filter_xz(reader.get());
    archive_read_support_filter_zstd(reader.get());
    if (archive_read_open_filename(reader.get(), path.c_str(), kBlock) != ARCHIVE_OK) return trouble(path, reader.get());
    return reader;
}

/// An entry's name in parts. A ".." stays one: it is for the judge.
struct EntryName {
    std::string whole{};
    bool is_absolute = false;
    std::vector<std::string> parts{};
};

EntryName name_of(archive_entry* entry) {
    const char* text = archive_entry_pathname(entry);
    EntryName name;
    if (text == nullptr) return name;
    name.whole = text;
    name.is_absolute = name.whole.starts_with('/');
    std::string_view rest = name.whole;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('/'), rest.size());
        const std::string_view part = rest.substr(0, end);
        if (!part.empty() && part != ".") name.parts.emplace_back(part);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return name;
}

/// What systems put beside people's files; nobody asked for it.
bool is_litter(const EntryName& name) {
    for (const std::string& part : name.parts) {
        if (part == "__MACOSX") return true;
    }
    if (name.parts.empty()) return false;
    const std::string& last = name.parts.back();
    return last == ".DS_Store" || last == "Thumbs.db" || last == "desktop.ini" || last.starts_with("._");
}

bool is_link(archive_entry* entry) { return archive_entry_hardlink(entry) != nullptr || archive_entry_filetype(entry) == AE_IFLNK; }

std::string target_of(archive_entry* entry) {
    const char* hard = archive_entry_hardlink(entry);
    const char* target = hard != nullptr ? hard : archive_entry_symlink(entry);
    return quoted(target == nullptr ? "" : target);
}

/// Folders and plain files below one folder, which nothing leads out of.
class Tree {
public:
    explicit Tree(Descriptor root) : root_(std::move(root)) {}

    /// 0, or the system's reason. EEXIST and ENOTDIR say that a file has the name already.
    int make_folder(const std::vector<std::string>& parts, std::size_t count, Descriptor& out) const {
        Descriptor at(::fcntl(root_.number(), F_DUPFD_CLOEXEC, 0));
        for (std::size_t i = 0; at.is_open() && i < count; ++i) {
            if (::mkdirat(at.number(), parts[i].c_str(), 0755) != 0 && errno != EEXIST) return errno;
            at = Descriptor(::openat(at.number(), parts[i].c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        }
        if (!at.is_open()) return errno;
        out = std::move(at);
        return 0;
    }

    int make_file(const std::vector<std::string>& parts, bool can_be_run, Descriptor& out) const {
        Descriptor folder;
        if (const int why = make_folder(parts, parts.size() - 1, folder); why != 0) return why;
        constexpr int kNew = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
        out = Descriptor(::openat(folder.number(), parts.back().c_str(), kNew, 0600));
        if (!out.is_open()) return errno;
        // Whatever the umask says: root's cage is another user.
        return ::fchmod(out.number(), can_be_run ? 0755 : 0644) == 0 ? 0 : errno;
    }

private:
    Descriptor root_;
};

/// How many parts of a name lead to a student's folder: 1, or 2 where one folder holds them all.
Result<std::size_t> students_depth(const std::string& path, const UnpackLimits& limits) {
    auto reader = open_archive(path);
    if (!reader) return reader.error();
    std::set<std::string> tops;
    bool has_top_file = false;
    bool has_folder_inside = false;
    bool has_file_inside = false;
    std::uint64_t entries = 0;
    std::uint64_t bytes = 0;
    archive_entry* entry = nullptr;
    int found = ARCHIVE_OK;
    while ((found = archive_read_next_header(reader->get(), &entry)) != ARCHIVE_EOF) {
        if (found != ARCHIVE_OK && found != ARCHIVE_WARN) return trouble(path, reader->get());
        if (++entries > limits.entries) return Error{"holds more than " + std::to_string(limits.entries) + " files"}.in(path);
        // What is compressed as a whole can only be skipped by unpacking it.
        if (archive_filter_count(reader->get()) > 1 && archive_entry_size(entry) > 0) {
            bytes += static_cast<std::uint64_t>(archive_entry_size(entry));
            if (bytes > limits.bytes) return Error{"would be larger than " + std::to_string(limits.bytes >> 20) + " MiB unpacked"}.in(path);
        }
        const EntryName name = name_of(entry);
        if (name.parts.empty() || name.is_absolute || is_litter(name) || is_link(entry) || name.parts.front() == "..") continue;
        const bool is_folder = archive_entry_filetype(entry) == AE_IFDIR;
        tops.insert(name.parts.front());
        has_top_file = has_top_file || (name.parts.size() == 1 && !is_folder);
        has_folder_inside = has_folder_inside || name.parts.size() > 2 || (name.parts.size() == 2 && is_folder);
        has_file_inside = has_file_inside || (name.parts.size() == 2 && !is_folder);
    }
    return tops.size() == 1 && !has_top_file && has_folder_inside && !has_file_inside ? std::size_t{2} : std::size_t{1};
}

class Unpacking {
public:
    Unpacking(std::string path, Tree tree, std::size_t depth, const UnpackLimits& limits)
        : path_(std::move(path)), tree_(std::move(tree)), depth_(depth), limits_(limits) {}

    Result<Unpacked> run() {
        auto reader = open_archive(path_);
        if (!reader) return reader.error();
        reader_ = reader->get();
        archive_entry* entry = nullptr;
        int found = ARCHIVE_OK;
        while (!failure_ && (found = archive_read_next_header(reader_, &entry)) != ARCHIVE_EOF) {
            if (found != ARCHIVE_OK && found != ARCHIVE_WARN) return trouble(path_, reader_);
            if (++entries_ > limits_.entries) return Error{"holds more than " + std::to_string(limits_.entries) + " files"}.in(path_);
            take(entry);
        }
        if (failure_) return *failure_;
        return std::move(out_);
    }

private:
    struct Account {
        std::uint64_t bytes = 0;
        std::uint64_t entries = 0;
    };

    void take(archive_entry* entry) {
        const EntryName name = name_of(entry);
        if (is_litter(name)) return;
        const auto student = owner_of(name);
        if (student && out_.refused.contains(*student)) return;
        if (const std::string why = refusal(entry, name); !why.empty()) return refuse(student, why);
        if (name.parts.size() < depth_ || name.parts.empty()) {  // the folder that holds them all; or a file beside it
            if (archive_entry_filetype(entry) != AE_IFDIR) refuse(student, "a file that is in nobody's folder: " + quoted(name.whole));
            return;
        }
        // The folder that holds them all is left out.
        const std::vector<std::string> parts(name.parts.begin() + static_cast<std::ptrdiff_t>(depth_ == 2 ? 1 : 0), name.parts.end());
        Account& account = accounts_[*student];
        if (++account.entries > limits_.student_entries) {
            return refuse(student, "tried to hand in more than " + std::to_string(limits_.student_entries) + " files");
        }
        if (archive_entry_filetype(entry) == AE_IFDIR) {
            Descriptor folder;
            return note_problem(tree_.make_folder(parts, parts.size(), folder), student, name);
        }
        Descriptor file;
        if (const int why = tree_.make_file(parts, (archive_entry_perm(entry) & 0111U) != 0, file); why != 0)
            return note_problem(why, student, name);
        copy(name, student, account, file.number());
    }

    /// Whom a name belongs to, as far as it leads down; nobody if it does not get there.
    [[nodiscard]] std::optional<std::string> owner_of(const EntryName& name) const {
        if (depth_ == 0) return "";
        if (name.is_absolute) return std::nullopt;
        for (std::size_t i = 0; i < depth_; ++i) {
            if (i >= name.parts.size() || name.parts[i] == "..") return std::nullopt;
        }
        return name.parts[depth_ - 1];
    }

    /// Why the entry is not what a student may hand in; nothing if it is.
    static std::string refusal(archive_entry* entry, const EntryName& name) {
        if (name.is_absolute) return "tried to write to " + quoted(name.whole);
        for (const std::string& part : name.parts) {
            if (part == "..") return "tried to leave its folder: " + quoted(name.whole);
            if (part.size() > kLongestName) return "tried to hand in a name of " + std::to_string(part.size()) + " bytes";
        }
        if (name.parts.size() > kDeepest) return "tried to hand in more than " + std::to_string(kDeepest) + " folders inside each other";
        if (archive_entry_hardlink(entry) != nullptr)
            return "tried to hand in a hard link: " + quoted(name.whole) + " to " + target_of(entry);
        switch (archive_entry_filetype(entry)) {
            case AE_IFREG:
            case AE_IFDIR: break;
            case AE_IFLNK: return "tried to hand in a link: " + quoted(name.whole) + " -> " + target_of(entry);
            case AE_IFIFO: return "tried to hand in a pipe: " + quoted(name.whole);
            case AE_IFSOCK: return "tried to hand in a socket: " + quoted(name.whole);
            default: return "tried to hand in a device: " + quoted(name.whole);
        }
        if (archive_entry_is_encrypted(entry) != 0) return "handed in a file with a password: " + quoted(name.whole);
        return name.parts.empty() && archive_entry_filetype(entry) == AE_IFREG ? "tried to hand in a file without a name" : "";
    }

    /// What the system said to a name: some of it is the student's fault.
    void note_problem(int why, const std::optional<std::string>& student, const EntryName& name) {
        if (why == 0) return;
        if (why == EEXIST) return refuse(student, "tried to hand in " + quoted(name.whole) + " twice");
        if (why == ENOTDIR) return refuse(student, "tried to hand in a folder that is a file: " + quoted(name.whole));
        if (why == EINVAL || why == EILSEQ || why == ENAMETOOLONG)
            return refuse(student, "tried to hand in a name that no file can have: " + quoted(name.whole));
        failure_ = Error{quoted(name.whole) + " cannot be unpacked: " + strerrordesc_np(why)}.in(path_);
    }

    void copy(const EntryName& name, const std::optional<std::string>& student, Account& account, int file) {
        static thread_local std::array<char, kBlock> block;
        for (;;) {
            const auto got = archive_read_data(reader_, block.data(), block.size());
            if (got == 0) return;
            if (got < 0) return refuse(student, "handed in a damaged file: " + quoted(name.whole));
            account.bytes += static_cast<std::uint64_t>(got);
            bytes_ += static_cast<std::uint64_t>(got);
            if (account.bytes > limits_.student_bytes)
                return refuse(student, "tried to hand in more than " + std::to_string(limits_.student_bytes >> 20) + " MiB");
            if (bytes_ > limits_.bytes) {
                failure_ = Error{"is larger than " + std::to_string(limits_.bytes >> 20) + " MiB unpacked"}.in(path_);
                return;
            }
            for (ssize_t done = 0; done < got;) {
                const ssize_t wrote = ::write(file, block.data() + done, static_cast<std::size_t>(got - done));
                if (wrote < 0 && errno == EINTR) continue;
                if (wrote < 0) return note_problem(errno, student, name);
                done += wrote;
            }
        }
    }

    void refuse(const std::optional<std::string>& student, const std::string& why) {
        if (student) {
            out_.refused.emplace(*student, why);
        } else if (out_.left_out.size() < kMostNotes) {
            out_.left_out.push_back(why);
        }
    }

    std::string path_;
    Tree tree_;
    std::size_t depth_;
    UnpackLimits limits_;
    ::archive* reader_ = nullptr;
    std::map<std::string, Account> accounts_;
    std::uint64_t entries_ = 0;
    std::uint64_t bytes_ = 0;
    Unpacked out_;
    std::optional<Error> failure_;
};

}  // namespace

Result<Unpacked> unpack(const std::string& archive, ArchiveOf whose, const std::string& folder, const UnpackLimits& limits) {
    const Utf8Names utf8;
    std::size_t depth = 0;
    if (whose == ArchiveOf::kClass) {
        const auto found = students_depth(archive, limits);
        if (!found) return found.error();
        depth = *found;
    }
    Descriptor root(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!root.is_open()) return Error{strerrordesc_np(errno)}.in(folder);
    return Unpacking(archive, Tree(std::move(root)), depth, limits).run();
}

bool is_archive_name(const std::string& name) {
    const std::string small = lower(name);
    for (const char* end : {".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst"}) {
        if (small.ends_with(end)) return true;
    }
    return false;
}

}  // namespace foray
