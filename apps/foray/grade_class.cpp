#include "grade_class.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "command.h"
#include "files.h"
#include "foray/board/crew.h"
#include "foray/files/files.h"
#include "foray/grading/submissions.h"
#include "foray/notation/command_line.h"
#include "foray/notation/csv.h"
#include "foray/notation/json_depth.h"
#include "foray/notation/text.h"
#include "foray/process/run.h"
#include "grade_pages.h"
#include "interrupts.h"
#include "progress.h"

namespace foray::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestShownFile = 4000;

std::string shell_quoted(const std::string& text) {
    const bool plain = text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@") == std::string::npos;
    if (plain) return text;
    return single_quoted(text);
}

/// "{student}" becomes the student's folder.
std::string for_student(std::string command, const std::string& folder) {
    constexpr std::string_view kMark = "{student}";
    const std::string quoted_folder = shell_quoted(folder);
    for (std::size_t at = 0; (at = command.find(kMark, at)) != std::string::npos; at += quoted_folder.size()) {
        command.replace(at, kMark.size(), quoted_folder);
    }
    return command;
}

/// The class's folder, or what its archive holds.
class ClassFolders {
public:
    explicit ClassFolders(const ClassOptions& options) {
        const bool is_built = !options.build.empty();
        const auto found = fs::is_directory(options.folder) ? submissions_in(options.folder, is_built) : unpacked(options.folder, is_built);
        if (!found) throw UsageError("--class: " + found.error().message());
        for (const std::string& one : found->left_out)
            fmt::print(stderr, "note: {}: left out: {}\n", without_controls(options.folder), without_controls(one));
        students_ = found->students;
        if (students_.empty()) throw UsageError("--class: " + options.folder + ": there are no students' folders in it");
    }
    [[nodiscard]] const std::vector<Submission>& students() const { return students_; }

private:
    Result<Submissions> unpacked(const std::string& archive, bool is_built) {
        auto scratch = process::ScratchFolder::make("foray-class");
        if (!scratch) throw CommandFailure(scratch.error().message());
        folder_.emplace(std::move(*scratch));
        return submissions_in_archive(archive, folder_->path(), is_built);
    }

    std::optional<process::ScratchFolder> folder_;
    std::vector<Submission> students_;
};

/// What is shown of a file: all of it, or of a long one what stands around `line` (which counts from 1; 0: its beginning).
std::string excerpt(const std::string& text, std::size_t line) {
    if (text.size() <= kLongestShownFile) return text;
    constexpr std::size_t kLinesBefore = 12;
    std::size_t from = 0;
    std::size_t skipped = 0;
    for (; skipped + kLinesBefore + 1 < line; ++skipped) {
        const std::size_t end = text.find('\n', from);
        if (end == std::string::npos) break;
        from = end + 1;
    }
    const std::string head = skipped == 0 ? "" : fmt::format("... from line {}:\n", skipped + 1);
    const bool is_rest = text.size() - from <= kLongestShownFile;
    return head + text.substr(from, kLongestShownFile) + (is_rest ? "" : "\n...\n");
}

