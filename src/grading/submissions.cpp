#include "foray/grading/submissions.h"

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <utility>

#include "foray/grading/archive.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

namespace fs = std::filesystem;

/// Why a folder is not one that the grader may build and run programs in: whatever is done to what lies in it must stay in it. Links that
/// lead out do not, nor do files that have another name elsewhere, where a build may change them.
std::string why_not_inside(const fs::path& folder, bool is_built) {
    std::error_code error;
    std::map<std::pair<dev_t, ino_t>, std::pair<nlink_t, fs::path>> more_names;
    auto at = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
        const fs::path& path = at->path();
        struct stat about{};
        if (::lstat(path.c_str(), &about) != 0) continue;
        const std::string name = path.lexically_relative(folder).string();
        if (S_ISLNK(about.st_mode)) {
            std::error_code unknown;
            const fs::path end = fs::weakly_canonical(path, unknown);
            const bool is_inside = !unknown && std::mismatch(folder.begin(), folder.end(), end.begin(), end.end()).first == folder.end();
            if (!is_inside) return "tried to hand in a link that leads out of its folder: " + foray::quoted(name);
        } else if (S_ISREG(about.st_mode) && about.st_nlink > 1 && is_built) {
            auto& [names_left, first] = more_names.try_emplace({about.st_dev, about.st_ino}, about.st_nlink, name).first->second;
            if (--names_left == 0) more_names.erase({about.st_dev, about.st_ino});
        } else if (!S_ISDIR(about.st_mode) && !S_ISREG(about.st_mode)) {
            return "tried to hand in what is neither file nor folder: " + foray::quoted(name);
        }
    }
    if (more_names.empty()) return "";
    const std::string name = more_names.begin()->second.second.string();
    return "tried to hand in a file that has a name elsewhere too (a hard link): " + foray::quoted(name);
}

std::vector<Submission> students_in(const fs::path& folder, bool is_built) {
    const auto folders_in = [](const fs::path& where) {
        std::vector<fs::path> found;
        for (const auto& entry : fs::directory_iterator(where)) {
            if (entry.is_directory() && !entry.path().filename().string().starts_with('.')) found.push_back(entry.path());
        }
        std::sort(found.begin(), found.end());
        return found;
    };
    fs::path where = fs::canonical(folder);
    std::vector<fs::path> found = folders_in(where);
    // There is often one folder that holds them all.
    const auto has_files = [](const fs::path& one) {
        return std::any_of(fs::directory_iterator(one), fs::directory_iterator(),
                           [](const auto& entry) { return entry.is_regular_file(); });
    };
    if (found.size() == 1 && !fs::is_symlink(found.front()) && !has_files(found.front()) && !folders_in(found.front()).empty()) {
        where = found.front();
        found = folders_in(where);
    }
    std::vector<Submission> out;
    for (const fs::path& one : found) {
        Submission student{one.filename().string(), one};
        // A link beside the others is somebody else's folder: of the class (handed in for two) or not.
        if (fs::is_symlink(one)) {
            student.folder = fs::canonical(one);
            if (student.folder.parent_path() != where)
                student.refused = "tried to hand in a link to " + foray::quoted(student.folder.string());
        }
        if (student.refused.empty()) student.refused = why_not_inside(student.folder, is_built);
        out.push_back(std::move(student));
    }
    return out;
}

}  // namespace

Result<Submissions> submissions_in(const std::string& folder, bool is_built) {
    try {
        return Submissions{students_in(folder, is_built)};
    } catch (const fs::filesystem_error& failed) {  // a folder that may not be read
        return Error{failed.code().message()}.in(failed.path1().string());
    }
}

Result<Submissions> submissions_in_archive(const std::string& archive, const std::string& scratch, bool is_built) {
    auto unpacked = unpack(archive, ArchiveOf::kClass, scratch);
    if (!unpacked) return unpacked.error();
    auto out = submissions_in(scratch, is_built);
    if (!out) return out;
    std::vector<Submission>& students = out->students;
    for (const auto& [name, why] : unpacked->refused) {
        const auto known =
            std::find_if(students.begin(), students.end(), [&wanted = name](const Submission& one) { return one.name == wanted; });
        if (known == students.end()) {
            students.push_back({name, fs::path(scratch) / name, why});
        } else {
            known->refused = why;
        }
    }
    std::sort(students.begin(), students.end(), [](const Submission& a, const Submission& b) { return a.name < b.name; });
    out->left_out = std::move(unpacked->left_out);
    return out;
}

}  // namespace foray
