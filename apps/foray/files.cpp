#include "files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "command.h"

namespace foray::cli {
namespace {

constexpr std::size_t kLargestFile = std::size_t{64} << 20;

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

}  // namespace

std::string read_file(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) throw UsageError(path + ": is a directory");
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) throw UsageError(path + ": " + std::strerror(errno));
    std::string text;
    char buffer[1 << 16];
    while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, file.get())) {
        text.append(buffer, got);
        if (text.size() > kLargestFile) throw UsageError(path + ": larger than 64 MiB");
    }
    if (std::ferror(file.get()) != 0) throw UsageError(path + ": " + std::strerror(errno));
    return text;
}

void write_file(const std::string& path, const std::string& text) {
    // Devices and pipes are written to directly: renaming over them would replace them.
    std::error_code ignored;
    const bool direct = std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored);
    const std::string target = direct ? path : path + ".part";
    File file(std::fopen(target.c_str(), "wb"));
    if (!file) throw Failure(path + ": " + std::strerror(errno));
    const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
    const bool closed = std::fclose(file.release()) == 0;
    if (!written || !closed || (!direct && std::rename(target.c_str(), path.c_str()) != 0)) {
        const std::string why = std::strerror(errno);
        if (!direct) std::remove(target.c_str());
        throw Failure(path + ": " + why);
    }
}

}  // namespace foray::cli