/// Results as lines of JSON, so that an ended run goes on where it was.
class Journal {
public:
    /// `settings` says what was asked; a journal of another question is refused.
    Journal(const std::string& path, const std::string& settings) : path_(path) {
        if (path.empty()) return;
        bool is_new = true;
        if (fs::exists(path)) {
            std::string text = read_file(path);
            // Half a first line is a journal that was ended as it began; any other text is somebody's file.
            constexpr std::string_view kBegins = "{\"settings\":";
            if (!text.starts_with(kBegins) && !kBegins.starts_with(text))
                throw UsageError("--journal: " + path + " is no journal of grades");
            text.resize(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n'));  // an unfinished line is none
            const auto lines = split_lines(text);
            for (std::size_t i = 0; i < lines.size(); ++i) {
                if (nested_too_deeply(lines[i])) throw UsageError("--journal: " + path + " is no journal of grades");
                const Json line = Json::parse(lines[i], nullptr, false);
                if (i == 0) {
                    if (text_of(line, "settings") != settings) {
                        throw UsageError("--journal: " + path + " belongs to another grading (other cases, command or limits)");
                    }
                    is_new = false;
                } else {
                    known_[text_of(line, "student")] = line;
                }
            }
        }
        auto opened = files::Appender::open(path);
        if (!opened) throw CommandFailure(opened.error().message());
        out_.emplace(std::move(*opened));
        if (is_new) append({{"settings", settings}});
    }

    [[nodiscard]] const Json* find(const std::string& student) const {
        const auto found = known_.find(student);
        return found == known_.end() ? nullptr : &found->second;
    }

    void append(const Json& line) {
        if (!out_) return;
        const auto done = out_->append(line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
        if (!done) throw CommandFailure(done.error().message());
    }

private:
    /// A text of a line; nothing if there is none.
    static std::string text_of(const Json& line, const char* key) {
        const auto found = line.is_object() ? line.find(key) : line.end();
        return found != line.end() && found->is_string() ? found->get<std::string>() : "";
    }

    std::string path_;
    std::map<std::string, Json> known_;
    std::optional<files::Appender> out_;
};

Json to_json(const StudentResult& student) {
    Json out{{"student", student.name}, {"problem", student.problem}, {"cpu_ms", student.cpu_ms}, {"likely", student.likely_mistakes}};
    out["cases"] = Json::array();
    for (const CaseOutcome& one : student.cases) out["cases"].push_back(one.passed);
    if (student.first_wrong) {
        const FirstWrong& wrong = *student.first_wrong;
        out["first_wrong"] = {wrong.name, wrong.task, wrong.verdict, wrong.explanation, wrong.file, wrong.expected, wrong.found};
    }
    return out;
}

StudentResult from_json(const Json& line, const std::vector<GradeCase>& cases) {
    StudentResult student{line.value("student", "")};
    student.problem = line.value("problem", "");
    student.cpu_ms = line.value("cpu_ms", 0.0);
    student.likely_mistakes = line.value("likely", std::vector<std::string>{});
    const auto passed = line.value("cases", std::vector<bool>{});
    for (std::size_t i = 0; i < cases.size(); ++i) {
        student.cases.push_back({cases[i].name, task_of(cases[i].input), i < passed.size() && passed[i]});
    }
    if (line.contains("first_wrong")) {
        const auto parts = line["first_wrong"].get<std::vector<std::string>>();
        if (parts.size() == 7) student.first_wrong = {parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6]};
    }
    return student;
}

/// One student after the other, in several threads.
class ClassRun {
public:
    ClassRun(Assignment assignment, const std::vector<GradeCase>& cases, const ClassOptions& options, const RunLimits& limits)
        : assignment_(assignment), cases_(cases), options_(options), limits_(limits), start_(fs::current_path().string()) {
        for (const GradeCase& one : cases) references_.push_back(reference_of(one));
    }

    StudentResult grade(const Submission& submission, const std::function<void()>& on_case) const {
        StudentResult student{submission.name};
        student.problem = submission.refused;
        const fs::path& folder = submission.folder;
        for (const GradeCase& one : cases_) student.cases.push_back({one.name, task_of(one.input), false});
        RunSetting setting{"", start_, limits_, folder.parent_path().string()};
        if (student.problem.empty() && !options_.build.empty()) {
            const std::string why = run_build(for_student(options_.build, folder.string()), folder.string(), setting);
            if (!why.empty()) student.problem = "does not build: " + why;
        }
        setting.command_line = command_line_of(assignment_, for_student(options_.run, folder.string()), start_);
        for (std::size_t i = 0; i < cases_.size(); ++i) {
            if (student.problem.empty()) {
                Graded graded = grade_case(cases_[i], references_[i], setting);
                // Looked at twice: a machine that is full can look like a program that is not there.
                if (i == 0 && graded.does_not_start) graded = grade_case(cases_[i], references_[i], setting);
                add(student, i, graded);
            }
            on_case();
        }
        return student;
    }

private:
    void add(StudentResult& student, std::size_t i, const Graded& graded) const {
        student.cpu_ms += graded.cpu_ms;
        student.cases[i].passed = graded.grade.passed();
        if (graded.grade.passed()) return;
        if (i == 0 && graded.does_not_start) {
            student.problem = "does not run: " + graded.grade.explanation;
            return;
        }
        const auto& likely = graded.likely_mistakes;
        // Who tried to read what is hidden is told so, whatever was wrong before.
        const auto verdict = std::string(print_mark(graded.grade.mark));
        const bool is_news = graded.grade.mark == Mark::kForbidden && student.first_wrong && student.first_wrong->verdict != verdict;
        if (student.first_wrong && !is_news) {
            std::erase_if(student.likely_mistakes,
                          [&](const std::string& one) { return std::find(likely.begin(), likely.end(), one) == likely.end(); });
            return;
        }
        student.likely_mistakes.assign(likely.begin(), likely.end());
        const Grade& grade = graded.grade;
        const std::string file = grade.file.empty() ? std::string(output_files(cases_[i].input).front()) : grade.file;
        const auto text_of = [&](const CourseFiles& files) {
            const auto found = files.find(file);
            return found == files.end() ? std::string() : excerpt(found->second, grade.line);
        };
        student.first_wrong = FirstWrong{cases_[i].name,          describe_task(cases_[i].input), verdict, where_and_why(grade), file,
                                         text_of(references_[i]), text_of(graded.files)};
    }

