#include "grade_cases.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "command.h"
#include "files.h"
#include "foray/courses/case_generator.h"
#include "foray/notation/text.h"

namespace foray::cli {
namespace {

namespace fs = std::filesystem;

CourseInput parse_input(Assignment assignment, const std::string& text, const std::string& source) {
    if (assignment == Assignment::kSquirrels) return require(parse_squirrels(text), source);
    StakeraidInput input = require(parse_stakeraid(text), source);
    if (input.position.empty.none()) throw UsageError(source + ": the board is full, so there is no move to ask for");
    return input;
}

GradeCase load_case(Assignment assignment, const fs::path& folder) {
    const std::string source = (folder / kInputFile).string();
    std::string text = read_file(source);
    CourseInput input = parse_input(assignment, text, source);
    GradeCase one{folder.filename().string(), std::move(input), std::move(text)};
    for (const std::string_view name : output_files(one.input)) {
        if (fs::exists(folder / name)) one.published.emplace(name, read_file((folder / name).string()));
    }
    return one;
}

}  // namespace

Assignment read_assignment(const std::string& name) {
    if (name == "squirrels") return Assignment::kSquirrels;
    if (name == "stakeraid") return Assignment::kStakeraid;
    throw UsageError("unknown assignment " + foray::quoted(name) + "; the assignments are squirrels, stakeraid");
}

std::vector<GradeCase> load_cases(Assignment assignment, const std::string& folder) {
    std::error_code error;
    fs::directory_iterator entries(folder, error);
    if (error) throw UsageError("--cases " + folder + ": " + error.message());
    std::vector<fs::path> found;
    for (const auto& entry : entries) {
        if (entry.is_directory() && !entry.path().filename().string().starts_with('.')) found.push_back(entry.path());
    }
    if (found.empty()) throw UsageError("--cases " + folder + ": there are no cases, folders with an input.txt, in this folder");
    std::sort(found.begin(), found.end());
    std::vector<GradeCase> cases;
    for (const fs::path& one : found) cases.push_back(load_case(assignment, one));
    return cases;
}

std::vector<GradeCase> generate_cases(Assignment assignment, int count, std::uint64_t seed) {
    std::vector<GradeCase> cases;
    for (int i = 0; i < count; ++i) {
        const auto index = static_cast<std::uint64_t>(i);
        GradeCase one{fmt::format("{:03}", i + 1), random_squirrels(seed, index), ""};
        if (assignment == Assignment::kStakeraid) one.input = random_stakeraid(seed, index);
        one.input_text = print_input(one.input);
        cases.push_back(std::move(one));
    }
    return cases;
}

}  // namespace foray::cli
