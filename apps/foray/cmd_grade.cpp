// foray grade: a student's program of one of the two USC assignments, case by case.
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "command.h"
#include "files.h"
#include "foray/notation/text.h"
#include "grade_cases.h"
#include "sandbox.h"

namespace foray::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::size_t kLargestLog = 256 * kMiB;
constexpr std::uint64_t kLeastFileLimit = 16 * kMiB;

struct GradeOptions {
    std::string assignment;
    std::string program;
    std::optional<std::string> cases;
    int count = 20;
    std::uint64_t seed = 1;
    double time_limit = 10;
    std::uint64_t memory_limit = 1024;
    bool json = false;
    std::string keep;
};

struct Graded {
    Grade grade;
    double ms = 0;
    std::string case_problem{};  ///< the case's own answer is not the reference's
};

/// What a run needs beside its case.
struct Setting {
    const GradeOptions& options;
    std::string command_line;
    std::string start;
};

/// The command line as it runs in a scratch folder. Squirrels programs are told their input, Stake & Raid programs know its name.
std::string command_line_of(Assignment assignment, const GradeOptions& options, const std::string& start) {
    std::vector<std::string> exempt;
    for (const std::string_view name : {kInputFile, kNextStateFile, kTraverseLogFile, kTraceStateFile, kOutputFile})
        exempt.emplace_back(name);
    const std::string resolved = resolve_words(options.program, start, exempt);
    return assignment == Assignment::kSquirrels ? resolved + " -i " + std::string(kInputFile) : resolved;
}

CourseFiles reference_of(const GradeCase& one) {
    std::size_t size = 0;
    return reference_files(one.input, [&](const std::string& text) {
        size += text.size();
        if (size > kLargestLog)
            throw UsageError(one.name + ": the traverse log of this case is larger than 256 MiB; grade with a smaller depth");
    });
}

enum class FileState : std::uint8_t { kRead, kMissing, kNotPlain, kTooLarge };

/// Reads what the program left. It may be anything: a pipe, a link to a device, or a file as large as its limit.
FileState read_output(const std::string& path, std::uint64_t limit, std::string& text) {
    const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return errno == ENOENT ? FileState::kMissing : FileState::kNotPlain;
    struct stat about {};
    FileState state = FileState::kRead;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        state = FileState::kNotPlain;
    } else if (static_cast<std::uint64_t>(about.st_size) >= limit) {
        state = FileState::kTooLarge;
    } else {
        text.resize(static_cast<std::size_t>(about.st_size));
        std::size_t got = 0;
        for (ssize_t count = 1; count > 0 && got < text.size(); got += static_cast<std::size_t>(std::max<ssize_t>(count, 0))) {
            count = read(file, text.data() + got, text.size() - got);
        }
        text.resize(got);
    }
    close(file);
    return state;
}

/// The last thing that the program complained about, for one line.
std::string last_words(const std::string& err) {
    const auto lines = split_lines(err);
    if (lines.empty()) return "";
    constexpr std::size_t kLongest = 160;
    std::string text(lines.back().substr(0, kLongest));
    for (char& c : text) c = c >= ' ' && c <= '~' ? c : '?';
    return "; its last words: " + text;
}

bool speaks_of_memory(const std::string& err) {
    for (const char* phrase : {"MemoryError", "bad_alloc", "OutOfMemoryError", "annot allocate memory", "ut of memory", "emory exhausted",
                               "Out of space", "heap out of memory", "Could not reserve enough space"}) {
        if (err.find(phrase) != std::string::npos) return true;
    }
    return false;
}

std::string how_it_ended(const SandboxRun& run) {
    if (run.end == SandboxRun::End::kSignal) return "the program was ended by " + signal_name(run.code);
    std::string text = "the program ended with exit code " + std::to_string(run.code);
    if (run.code == 127) return text + ", which means that a command was not found";
    if (run.code > 128 && run.code <= 128 + 64) return text + ", which means " + signal_name(run.code - 128);
    return text;
}

