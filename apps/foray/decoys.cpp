#include "decoys.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace foray::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kText = "There are no answers here. This file is watched, and who reads it is named in the grades.\n";
constexpr int kMostEntries = 600;  ///< of all decoys of a run: it is made for every one
constexpr int kDeepest = 4;
constexpr int kClassmates = 3;

bool is_inside(const fs::path& path, const fs::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

class Builder {
public:
    explicit Builder(const std::vector<fs::path>& seen) : seen_(seen) {}

    void file(const fs::path& path) {
        std::ofstream(path, std::ios::binary) << kText;
        open_to_all(path, fs::perms(0444));
        --left_;
    }

    void folder(const fs::path& path) {
        std::error_code ignored;
        fs::create_directories(path, ignored);
        open_to_all(path, fs::perms(0755));
        --left_;
    }

    /// The names of `real`, as far as there is room. What the program sees itself is only a place to mount it upon.
    void copy(const fs::path& real, const fs::path& decoy, int depth = 0) {
        std::error_code error;
        if (!fs::is_directory(fs::symlink_status(real, error))) return file(decoy);
        folder(decoy);
        if (depth >= kDeepest || std::find(seen_.begin(), seen_.end(), real) != seen_.end()) return;
        auto at = fs::directory_iterator(real, error);
        for (; !error && at != fs::directory_iterator() && left_ > 0; at.increment(error)) {
            copy(at->path(), decoy / at->path().filename(), depth + 1);
        }
    }

    /// Others' folders with the names of the student's own files.
    void classmates(const fs::path& real, const fs::path& decoy) {
        folder(decoy);
        for (const fs::path& own : seen_) {
            if (own.parent_path() != real || !fs::is_directory(own)) continue;
            for (int i = 1; i <= kClassmates; ++i) copy_names(own, decoy / ("classmate-" + std::to_string(i)));
        }
    }

    /// Everything that is mounted inside has a place there.
    void mount_points(const fs::path& real, const fs::path& decoy) {
        for (const fs::path& one : seen_) {
            if (one == real || !is_inside(one, real)) continue;
            fs::path at = decoy;
            const fs::path rest = one.lexically_relative(real);
            for (const fs::path& part : rest.parent_path()) folder(at /= part);
            std::error_code error;
            if (fs::exists(decoy / rest, error)) continue;
            if (fs::is_directory(one, error)) {
                folder(decoy / rest);
            } else {
                file(decoy / rest);
            }
        }
    }

private:
    static void open_to_all(const fs::path& path, fs::perms rights) {
        std::error_code ignored;
        fs::permissions(path, rights, ignored);
    }

    void copy_names(const fs::path& own, const fs::path& decoy) {
        folder(decoy);
        std::error_code error;
        for (auto at = fs::directory_iterator(own, error); !error && at != fs::directory_iterator() && left_ > 0; at.increment(error)) {
            std::error_code ignored;
            if (at->is_regular_file(ignored)) file(decoy / at->path().filename());
        }
    }

    const std::vector<fs::path>& seen_;
    int left_ = kMostEntries;
};

}  // namespace

Result<Decoys> Decoys::make(process::Program& program, const std::string& classmates) {
    auto folder = process::ScratchFolder::make("foray-decoys");
    if (!folder) return folder.error();
    Decoys out(std::move(*folder));
    std::vector<fs::path> seen(program.readable.begin(), program.readable.end());
    seen.emplace_back(program.folder);
    for (const fs::path& one : seen) {
        for (fs::path above = one.parent_path(); above.has_relative_path(); above = above.parent_path())
            out.innocent_.push_back(above.string());
    }
    if (!classmates.empty() && std::find(program.hidden.begin(), program.hidden.end(), classmates) == program.hidden.end()) {
        program.hidden.push_back(classmates);
    }
    std::vector<fs::path> mounted = seen;
    mounted.insert(mounted.end(), program.hidden.begin(), program.hidden.end());
    Builder places(mounted);
    Builder builder(seen);
    std::vector<std::string> sources;
    for (const std::string& path : program.hidden) {
        std::error_code error;
        // What the program may see as a whole is no secret, and of what is not there nobody can read.
        if (!fs::exists(path, error) || std::find(program.readable.begin(), program.readable.end(), path) != program.readable.end())
            continue;
        const fs::path source = fs::path(out.folder_.path()) / std::to_string(sources.size());
        if (path == classmates) {
            builder.classmates(path, source);
        } else {
            builder.copy(path, source);
        }
        places.mount_points(path, source);
        sources.push_back(source.string());
        out.stand_ins_.push_back({path, source.string()});
    }
    auto watch = process::TreeWatch::begin(sources);
    if (!watch) return watch.error();
    out.watch_.emplace(std::move(*watch));
    program.stand_ins = out.stand_ins_;
    return out;
}

std::string Decoys::first_touched() {
    for (const process::TreeWatch::Touch& touch : watch_->touched()) {
        const std::string& path = touch.path;
        const auto whose =
            std::find_if(stand_ins_.begin(), stand_ins_.end(), [&](const process::StandIn& one) { return is_inside(path, one.source); });
        if (whose == stand_ins_.end()) continue;
        std::string name = whose->path + path.substr(whose->source.size());
        if (!touch.is_folder || std::find(innocent_.begin(), innocent_.end(), name) == innocent_.end()) return name;
    }
    return "";
}

}  // namespace foray::cli
