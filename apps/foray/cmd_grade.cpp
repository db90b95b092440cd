// foray grade: a student's program of one of the two USC assignments, case by case.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "checks.h"
#include "command.h"
#include "files.h"
#include "foray/notation/text.h"
#include "foray/process/program.h"
#include "grade_class.h"
#include "interrupts.h"

namespace foray::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct GradeOptions {
    std::string assignment;
    std::string program;
    std::optional<std::string> cases;
    int count = 20;
    std::uint64_t seed = 1;
    RunLimits limits;
    bool sandbox = false;  ///< the default, said aloud
    bool no_sandbox = false;
    std::vector<std::string> visible;
    bool json = false;
    std::string keep;
    ClassOptions whole_class;
};

Json to_json(const GradeCase& one, const Graded& graded) {
    const Grade& grade = graded.grade;
    Json out{{"name", one.name}, {"task", describe_task(one.input)}, {"verdict", print_mark(grade.mark)}};
    out["file"] = grade.file;
    out["line"] = grade.line;
    out["expected"] = grade.expected;
    out["found"] = grade.found;
    out["explanation"] = grade.explanation;
    out["case_problem"] = graded.case_problem;
    out["likely_mistakes"] = graded.likely_mistakes;
    out["cpu_ms"] = std::llround(graded.cpu_ms);
    out["ms"] = std::llround(graded.wall_ms);
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
        fmt::print("{:<{}}  {:<{}}  {:<15}  {:>8}  {}\n", "case", name_, "task", task_, "verdict", "CPU ms", "explanation");
    }

    void add(const GradeCase& one, const Graded& graded) const {
        const std::string row = fmt::format("{:<{}}  {:<{}}  {:<15}  {:>8.0f}  {}", one.name, name_, describe_task(one.input), task_,
                                            print_mark(graded.grade.mark), graded.cpu_ms, where_and_why(graded.grade));
        fmt::print("{}\n", without_controls(row.substr(0, row.find_last_not_of(' ') + 1)));
        if (!graded.case_problem.empty()) fmt::print("{:<{}}  note: {}\n", "", name_, without_controls(graded.case_problem));
        std::fflush(stdout);
    }

private:
    std::size_t name_ = 4;
    std::size_t task_ = 4;
};

void check(const GradeOptions& options) {
    if (options.whole_class.folder.empty() && options.program.empty()) throw UsageError("--program or --class is required");
    if (options.whole_class.folder.empty() && split_words(options.program).empty())
        throw UsageError("--program: expected a command line such as \"python3 hw.py\"");
    const RunLimits& limits = options.limits;
    if (!(limits.cpu_seconds >= 0.1 && limits.cpu_seconds <= 3600)) throw UsageError("--time-limit: expected 0.1 to 3600 seconds");
    if (limits.memory_mb < 16 || limits.memory_mb > 1'048'576) throw UsageError("--memory-limit: expected 16 to 1048576 MB");
    if (options.count < 1 || options.count > 9999) throw UsageError("--generate: expected 1 to 9999 cases");
}

/// Counts, and keeps the mistakes that explain every failure so far.
class Summary {
public:
    void add(const Graded& graded) {
        ++(graded.grade.passed() ? passed : failed);
        problems += graded.case_problem.empty() ? 0 : 1;
        if (graded.grade.passed()) return;
        if (failed == 1) {
            likely = graded.likely_mistakes;
        } else {
            const auto& now = graded.likely_mistakes;
            std::erase_if(likely, [&](std::string_view one) { return std::find(now.begin(), now.end(), one) == now.end(); });
        }
    }

    int passed = 0;
    int failed = 0;
    int problems = 0;
    int not_run = 0;  ///< counted as failed: there is no program
    std::vector<std::string_view> likely{};
};