    Assignment assignment_;
    const std::vector<GradeCase>& cases_;
    const ClassOptions& options_;
    RunLimits limits_;
    std::string start_;
    std::vector<CourseFiles> references_;
};

std::string settings_text(Assignment assignment, const std::vector<GradeCase>& cases, const ClassOptions& options,
                          const RunLimits& limits) {
    std::uint64_t mixed = 1469598103934665603U;
    for (const GradeCase& one : cases) {
        for (const char c : one.name + "\n" + one.input_text) mixed = (mixed ^ static_cast<unsigned char>(c)) * 1099511628211U;
    }
    return fmt::format("{} {} cases {:016x} run {} build {} limits {} {}", assignment == Assignment::kSquirrels ? "squirrels" : "stakeraid",
                       cases.size(), mixed, options.run, options.build, limits.cpu_seconds, limits.memory_mb);
}

/// Grades everybody who is not in the journal yet; those who were graded when a signal came, if one does.
std::vector<StudentResult> grade_all(const std::vector<Submission>& students, const ClassRun& run, const std::vector<GradeCase>& cases,
                                     Journal& journal, int jobs) {
    std::vector<std::optional<StudentResult>> results(students.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < students.size(); ++i) {
        const Json* known = journal.find(students[i].name);
        try {
            if (known != nullptr) results[i] = from_json(*known, cases);
        } catch (const Json::exception&) {  // a damaged line counts for nothing
        }
        if (!results[i]) open.push_back(i);
    }
    ProgressBar bar(static_cast<int>(open.size() * cases.size()));
    std::mutex mutex;
    std::exception_ptr failure;
    std::atomic<std::size_t> next = 0;
    int done = 0;
    const auto work = [&] {
        try {
            for (std::size_t at = next++; at < open.size() && !interrupt_flag(); at = next++) {
                const std::string& name = students[open[at]].name;
                StudentResult result = run.grade(students[open[at]], [&] {
                    const std::lock_guard lock(mutex);
                    bar.show(++done, name);
                });
                const std::lock_guard lock(mutex);
                journal.append(to_json(result));
                results[open[at]] = std::move(result);
            }
        } catch (const Interrupted&) {
            next = open.size();
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
            next = open.size();
        }
    };
    run_together(jobs, [&](int /*thread*/) { work(); });
    if (failure) std::rethrow_exception(failure);
    std::vector<StudentResult> graded;
    for (auto& result : results) {
        if (result) graded.push_back(std::move(*result));
    }
    return graded;
}

std::string note_of(const StudentResult& student) {
    if (!student.problem.empty()) return student.problem;
    if (!student.likely_mistakes.empty()) return "likely mistake: " + student.likely_mistakes.front();
    if (!student.first_wrong) return "";
    return student.first_wrong->name + ": " + student.first_wrong->verdict + ", " + student.first_wrong->explanation;
}

void print_table(const ClassResult& all) {
    std::size_t width = 7;
    for (const StudentResult& student : all.students) width = std::max(width, student.name.size());
    fmt::print("{:<{}}  {:>7}  {:>8}  {:>8}  {}\n", "student", width, "passed", "points", "CPU ms", "note");
    for (const StudentResult& student : all.students) {
        std::string row = fmt::format("{:<{}}  {:>7}  {:>8.1f}  {:>8.0f}  {}", student.name, width,
                                      fmt::format("{}/{}", student.passed(), all.cases.size()), total_points(all, student), student.cpu_ms,
                                      note_of(student));
        fmt::print("{}\n", without_controls(row.substr(0, row.find_last_not_of(' ') + 1)));
    }
}

}  // namespace

