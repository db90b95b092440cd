#include "grade_run.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "command.h"
#include "files.h"
#include "foray/courses/mutants.h"
#include "foray/notation/text.h"
#include "sandbox.h"

namespace foray::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::size_t kLargestLog = 256 * kMiB;
constexpr std::uint64_t kLeastFileLimit = 16 * kMiB;

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
    if (run.end == SandboxRun::End::kTimeLimit) {
        return {.mark = Mark::kTimeLimit,
                .explanation = fmt::format("killed after {:g} s, of which it computed {:.1f} s", limits.wall_seconds, run.cpu_ms / 1000)};
    }
    if (signal == SIGXCPU || run.cpu_ms > limits.cpu_seconds * 1000) {
        return {.mark = Mark::kTimeLimit, .explanation = fmt::format("needs more than {:g} s of CPU time", limits.cpu_seconds)};
    }
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
Grade grade_folder(const GradeCase& one, const CourseFiles& reference, const std::string& folder, std::uint64_t file_limit,
                   CourseFiles& student) {
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

}  // namespace

std::string command_line_of(Assignment assignment, const std::string& program, const std::string& start) {
    std::vector<std::string> exempt;
    for (const std::string_view name : {kInputFile, kNextStateFile, kTraverseLogFile, kTraceStateFile, kOutputFile})
        exempt.emplace_back(name);
    const std::string resolved = resolve_words(program, start, exempt);
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

Graded grade_case(const GradeCase& one, const CourseFiles& reference, const RunSetting& setting) {
    Graded graded;
    SandboxLimits limits{setting.limits.cpu_seconds, kWallGuard * setting.limits.cpu_seconds, setting.limits.memory_mb * kMiB, 0};
    for (const auto& [name, text] : reference) limits.file_bytes += 2 * text.size();
    limits.file_bytes = std::max(limits.file_bytes, kLeastFileLimit);
    for (const auto& [name, text] : one.published) {
        const auto right = reference.find(name);
        if (right == reference.end() || !graded.case_problem.empty()) continue;
        graded.case_problem = disagreement(name, text, right->second).value_or("");
    }
    const ScratchFolder scratch;
    const fs::path kept = setting.keep.empty() ? fs::path() : fs::path(setting.keep) / one.name;
    const fs::path work = setting.keep.empty() ? fs::path(scratch.path()) : fs::absolute(kept / "student");
    fs::create_directories(work);
    write_file((work / kInputFile).string(), one.input_text);
    const SandboxRun run = run_sandboxed(setting.command_line, work.string(), limits, {"FORAY_START=" + setting.start});
    graded.wall_ms = run.ms;
    graded.cpu_ms = run.cpu_ms;
    graded.grade = grade_folder(one, reference, work.string(), limits.file_bytes, graded.files);
    const bool too_slow = run.cpu_ms > limits.cpu_seconds * 1000;
    if ((!run.is_fine() || too_slow) && graded.grade.mark != Mark::kFileLimit) graded.grade = grade_end(run, limits, graded.grade);
    if (!graded.grade.passed()) graded.likely_mistakes = likely_mistakes(one.input, graded.files);
    if (!setting.keep.empty()) keep_case(kept, one, reference, run.err);
    return graded;
}

std::string where_and_why(const Grade& grade) {
    if (grade.line == 0) return grade.explanation;
    return grade.file + ":" + std::to_string(grade.line) + ": " + grade.explanation;
}

}  // namespace foray::cli