/// The grade of a run that did not end well; `files` is what its files alone would get.
Grade grade_end(const SandboxRun& run, const SandboxLimits& limits, const Grade& files) {
    const int signal = run.end == SandboxRun::End::kSignal ? run.code : run.end == SandboxRun::End::kExit ? run.code - 128 : 0;
    if (run.end == SandboxRun::End::kTimeLimit)
        return {.mark = Mark::kTimeLimit, .explanation = fmt::format("killed after {:g} s", limits.seconds)};
    if (signal == SIGXCPU) return {.mark = Mark::kTimeLimit, .explanation = "killed for the CPU time of all its threads"};
    if (signal == SIGXFSZ) {
        return {.mark = Mark::kFileLimit, .explanation = fmt::format("killed for a file larger than {} MiB", limits.file_bytes / kMiB)};
    }
    // A refused allocation leaves no other trace than complaints and the memory held until then, which for an array that doubles is half.
    const std::string held = fmt::format("{} of its {} MB", run.peak_bytes / kMiB, limits.memory_bytes / kMiB);
    if (speaks_of_memory(run.err)) {
        return {.mark = Mark::kMemoryLimit,
                .explanation = how_it_ended(run) + ", out of memory (it held " + held + ")" + last_words(run.err)};
    }
    if (run.peak_bytes * 2 >= limits.memory_bytes) {
        return {.mark = Mark::kMemoryLimit,
                .explanation = how_it_ended(run) + ", probably for want of memory (it held " + held + ")" + last_words(run.err)};
    }
    return {.mark = Mark::kCrash,
            .explanation = how_it_ended(run) + (files.passed() ? " (its files are right)" : "") + last_words(run.err)};
}

/// Reads and judges the files in `folder`.
Grade grade_folder(const GradeCase& one, const CourseFiles& reference, const std::string& folder, std::uint64_t file_limit) {
    CourseFiles student;
    for (const std::string_view name : output_files(one.input)) {
        const std::string file(name);
        std::string text;
        switch (read_output(folder + "/" + file, file_limit, text)) {
            case FileState::kRead: student.emplace(file, std::move(text)); break;
            case FileState::kMissing: break;
            case FileState::kNotPlain:
                return {.mark = Mark::kWrongFormat, .file = file, .explanation = file + " is not a plain file that can be read"};
            case FileState::kTooLarge:
                return {.mark = Mark::kFileLimit,
                        .file = file,
                        .explanation = fmt::format("{} is larger than {} MiB", file, file_limit / kMiB)};
        }
    }
    return grade_files(one.input, reference, student);
}

/// Leaves a case folder behind that --cases understands, with the program's files in `student`.
void keep_case(const fs::path& folder, const GradeCase& one, const CourseFiles& reference, const std::string& err) {
    write_file((folder / kInputFile).string(), one.input_text);
    for (const auto& [name, text] : reference) write_file((folder / name).string(), text);
    write_file((folder / "stderr.txt").string(), err);
}

Graded grade_case(const GradeCase& one, const Setting& setting) {
    const GradeOptions& options = setting.options;
    const CourseFiles reference = reference_of(one);
    Graded graded;
    SandboxLimits limits{options.time_limit, options.memory_limit * kMiB, 0};
    for (const auto& [name, text] : reference) limits.file_bytes += 2 * text.size();
    limits.file_bytes = std::max(limits.file_bytes, kLeastFileLimit);
    for (const auto& [name, text] : one.published) {
        const auto right = reference.find(name);
        if (right == reference.end() || !graded.case_problem.empty()) continue;
        graded.case_problem = disagreement(name, text, right->second).value_or("");
    }
    const ScratchFolder scratch;
    const fs::path kept = options.keep.empty() ? fs::path() : fs::path(options.keep) / one.name;
    const fs::path work = options.keep.empty() ? fs::path(scratch.path()) : fs::absolute(kept / "student");
    fs::create_directories(work);
    write_file((work / kInputFile).string(), one.input_text);
    const SandboxRun run = run_sandboxed(setting.command_line, work.string(), limits, {"FORAY_START=" + setting.start});
    graded.ms = run.ms;
    graded.grade = grade_folder(one, reference, work.string(), limits.file_bytes);
    if (!run.is_fine() && graded.grade.mark != Mark::kFileLimit) graded.grade = grade_end(run, limits, graded.grade);
    if (!options.keep.empty()) keep_case(kept, one, reference, run.err);
    return graded;
}

/// "next_state.txt:3: plays ...".
std::string where_and_why(const Grade& grade) {
    if (grade.line == 0) return grade.explanation;
    return grade.file + ":" + std::to_string(grade.line) + ": " + grade.explanation;
}

Json to_json(const GradeCase& one, const Graded& graded) {
    const Grade& grade = graded.grade;
    Json out{{"name", one.name}, {"task", describe_task(one.input)}, {"verdict", print_mark(grade.mark)}};
    out["file"] = grade.file;
    out["line"] = grade.line;
    out["expected"] = grade.expected;
    out["found"] = grade.found;
    out["explanation"] = grade.explanation;
    out["case_problem"] = graded.case_problem;
    out["ms"] = std::llround(graded.ms);
    return out;
}

/// Prints the cases as they are graded: a slow program shows where it is.
class Table {
public:
    explicit Table(const std::vector<GradeCase>& cases) {
        for (const GradeCase& one : cases) {
            name_ = std::max(name_, one.name.size());
            task_ = std::max(task_, describe_task(one.input).size());
        }
        fmt::print("{:<{}}  {:<{}}  {:<15}  {:>8}  {}\n", "case", name_, "task", task_, "verdict", "ms", "explanation");
    }

