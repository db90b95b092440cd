// Archives of handed-in programs: whatever the bytes are, only folders and plain files come of them, inside the folder, within the limits.
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "foray/grading/archive.h"
#include "fuzz.h"

using namespace foray;
namespace fs = std::filesystem;

namespace {

/// A folder in memory, with a neighbour that must stay as it is.
const std::string& workplace() {
    static const struct Folder {
        std::string path = fs::exists("/dev/shm") ? "/dev/shm/foray-fuzz-XXXXXX" : "/tmp/foray-fuzz-XXXXXX";
        Folder() {
            FORAY_FUZZ_CHECK(::mkdtemp(path.data()) != nullptr);
            std::ofstream(path + "/secret") << "hunter2";
        }
        Folder(const Folder&) = delete;
        Folder& operator=(const Folder&) = delete;
        ~Folder() {
            std::error_code ignored;
            fs::remove_all(path, ignored);
        }
    } folder;
    return folder.path;
}

}  // namespace

void fuzz_one(std::string_view text) {
    const std::string archive = workplace() + "/archive";
    const std::string inside = workplace() + "/inside";
    std::ofstream(archive, std::ios::binary) << text;
    UnpackLimits limits;
    limits.student_bytes = 1 << 16;
    limits.student_entries = 50;
    limits.bytes = 1 << 18;
    limits.entries = 200;
    for (const ArchiveOf whose : {ArchiveOf::kClass, ArchiveOf::kStudent}) {
        fs::remove_all(inside);
        fs::create_directory(inside);
        const auto unpacked = unpack(archive, whose, inside, limits);
        if (!unpacked) FORAY_FUZZ_CHECK(unpacked.error().message().find(workplace()) != std::string::npos);
        std::uintmax_t bytes = 0;
        for (const auto& entry : fs::recursive_directory_iterator(inside)) {
            struct stat about{};
            FORAY_FUZZ_CHECK(::lstat(entry.path().c_str(), &about) == 0);
            FORAY_FUZZ_CHECK(S_ISDIR(about.st_mode) || (S_ISREG(about.st_mode) && about.st_nlink == 1));
            FORAY_FUZZ_CHECK((about.st_mode & 07022U) == 0);
            if (S_ISREG(about.st_mode)) bytes += static_cast<std::uintmax_t>(about.st_size);
        }
        FORAY_FUZZ_CHECK(bytes <= limits.bytes + (1 << 16));
    }
    FORAY_FUZZ_CHECK(fs::file_size(workplace() + "/secret") == 7);
    std::uintmax_t around = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(workplace())) ++around;
    FORAY_FUZZ_CHECK(around == 3);
}
