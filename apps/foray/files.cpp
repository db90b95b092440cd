#include "files.h"

#include <cstdio>
#include <filesystem>
#include <optional>

#include "command.h"
#include "foray/files/files.h"

namespace foray::cli {

std::string read_file(const std::string& path) { return require(files::read_whole(path)); }

void check_output(const std::string& path) {
    if (path.empty() || path == kStandardOutput) return;
    (void)require(files::check_target(path));
}

void write_file(const std::string& path, const std::string& text) {
    if (path == kStandardOutput) {
        if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) throw CommandFailure("the output could not be written");
        return;
    }
    if (const auto written = files::write_whole(path, text); !written) throw CommandFailure(written.error().message());
}

void make_folder(const std::string& folder, const std::string& option) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (!error && !std::filesystem::is_directory(folder, error)) error = std::make_error_code(std::errc::not_a_directory);
    if (error) throw UsageError(option + ": " + folder + ": " + error.message());
}

const std::string& existing(const std::string& path, const std::string& option) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) throw UsageError(option + ": " + path + ": no such file or folder");
    return path;
}

void write_files(const std::vector<std::pair<std::string, std::string>>& files) {
    std::optional<CommandFailure> first;
    for (const auto& [path, text] : files) {
        try {
            write_file(path, text);
        } catch (const CommandFailure& failure) {
            if (!first) first = failure;
        }
    }
    if (first) throw CommandFailure(*first);
}

}  // namespace foray::cli