int StudentResult::passed() const {
    return static_cast<int>(std::count_if(cases.begin(), cases.end(), [](const CaseOutcome& one) { return one.passed; }));
}

double total_points(const ClassResult& all, const StudentResult& student) {
    double sum = 0;
    for (const TaskPoints& task : points_of(all.rubric, student.cases)) sum += task.points;
    return sum;
}

std::string class_csv(const ClassResult& all) {
    std::string out = "student,points,total,passed,cases";
    if (!all.students.empty()) {
        for (const TaskPoints& task : points_of(all.rubric, all.students.front().cases))
            out += fmt::format(",{0}_passed,{0}_points", task.task);
    }
    out += ",cpu_ms,problem,likely_mistakes,first_wrong_case,verdict,explanation\n";
    for (const StudentResult& student : all.students) {
        out += fmt::format("{},{:.2f},{:g},{},{}", csv_field(student.name), total_points(all, student), all.rubric.total, student.passed(),
                           all.cases.size());
        for (const TaskPoints& task : points_of(all.rubric, student.cases)) out += fmt::format(",{},{:.2f}", task.passed, task.points);
        std::string likely;
        for (const std::string& one : student.likely_mistakes) likely += (likely.empty() ? "" : "; ") + one;
        out += fmt::format(",{:.0f},{},{}", student.cpu_ms, csv_field(student.problem), csv_field(likely));
        const FirstWrong wrong = student.first_wrong.value_or(FirstWrong{});
        out += fmt::format(",{},{},{}\n", csv_field(wrong.name), csv_field(wrong.verdict), csv_field(wrong.explanation));
    }
    return out;
}

Rubric check_class(Assignment assignment, const ClassOptions& options) {
    std::error_code unknown;
    if (!fs::exists(options.folder, unknown)) throw UsageError("--class: " + options.folder + ": no such file or folder");
    if (!fs::is_directory(options.folder, unknown) && !fs::is_regular_file(options.folder, unknown))
        throw UsageError("--class: " + options.folder + ": neither a folder nor an archive");
    if (split_words(options.run).empty()) throw UsageError("--run: expected a command line such as \"python3 {student}/hw.py\"");
    check_output(options.csv);
    return options.rubric.empty() ? Rubric{} : require(parse_rubric(read_file(options.rubric), assignment), options.rubric);
}

void check_rubric_cases(const Rubric& rubric, const std::vector<GradeCase>& cases, const std::string& file) {
    for (const auto& [name, weight] : rubric.cases) {
        if (std::any_of(cases.begin(), cases.end(), [&wanted = name](const GradeCase& one) { return one.name == wanted; })) continue;
        throw UsageError(fmt::format("{}: [cases]: no case is called {}; the {} cases are {} to {}", file, foray::quoted(name),
                                     cases.size(), cases.front().name, cases.back().name));
    }
}

int run_class(Assignment assignment, std::vector<GradeCase> cases, const Rubric& rubric, const ClassOptions& options,
              const RunLimits& limits) {
    ClassResult all{assignment, std::move(cases), rubric, {}};
    const Interrupts interrupts;
    const ClassFolders handed_in(options);
    if (!options.html.empty()) make_folder(options.html, "--html");  // now, not after an hour
    Journal journal(options.journal, settings_text(assignment, all.cases, options, limits));
    const ClassRun run(assignment, all.cases, options, limits);
    const auto threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    all.students = grade_all(handed_in.students(), run, all.cases, journal, options.jobs > 0 ? options.jobs : threads);
    // Before anything that may fail: the grades took long to find.
    print_table(all);
    std::vector<std::pair<std::string, std::string>> files;
    if (!options.csv.empty()) files.emplace_back(options.csv, class_csv(all));
    if (!options.html.empty()) {
        for (auto& [name, text] : class_pages(all)) files.emplace_back(options.html + "/" + name, std::move(text));
    }
    write_files(files);
    if (all.students.size() < handed_in.students().size())
        throw CommandFailure(fmt::format("interrupted after {} of {} students", all.students.size(), handed_in.students().size()));
    const bool clean = std::all_of(all.students.begin(), all.students.end(),
                                   [&](const StudentResult& student) { return student.passed() == static_cast<int>(all.cases.size()); });
    return clean ? kFine : kFailed;
}

}  // namespace foray::cli
