// What a class handed in: a folder for each student, in a folder or in an archive.
//
// Nothing that is done to a submission may reach beyond its folder, so that whoever handed in a way out of it is refused, in words.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "foray/board/result.h"

namespace foray {

/// What one student handed in.
struct Submission {
    std::string name;
    std::filesystem::path folder{};
    std::string refused{};  ///< why nothing of it is run, "tried to ..."; empty if it is
};

struct Submissions {
    std::vector<Submission> students;     ///< by name
    std::vector<std::string> left_out{};  ///< of an archive, what belongs to nobody, in words
};

/// The folders in `folder`, or in the one folder that is in it. `is_built`: a build will change files there.
Result<Submissions> submissions_in(const std::string& folder, bool is_built);

/// The same of an archive, which is unpacked into `scratch`.
Result<Submissions> submissions_in_archive(const std::string& archive, const std::string& scratch, bool is_built);

}  // namespace foray