void print_summary(const Summary& summary, std::size_t not_graded, const std::string& warning) {
    fmt::print("{} passed, {} failed\n", summary.passed, summary.failed);
    if (summary.not_run > 0) fmt::print("the program does not run, so {} of these were not tried\n", summary.not_run);
    for (const std::string_view one : summary.likely) fmt::print("likely mistake: the program {}\n", one);
    if (not_graded > 0) fmt::print("{} not graded: {}\n", not_graded, kNoMoveToAskFor);
    if (summary.problems > 0) fmt::print("{} of the cases came with an answer that disagrees with the reference\n", summary.problems);
    if (!warning.empty()) fmt::print("note: {}\n", warning);
}

/// The limits, with what programs may see and what they may not.
RunLimits limits_of(const GradeOptions& options) {
    RunLimits limits = options.limits;
    limits.sandbox = !options.no_sandbox;
    const auto add = [](const std::string& path, std::vector<std::string>& out) {
        if (path.empty()) return;
        std::string whole = fs::absolute(path).lexically_normal().string();
        if (whole.ends_with('/') && whole.size() > 1) whole.pop_back();
        out.push_back(std::move(whole));
    };
    const ClassOptions& whole = options.whole_class;
    for (const std::string& path :
         {options.cases.value_or(""), options.keep, whole.folder, whole.rubric, whole.csv, whole.html, whole.journal}) {
        add(path, limits.hidden);
    }
    for (const std::string& path : options.visible) add(existing(path, "--visible"), limits.visible);
    return limits;
}

int run_grade(const GradeOptions& options) {
    const Assignment assignment = read_assignment(options.assignment);
    check(options);
    if (const auto problem = process::refuse_without_cage(); problem && !options.no_sandbox) throw UsageError(problem->message());
    const bool is_class = !options.whole_class.folder.empty();
    const Rubric rubric = is_class ? check_class(assignment, options.whole_class) : Rubric{};
    GeneratedCases made;
    if (options.cases) {
        made.cases = load_cases(assignment, *options.cases);
    } else {
        made = generate_cases(assignment, options.count, options.seed);
    }
    if (is_class) check_rubric_cases(rubric, made.cases, options.whole_class.rubric);
    const std::size_t all_cases = made.cases.size();
    std::erase_if(made.cases, [](const GradeCase& one) { return !has_move(one.input); });
    for (const GradeCase& one : made.cases) {
        std::error_code unknown;
        if (!options.keep.empty() && fs::exists(fs::path(options.keep) / one.name, unknown)) {
            throw UsageError("--keep: " + (fs::path(options.keep) / one.name).string() + " exists already");
        }
    }
    if (!options.keep.empty()) make_folder(options.keep, "--keep");
    if (is_class) return run_class(assignment, std::move(made.cases), rubric, options.whole_class, limits_of(options));
    const Interrupts interrupts;
    const std::string start = fs::current_path().string();
    const RunSetting setting{command_line_of(assignment, options.program, start), start, limits_of(options), "", options.keep};
    Json list = Json::array();
    std::optional<Table> table;
    if (!options.json) table.emplace(made.cases);
    Summary summary;
    try {
        for (const GradeCase& one : made.cases) {
            if (interrupts.asked()) break;
            const CourseFiles reference = reference_of(one);
            Graded graded = grade_case(one, reference, setting);
            // Nothing more is run if this is so: it is looked at twice, because a machine that is full can look like it.
            if (graded.does_not_start && summary.passed + summary.failed == 0) graded = grade_case(one, reference, setting);
            summary.add(graded);
            if (table) {
                table->add(one, graded);
            } else {
                list.push_back(to_json(one, graded));
            }
            // Said once: no other case goes better.
            if (!graded.does_not_start || summary.passed + summary.failed > 1) continue;
            summary.not_run = static_cast<int>(made.cases.size()) - 1;
            summary.failed += summary.not_run;
            break;
        }
    } catch (const Interrupted&) {  // what is graded is told all the same
    }
    const std::size_t not_graded = all_cases - made.cases.size();
    if (options.json) {
        const Json all{{"assignment", options.assignment},
                       {"passed", summary.passed},
                       {"failed", summary.failed},
                       {"not_run", summary.not_run},
                       {"not_graded", not_graded},
                       {"likely_mistakes", summary.likely},
                       {"cases", list}};
        fmt::print("{}\n", all.dump(-1, ' ', false, Json::error_handler_t::replace));
    } else {
        print_summary(summary, not_graded, made.warning());
    }
    const auto graded = static_cast<std::size_t>(summary.passed + summary.failed);
    if (graded < made.cases.size()) throw CommandFailure(fmt::format("interrupted after {} of {} cases", graded, made.cases.size()));
    return summary.failed == 0 ? kFine : kFailed;
}

}  // namespace

