#include "foray/courses/grading.h"

#include "foray/notation/text.h"
#include "grading_parts.h"

namespace foray {
namespace {

std::string name_of(const SquirrelsPlayer& player) {
    switch (player.algorithm) {
        case SquirrelsTask::kMinimax: return "minimax " + std::to_string(player.depth);
        case SquirrelsTask::kAlphaBeta: return "alpha-beta " + std::to_string(player.depth);
        default: return "greedy";
    }
}

std::string describe(const SquirrelsInput& input) {
    if (input.task == SquirrelsTask::kBattle) return "battle, " + name_of(input.players[0]) + " : " + name_of(input.players[1]);
    return name_of(input.players[0]);
}

std::string describe(const StakeraidInput& input) {
    const std::string size = std::to_string(input.spec.rows) + "x" + std::to_string(input.spec.cols);
    if (input.mode == StakeraidMode::kCompetition) return size + " COMPETITION";
    return size + (input.mode == StakeraidMode::kMinimax ? " MINIMAX " : " ALPHABETA ") + std::to_string(input.depth);
}

std::vector<std::string_view> files_of(const SquirrelsInput& input) {
    if (input.task == SquirrelsTask::kBattle) return {kTraceStateFile};
    if (has_traverse_log(input)) return {kNextStateFile, kTraverseLogFile};
    return {kNextStateFile};
}

std::vector<std::string_view> files_of(const StakeraidInput&) { return {kOutputFile}; }

CourseFiles answer(const SquirrelsInput& input, const TextSink& watch) {
    CourseFiles files;
    std::string log;
    const SquirrelsAnswer found = answer_squirrels(input, [&](const std::string& text) {
        if (watch) watch(text);
        log += text;
    });
    if (found.next_state) files.emplace(kNextStateFile, *found.next_state);
    if (found.trace_state) files.emplace(kTraceStateFile, *found.trace_state);
    if (has_traverse_log(input)) files.emplace(kTraverseLogFile, std::move(log));
    return files;
}

CourseFiles answer(const StakeraidInput& input, const TextSink&) {
    if (input.mode == StakeraidMode::kCompetition) return {};
    return {{std::string(kOutputFile), answer_stakeraid(input).value_or("")}};
}

Grade judge(const SquirrelsInput& input, std::string_view file, std::string_view reference, std::string_view student) {
    if (file == kTraverseLogFile) return grade_log(input, reference, student);
    return file == kTraceStateFile ? grade_trace_state(input, reference, student) : grade_next_state(input, reference, student);
}

Grade judge(const StakeraidInput& input, std::string_view, std::string_view reference, std::string_view student) {
    return grade_stakeraid(input, reference, student);
}

Grade judge_file(const CourseInput& input, std::string_view file, std::string_view reference, const CourseFiles& student) {
    const auto written = student.find(file);
    const bool is_missing = written == student.end();
    if (is_missing || written->second.empty()) {
        std::string why = is_missing ? "the program did not write " + std::string(file) : std::string(file) + " is empty";
        const std::string_view first = reference.substr(0, reference.find('\n'));
        return grade_at(Mark::kWrongFormat, file, 0, first, "", std::move(why));
    }
    return std::visit([&](const auto& one) { return judge(one, file, reference, written->second); }, input);
}

}  // namespace

std::string_view print_mark(Mark mark) {
    switch (mark) {
        case Mark::kPassed: return "passed";
        case Mark::kWrongMove: return "wrong move";
        case Mark::kWrongTieBreak: return "wrong tie-break";
        case Mark::kIllegalMove: return "illegal move";
        case Mark::kWrongLog: return "wrong log";
        case Mark::kWrongFormat: return "wrong format";
        case Mark::kTimeLimit: return "time limit";
        case Mark::kMemoryLimit: return "memory limit";
        case Mark::kFileLimit: return "file limit";
        case Mark::kForbidden: return "tried to read";
        case Mark::kCrash: break;
    }
    return "crash";
}

std::string describe_task(const CourseInput& input) {
    return std::visit([](const auto& one) { return describe(one); }, input);
}

std::string print_input(const CourseInput& input) {
    if (const auto* squirrels = std::get_if<SquirrelsInput>(&input)) return print_squirrels(*squirrels);
    return print_stakeraid(std::get<StakeraidInput>(input));
}

bool has_move(const CourseInput& input) {
    return std::visit([](const auto& one) { return one.position.empty.any(); }, input);
}

std::vector<std::string_view> output_files(const CourseInput& input) {
    return std::visit([](const auto& one) { return files_of(one); }, input);
}

CourseFiles reference_files(const CourseInput& input, const TextSink& watch) {
    return std::visit([&](const auto& one) { return answer(one, watch); }, input);
}

Grade grade_files(const CourseInput& input, const CourseFiles& reference, const CourseFiles& student) {
    Grade first;
    for (const std::string_view file : output_files(input)) {
        const auto right = reference.find(file);
        Grade grade = judge_file(input, file, right == reference.end() ? std::string_view{} : right->second, student);
        if (grade.passed()) continue;
        if (first.passed()) {
            first = std::move(grade);
            continue;
        }
        if (grade.line > 0)
            grade.explanation = grade.file + " differs too, from line " + std::to_string(grade.line) + ": " + grade.explanation;
        first.explanation += "; " + grade.explanation;
    }
    return first;
}

std::optional<std::string> disagreement(std::string_view file, std::string_view published, std::string_view reference) {
    const std::vector<std::string_view> theirs = split_lines(published);
    const std::vector<std::string_view> ours = split_lines(reference);
    for (std::size_t i = 0; i < std::max(theirs.size(), ours.size()); ++i) {
        const auto shown = [i](const std::vector<std::string_view>& lines) {
            return i < lines.size() ? quoted(lines[i]) : std::string("the end of the file");
        };
        if (i < theirs.size() && i < ours.size() && theirs[i] == ours[i]) continue;
        return "the case's own " + std::string(file) + " disagrees with the reference in line " + std::to_string(i + 1) + ": it has " +
               shown(theirs) + ", the reference " + shown(ours);
    }
    return std::nullopt;
}

}  // namespace foray
