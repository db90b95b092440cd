#include "grade_run.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "command.h"
#include "decoys.h"
#include "files.h"
#include "foray/courses/mutants.h"
#include "foray/notation/text.h"
#include "foray/process/run.h"
#include "interrupts.h"
#include "program_view.h"
#include "shell_words.h"

namespace foray::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::size_t kLargestLog = 256 * kMiB;
constexpr std::uint64_t kLeastFileLimit = 16 * kMiB;

using process::FileState;
using process::RunResult;

/// How many times slower a program may be on the clock because others want the processors too.
double crowding() {
    constexpr double kMost = 8;
    std::ifstream in("/proc/loadavg");
    double minute = 0;
    double five_minutes = 0;
    double quarter = 0;
    double now = 0;  // "3/200": three want to run
    in >> minute >> five_minutes >> quarter >> now;
    const double wanted = in ? std::max(minute, now) : 0;
    return std::clamp(wanted / std::max(1U, std::thread::hardware_concurrency()), 1.0, kMost);
}

/// What one run may use.
struct Allowance {
    double cpu_seconds;
    double wall_seconds;
    std::uint64_t memory_bytes;
    std::uint64_t file_bytes;
    bool is_other_user = false;     ///< whose program it becomes
    bool changes_contents = false;  ///< the files that lie in its folder are its own: a build
};

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

std::string how_it_ended(const RunResult& run) {
    if (run.end == RunResult::End::kSignal) return "the program was ended by " + process::signal_name(run.code);
    std::string text = "the program ended with exit code " + std::to_string(run.code);
    if (run.code == 127) return text + ", which means that a command was not found";
    if (run.code > 128 && run.code <= 128 + 64) return text + ", which means " + process::signal_name(run.code - 128);
    return text;
}

/// The grade of a run that did not end well; `files` is what its files alone would get.
Grade grade_end(const RunResult& run, const Allowance& limits, const Grade& files, const std::string& broken) {
    const int signal = run.end == RunResult::End::kSignal ? run.code : run.end == RunResult::End::kExit ? run.code - 128 : 0;
    if (run.end == RunResult::End::kTimeLimit) {
        return {.mark = Mark::kTimeLimit,
                .explanation = fmt::format("killed after {:.3g} s, of which it computed {:.1f} s", limits.wall_seconds, run.cpu_seconds)};
    }
    if (run.end == RunResult::End::kIdle) {
        return {.mark = Mark::kTimeLimit, .explanation = fmt::format("{}, and computed {:.1f} s in all", broken, run.cpu_seconds)};
    }
    if (run.end == RunResult::End::kMemoryLimit) return {.mark = Mark::kMemoryLimit, .explanation = broken + last_words(run.err)};
    if (run.end == RunResult::End::kProcessLimit) return {.mark = Mark::kCrash, .explanation = broken + last_words(run.err)};
    if (signal == SIGXCPU || run.end == RunResult::End::kCpuLimit || run.cpu_seconds > limits.cpu_seconds) {
        return {.mark = Mark::kTimeLimit, .explanation = fmt::format("needs more than {:g} s of CPU time", limits.cpu_seconds)};
    }
    if (run.end == RunResult::End::kDiskLimit) return {.mark = Mark::kFileLimit, .explanation = "killed for too many or too large files"};
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
    std::string why = how_it_ended(run) + (files.passed() ? " (its files are right)" : "") + last_words(run.err);
    if (limits.is_other_user && run.err.find("ermission denied") != std::string::npos) {
        why += " (root's cage is another user: the program's files must be readable by everybody)";
    }
    return {.mark = Mark::kCrash, .explanation = std::move(why)};
}

/// Whether there is no program, or none that its language takes: then no other case goes better.
bool says_no_program(const RunResult& run) {
    if (run.end == RunResult::End::kExit && (run.code == 126 || run.code == 127)) return true;
    for (const char* phrase :
         {"can't open file", "Could not find or load main class", "SyntaxError", "IndentationError", "Unable to access jarfile"}) {
        if (run.err.find(phrase) != std::string::npos) return true;
    }
    return false;
}

/// How a program ran, and what of the hidden it tried to read.
struct Watched {
    RunResult run;
    std::string forbidden{};
    std::string broken{};  ///< which limit, in words
};

/// A note, once: what cannot be watched is hidden all the same.
void say_unwatched(const Error& why) {
    static std::atomic<bool> is_said = false;
    if (!is_said.exchange(true))
        fmt::print(stderr, "note: who tries to read hidden files is not seen: {}\n", without_controls(why.message()));
}