void add_grade_command(CLI::App& app, Action& action) {
    add_command<GradeOptions>(
        app, action, "grade", "Grade a student's program of the assignments Squirrels and Stake & Raid",
        "  foray grade squirrels --program \"python3 hw.py\"\n"
        "  foray grade stakeraid --program ./homework --generate 50 --seed 7 --time-limit 2\n"
        "  foray grade squirrels --program \"java -cp . agent\" --memory-limit 8192 --cases published/\n"
        "  foray grade stakeraid --program \"python3 hw.py\" --json --keep graded/\n"
        "  foray grade squirrels --class submissions/ --run \"python3 {student}/hw.py\" --rubric rubric.toml --csv grades.csv --html "
        "pages\n"
        "  foray grade stakeraid --class all.tar.gz --build \"g++ -O2 -o hw hw.cpp\" --run \"{student}/hw\" --journal done.jsonl\n"
        "Each case runs in a folder of its own that holds input.txt; Squirrels programs are started with `-i input.txt`. Words of the\n"
        "command that name files here are passed as absolute paths, and $FORAY_START is this folder. Exit code 1: some case failed.",
        [](CLI::App& command, GradeOptions& options) {
            command.add_option("assignment", options.assignment, "squirrels or stakeraid")->required();
            command.add_option("--program", options.program, "the shell command that runs the program");
            auto* cases =
                command.add_option("--cases", options.cases, "cases as published: folders with input.txt, input_1.txt, or INPUT/0.in");
            auto* count = command.add_option("--generate", options.count, "this many cases that catch wrong programs (see foray cases)")
                              ->capture_default_str();
            auto* seed = command.add_option("--seed", options.seed, "which of them")->check(whole_number())->capture_default_str();
            cases->excludes(count)->excludes(seed);
            command
                .add_option("--time-limit", options.limits.cpu_seconds, "seconds of CPU time for each case; on the clock four times that")
                ->capture_default_str();
            auto* sandbox = command.add_flag("--sandbox", options.sandbox,
                                             "contain programs: no network, and of your files only the folders of those that the command "
                                             "names (the default)");
            command.add_flag("--no-sandbox", options.no_sandbox, "let programs do what you may")->excludes(sandbox);
            command.add_option("--visible", options.visible, "a file or folder that contained programs may read (repeatable)");
            command.add_option("--memory-limit", options.limits.memory_mb, "MB of address space for each process")->capture_default_str();
            ClassOptions& whole = options.whole_class;
            auto* folder = command.add_option("--class", whole.folder, "a folder per student, or an archive (tar or zip) of them");
            folder->excludes("--program");
            command.add_option("--run", whole.run, "the command for a student; {student} is the student's folder")->needs(folder);
            command.add_option("--build", whole.build, "a command that runs once for each student, in the student's folder")->needs(folder);
            command.add_option("--rubric", whole.rubric, "points and weights, a TOML file")->needs(folder);
            command.add_option("--csv", whole.csv, "write a line for each student to this file")->needs(folder);
            command.add_option("--html", whole.html, "write pages for the instructor and each student into this folder")->needs(folder);
            command.add_option("--journal", whole.journal, "keep finished students in this file, and go on after them")->needs(folder);
            command.add_option("--jobs", whole.jobs, "students at a time (default: one for each processor)")
                ->needs(folder)
                ->check(CLI::Range(1, 256));
            command.add_flag("--json", options.json, "for programs")->excludes(folder);
            command.add_option("--keep", options.keep, "keep inputs, reference answers and the program's files in this folder")
                ->excludes(folder);
        },
        run_grade);
}

}  // namespace foray::cli