    void add(const GradeCase& one, const Graded& graded) const {
        const std::string row = fmt::format("{:<{}}  {:<{}}  {:<15}  {:>8.0f}  {}", one.name, name_, describe_task(one.input), task_,
                                            print_mark(graded.grade.mark), graded.ms, where_and_why(graded.grade));
        fmt::print("{}\n", row.substr(0, row.find_last_not_of(' ') + 1));
        if (!graded.case_problem.empty()) fmt::print("{:<{}}  note: {}\n", "", name_, graded.case_problem);
        std::fflush(stdout);
    }

private:
    std::size_t name_ = 4;
    std::size_t task_ = 4;
};

void check(const GradeOptions& options) {
    if (split_words(options.program).empty()) throw UsageError("--program: expected a command line such as \"python3 hw.py\"");
    if (!(options.time_limit >= 0.1 && options.time_limit <= 3600)) throw UsageError("--time-limit: expected 0.1 to 3600 seconds");
    if (options.memory_limit < 16 || options.memory_limit > 1'048'576) throw UsageError("--memory-limit: expected 16 to 1048576 MB");
    if (options.count < 1 || options.count > 9999) throw UsageError("--generate: expected 1 to 9999 cases");
}

int run_grade(const GradeOptions& options) {
    const Assignment assignment = read_assignment(options.assignment);
    check(options);
    const std::vector<GradeCase> cases =
        options.cases ? load_cases(assignment, *options.cases) : generate_cases(assignment, options.count, options.seed);
    for (const GradeCase& one : cases) {
        if (!options.keep.empty() && fs::exists(fs::path(options.keep) / one.name)) {
            throw UsageError("--keep: " + (fs::path(options.keep) / one.name).string() + " exists already");
        }
    }
    const std::string start = fs::current_path().string();
    const Setting setting{options, command_line_of(assignment, options, start), start};
    Json list = Json::array();
    std::optional<Table> table;
    if (!options.json) table.emplace(cases);
    std::size_t passed = 0;
    std::size_t problems = 0;
    for (const GradeCase& one : cases) {
        const Graded graded = grade_case(one, setting);
        passed += graded.grade.passed() ? 1 : 0;
        problems += graded.case_problem.empty() ? 0 : 1;
        if (table) {
            table->add(one, graded);
        } else {
            list.push_back(to_json(one, graded));
        }
    }
    const std::size_t failed = cases.size() - passed;
    if (options.json) {
        const Json all{{"assignment", options.assignment}, {"passed", passed}, {"failed", failed}, {"cases", list}};
        fmt::print("{}\n", all.dump(-1, ' ', false, Json::error_handler_t::replace));
    } else {
        fmt::print("{} passed, {} failed\n", passed, failed);
        if (problems > 0) fmt::print("{} of the cases came with an answer that disagrees with the reference\n", problems);
    }
    return failed == 0 ? kFine : kFailed;
}

}  // namespace

void add_grade_command(CLI::App& app, Action& action) {
    add_command<GradeOptions>(
        app, action, "grade", "Grade a student's program of the assignments Squirrels and Stake & Raid",
        "  foray grade squirrels --program \"python3 hw.py\"\n"
        "  foray grade stakeraid --program ./homework --generate 50 --seed 7 --time-limit 2\n"
        "  foray grade squirrels --program \"java -cp . agent\" --memory-limit 8192 --cases published/\n"
        "  foray grade stakeraid --program \"python3 hw.py\" --json --keep graded/\n"
        "Each case runs in a folder of its own that holds input.txt; Squirrels programs are started with `-i input.txt`. Words of the\n"
        "command that name files here are passed as absolute paths, and $FORAY_START is this folder. Exit code 1: some case failed.",
        [](CLI::App& command, GradeOptions& options) {
            command.add_option("assignment", options.assignment, "squirrels or stakeraid")->required();
            command.add_option("--program", options.program, "the shell command that runs the program")->required();
            auto* cases = command.add_option("--cases", options.cases, "a folder of folders, each with input.txt and perhaps the answers");
            auto* count = command.add_option("--generate", options.count, "this many random cases")->capture_default_str();
            auto* seed = command.add_option("--seed", options.seed, "which random cases")->capture_default_str();
            cases->excludes(count)->excludes(seed);
            command.add_option("--time-limit", options.time_limit, "seconds for each case")->capture_default_str();
            command.add_option("--memory-limit", options.memory_limit, "MB of address space for each process")->capture_default_str();
            command.add_flag("--json", options.json, "for programs");
            command.add_option("--keep", options.keep, "keep inputs, reference answers and the program's files in this folder");
        },
        run_grade);
}

}  // namespace foray::cli