Watched run_program(const std::string& command_line, const std::string& folder, const Allowance& limits, const RunSetting& setting) {
    process::RunSpec spec;
    spec.program.argv = {"/bin/sh", "-c", command_line};
    spec.program.folder = folder;
    spec.program.environment = {"FORAY_START=" + setting.start};
    spec.program.limits.memory_bytes = limits.memory_bytes;
    spec.program.limits.file_bytes = limits.file_bytes;
    spec.program.limits.cpu_seconds = static_cast<std::uint64_t>(std::ceil(limits.cpu_seconds));
    std::optional<Decoys> decoys;
    if (setting.limits.sandbox) {
        constexpr unsigned kMostProcesses = 128;
        constexpr unsigned kMostOpenFiles = 256;
        spec.program.containment = process::Containment::kCage;
        ProgramView view = view_of(command_line, setting.start, {setting.limits.visible, setting.limits.hidden});
        spec.program.readable = std::move(view.readable);
        spec.program.hidden = std::move(view.hidden);
        spec.program.changes_contents = limits.changes_contents;
        spec.program.limits.processes = kMostProcesses;
        spec.program.limits.open_files = kMostOpenFiles;
        auto made = Decoys::make(spec.program, setting.classmates);
        if (made) {
            decoys.emplace(std::move(*made));
        } else {
            say_unwatched(made.error());
        }
    }
    spec.seconds = limits.wall_seconds;
    // Who waits for something that never comes need not be waited for as long as who competes for the processor; a program that sleeps a
    // little is not slow.
    if (setting.limits.sandbox) spec.idle_seconds = 2 * limits.cpu_seconds + 1;
    spec.most_output = 0;
    spec.disk_bytes = std::max(spec.disk_bytes, 4 * limits.file_bytes);
    spec.stop = &interrupt_flag();
    auto run = process::run_once(spec);
    if (!run) throw CommandFailure("the program cannot be started: " + run.error().message());
    if (run->end == RunResult::End::kStopped) throw Interrupted();
    std::string broken = process::broken_limit(*run, spec).value_or("");
    return {std::move(*run), decoys ? decoys->first_touched() : "", std::move(broken)};
}

/// Reads and judges the files in `folder`.
Grade grade_folder(const GradeCase& one, const CourseFiles& reference, const std::string& folder, std::uint64_t file_limit,
                   CourseFiles& student) {
    for (const std::string_view name : output_files(one.input)) {
        const std::string file(name);
        std::string text;
        const std::string path = fmt::format("{}/{}", folder, file);
        switch (process::read_left_file(path, file_limit, text)) {
            case FileState::kRead: student.emplace(file, std::move(text)); break;
            case FileState::kMissing: break;
            case FileState::kFailed: throw CommandFailure(fmt::format("{}: cannot be read: {}", path, strerrordesc_np(errno)));
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

std::string run_build(const std::string& command_line, const std::string& folder, const RunSetting& setting) {
    constexpr double kBuildSeconds = 120;
    // What is built is the student's, and so may be the file that says how: no less contained than the program.
    const Allowance limits{kBuildSeconds, 2 * kBuildSeconds, std::uint64_t{16} << 30, std::uint64_t{1} << 30, false, true};
    const auto [run, forbidden, broken] = run_program(command_line, folder, limits, setting);
    if (!forbidden.empty()) return "it tried to read " + without_controls(forbidden);
    if (!broken.empty()) return broken + last_words(run.err);
    return run.is_fine() ? "" : how_it_ended(run) + last_words(run.err);
}

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
    Allowance limits{setting.limits.cpu_seconds, kWallGuard * crowding() * setting.limits.cpu_seconds, setting.limits.memory_mb * kMiB, 0,
                     setting.limits.sandbox && geteuid() == 0};
    for (const auto& [name, text] : reference) limits.file_bytes += 2 * text.size();
    limits.file_bytes = std::max(limits.file_bytes, kLeastFileLimit);
    for (const auto& [name, text] : one.published) {
        const auto right = reference.find(name);
        if (right == reference.end() || !graded.case_problem.empty()) continue;
        graded.case_problem = disagreement(name, text, right->second).value_or("");
    }
    const auto scratch = process::ScratchFolder::make("foray-grade");
    if (!scratch) throw CommandFailure(scratch.error().message());
    const fs::path kept = setting.keep.empty() ? fs::path() : fs::path(setting.keep) / one.name;
    const fs::path work = setting.keep.empty() ? fs::path(scratch->path()) : fs::absolute(kept / "student");
    fs::create_directories(work);
    write_file((work / kInputFile).string(), one.input_text);
    const auto [run, forbidden, broken] = run_program(setting.command_line, work.string(), limits, setting);
    graded.wall_ms = run.ms;
    graded.cpu_ms = run.cpu_seconds * 1000;
    graded.grade = grade_folder(one, reference, work.string(), limits.file_bytes, graded.files);
    const bool too_slow = run.cpu_seconds > limits.cpu_seconds;
    if ((!run.is_fine() || too_slow) && graded.grade.mark != Mark::kFileLimit) graded.grade = grade_end(run, limits, graded.grade, broken);
    graded.does_not_start = graded.grade.mark == Mark::kCrash && says_no_program(run);
    if (!forbidden.empty()) {
        graded.grade = {.mark = Mark::kForbidden,
                        .explanation = "it tried to read " + without_controls(forbidden) + ", which is hidden from it" +
                                       (graded.grade.passed() ? " (its files are right)" : "")};
        graded.does_not_start = false;
    } else if (!graded.grade.passed())
        graded.likely_mistakes = likely_mistakes(one.input, graded.files);
    if (!setting.keep.empty()) keep_case(kept, one, reference, run.err);
    return graded;
}

std::string where_and_why(const Grade& grade) {
    if (grade.line == 0) return grade.explanation;
    return grade.file + ":" + std::to_string(grade.line) + ": " + grade.explanation;
}

}  // namespace foray::cli
