#include "foray/courses/rubric.h"

#include <toml++/toml.h>
#include <algorithm>
#include <cmath>
#include <sstream>

#include "foray/notation/text.h"

namespace foray {
namespace {

std::vector<std::string_view> tasks_of(Assignment assignment) {
    if (assignment == Assignment::kSquirrels) return {"greedy", "minimax", "alphabeta", "battle"};
    return {"minimax", "alphabeta", "competition"};
}

Error at(const toml::source_region& where, std::string what) {
    return {std::move(what), static_cast<int>(where.begin.line), static_cast<int>(where.begin.column)};
}

/// A number of points or a weight.
Result<double> amount(const toml::node& node, double least) {
    const auto value = node.value<double>();
    if (value && std::isfinite(*value) && *value >= least && *value <= 1e6) return *value;
    return at(node.source(), least > 0 ? "expected a number above 0" : "expected a number, 0 or more");
}

Result<std::map<std::string, double, std::less<>>> weights(const toml::node& node, const std::vector<std::string_view>& known) {
    std::map<std::string, double, std::less<>> out;
    if (!node.is_table()) return at(node.source(), "expected a table of weights");
    for (const auto& [key, value] : *node.as_table()) {
        const std::string name(key.str());
        if (!known.empty() && std::find(known.begin(), known.end(), name) == known.end()) {
            std::string list;
            for (const std::string_view one : known) list += (list.empty() ? "" : ", ") + std::string(one);
            return at(key.source(), "no task is called " + quoted(name) + "; the tasks are " + list);
        }
        const auto weight = amount(value, 0);
        if (!weight) return weight.error();
        out[name] = *weight;
    }
    return out;
}

double weight_of(const std::map<std::string, double, std::less<>>& weights, std::string_view name) {
    const auto found = weights.find(name);
    return found == weights.end() ? 1 : found->second;
}

std::string_view task_name(const SquirrelsInput& input) {
    switch (input.task) {
        case SquirrelsTask::kGreedy: return "greedy";
        case SquirrelsTask::kMinimax: return "minimax";
        case SquirrelsTask::kAlphaBeta: return "alphabeta";
        case SquirrelsTask::kBattle: break;
    }
    return "battle";
}

std::string_view task_name(const StakeraidInput& input) {
    return input.mode == StakeraidMode::kMinimax ? "minimax" : input.mode == StakeraidMode::kAlphaBeta ? "alphabeta" : "competition";
}

}  // namespace

Result<Rubric> parse_rubric(std::string_view text, Assignment assignment) {
    constexpr std::size_t kLongestRubric = std::size_t{1} << 20;
    if (text.size() > kLongestRubric) return Error{"too long for a rubric, which has 1 MiB at most"};
    // With exceptions, as everywhere in the program: of the library's two kinds the linker would keep one.
    toml::table parsed;
    try {
        parsed = toml::parse(text);
    } catch (const toml::parse_error& error) {
        return at(error.source(), std::string(error.description()));
    }
    Rubric rubric;
    for (const auto& [key, value] : parsed) {
        if (key == "total") {
            const auto total = amount(value, 1e-9);
            if (!total) return total.error();
            rubric.total = *total;
        } else if (key == "tasks" || key == "cases") {
            auto read = weights(value, key == "tasks" ? tasks_of(assignment) : std::vector<std::string_view>{});
            if (!read) return read.error();
            (key == "tasks" ? rubric.tasks : rubric.cases) = std::move(*read);
        } else {
            return at(key.source(), "unknown entry " + quoted(key.str()) + "; a rubric has total, [tasks] and [cases]");
        }
    }
    return rubric;
}

std::string_view task_of(const CourseInput& input) {
    return std::visit([](const auto& one) { return task_name(one); }, input);
}

std::vector<TaskPoints> points_of(const Rubric& rubric, const std::vector<CaseOutcome>& outcomes) {
    struct Weights {
        double passed = 0;
        double all = 0;
    };
    std::vector<TaskPoints> out;
    std::vector<Weights> weights;
    for (const CaseOutcome& one : outcomes) {
        auto task = std::find_if(out.begin(), out.end(), [&](const TaskPoints& known) { return known.task == one.task; });
        if (task == out.end()) {
            out.push_back({one.task});
            weights.emplace_back();
            task = out.end() - 1;
        }
        Weights& sum = weights[static_cast<std::size_t>(task - out.begin())];
        const double weight = weight_of(rubric.cases, one.name);
        sum.all += weight;
        sum.passed += one.passed ? weight : 0;
        ++task->cases;
        task->passed += one.passed ? 1 : 0;
    }
    double all = 0;
    for (const TaskPoints& task : out) all += weight_of(rubric.tasks, task.task);
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (all <= 0) continue;
        out[i].most = rubric.total * weight_of(rubric.tasks, out[i].task) / all;
        out[i].points = weights[i].all <= 0 ? 0 : out[i].most * weights[i].passed / weights[i].all;
    }
    return out;
}

}  // namespace foray
