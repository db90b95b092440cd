#include "grade_cases.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "command.h"
#include "files.h"
#include "foray/courses/case_generator.h"
#include "foray/courses/mutants.h"
#include "foray/notation/text.h"

namespace foray::cli {
namespace {

namespace fs = std::filesystem;

CourseInput parse_input(Assignment assignment, const std::string& text, const std::string& source) {
    if (assignment == Assignment::kSquirrels) return require(parse_squirrels(text), source);
    return require(parse_stakeraid(text), source);
}

GradeCase load_case(Assignment assignment, const std::string& name, const fs::path& input) {
    std::string text = read_file(input.string());
    return {name, parse_input(assignment, text, input.string()), text};
}

void add_answer(GradeCase& one, std::string_view file, const fs::path& path) {
    if (fs::exists(path)) one.published.emplace(file, read_file(path.string()));
}

/// "2" before "10".
bool natural_less(const GradeCase& a, const GradeCase& b) {
    const auto digits = [](const std::string& text) {
        std::size_t at = text.find_first_of("0123456789");
        if (at == std::string::npos) return std::pair(text, std::string());
        const std::size_t end = text.find_first_not_of("0123456789", at);
        const std::string head = text.substr(0, at);
        at = std::min(text.find_first_not_of('0', at), end);
        return std::pair(head, at == std::string::npos ? std::string() : text.substr(at, end - at));
    };
    const auto [head_a, number_a] = digits(a.name);
    const auto [head_b, number_b] = digits(b.name);
    return std::tuple(head_a, number_a.size(), number_a, a.name) < std::tuple(head_b, number_b.size(), number_b, b.name);
}

bool is_case_folder(const fs::directory_entry& entry) { return entry.is_directory() && !entry.path().filename().string().starts_with('.'); }

/// "INPUT/0.in" and "OUTPUT/0.out".
std::vector<GradeCase> load_in_and_out(Assignment assignment, const fs::path& folder) {
    std::vector<GradeCase> cases;
    for (const auto& entry : fs::directory_iterator(folder / "INPUT")) {
        if (!entry.is_regular_file()) continue;
        const std::string stem = entry.path().stem().string();
        GradeCase one = load_case(assignment, stem, entry.path());
        const auto files = output_files(one.input);
        add_answer(one, files.front(), folder / "OUTPUT" / (stem + ".out"));
        cases.push_back(std::move(one));
    }
    return cases;
}

/// "input_1.txt" beside "next_state_1.txt" and "traverse_log_1.txt".
std::vector<GradeCase> load_numbered(Assignment assignment, const fs::path& folder) {
    std::vector<GradeCase> cases;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string file = entry.path().filename().string();
        constexpr std::string_view kHead = "input";
        constexpr std::string_view kTail = ".txt";
        if (!entry.is_regular_file() || !file.starts_with(kHead) || !file.ends_with(kTail) || file == kInputFile) continue;
        const std::string rest = file.substr(kHead.size());  // "_1.txt"
        const std::size_t first = rest.find_first_not_of("_-");
        GradeCase one = load_case(assignment, rest.substr(first, rest.size() - first - kTail.size()), entry.path());
        for (const std::string_view name : output_files(one.input)) {
            add_answer(one, name, folder / (std::string(name.substr(0, name.size() - kTail.size())) + rest));
        }
        cases.push_back(std::move(one));
    }
    return cases;
}

std::vector<GradeCase> load_folders(Assignment assignment, const fs::path& folder) {
    std::vector<GradeCase> cases;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (!is_case_folder(entry)) continue;
        GradeCase one = load_case(assignment, entry.path().filename().string(), entry.path() / kInputFile);
        for (const std::string_view name : output_files(one.input)) add_answer(one, name, entry.path() / name);
        cases.push_back(std::move(one));
    }
    return cases;
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
    std::vector<GradeCase> cases;
    try {
        if (fs::is_directory(fs::path(folder) / "INPUT")) {
            cases = load_in_and_out(assignment, folder);
        } else {
            cases = load_numbered(assignment, folder);
            if (cases.empty()) cases = load_folders(assignment, folder);
        }
    } catch (const fs::filesystem_error& failed) {  // a folder that may not be read
        throw UsageError("--cases " + failed.path1().string() + ": " + failed.code().message());
    }
    if (cases.empty()) {
        throw UsageError("--cases " + folder +
                         ": there are no cases in this folder: folders with an input.txt, input_1.txt, or INPUT/0.in");
    }
    std::sort(cases.begin(), cases.end(), natural_less);
    return cases;
}

GeneratedCases generate_cases(Assignment assignment, int count, std::uint64_t seed) {
    const CaseSet set = telling_cases(assignment, seed, count);
    GeneratedCases out;
    for (const CourseInput& input : set.inputs) {
        out.cases.push_back({fmt::format("{:03}", out.cases.size() + 1), input, print_input(input)});
    }
    const auto mutants = mutants_of(assignment);
    for (std::size_t m = 0; m < mutants.size(); ++m) {
        Mistake mistake{std::string(mutants[m].mistake), {}};
        for (const int index : set.caught_by[m]) mistake.cases.push_back(out.cases[static_cast<std::size_t>(index)].name);
        out.mistakes.push_back(std::move(mistake));
    }
    return out;
}

std::string GeneratedCases::warning() const {
    std::string missed;
    for (const Mistake& mistake : mistakes) {
        if (mistake.cases.empty()) missed += (missed.empty() ? "" : "; ") + mistake.name;
    }
    return missed.empty() ? "" : "these cases are too few to catch a program that " + missed;
}

}  // namespace foray::cli
