#include "grade_pages.h"

#include <fmt/core.h>

#include <algorithm>

#include "foray/notation/markup.h"
#include "foray/render/board_scene.h"
#include "foray/render/svg.h"

namespace foray::cli {
namespace {

/// The bytes of the character of UTF-8 that the text begins with; 0 if it begins with none.
std::size_t character_length(std::string_view text) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xC2 && first < 0xE0 ? 2
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xF0 && first < 0xF5 ? 4
                                                               : 0;
    if (length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return 0;
    }
    // Not written as short as it can be, half of a pair of UTF-16, or beyond the last character.
    if (length == 3 && ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) >= 0xA0))) return 0;
    if (length == 4 && ((first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) >= 0x90))) return 0;
    return length;
}

/// Students write anything, and have names of all alphabets; what is no text is shown as a dot.
std::string shown(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        const auto code = static_cast<unsigned char>(text.front());
        const bool is_control = length == 1 && ((code < 32 && code != '\n' && code != '\t') || code == 127);
        // The C1 controls, U+0080 to U+009F.
        const bool is_second_control = length == 2 && code == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
        if (length == 0 || is_control || is_second_control) {
            out += '.';
        } else {
            out += escaped(text.substr(0, length));
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out;
}

std::string page(const std::string& title, const std::string& body) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
           "content=\"width=device-width\">\n<title>" +
           shown(title) +
           "</title>\n<style>\n"
           "body { font: 16px/1.5 sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff; }\n"
           "table { border-collapse: collapse; }\n"
           "th, td { padding: 0.25rem 0.75rem; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top; }\n"
           "td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }\n"
           "pre { background: #f4f4f4; padding: 0.75rem; overflow: auto; max-height: 24rem; }\n"
           ".pair { display: flex; gap: 1rem; flex-wrap: wrap; } .pair > div { flex: 1 1 18rem; min-width: 0; }\n"
           ".wrong { color: #a00000; } .right { color: #006400; }\n"
           "svg { max-width: 100%; height: auto; }\n"
           "</style>\n</head>\n<body>\n" +
           body + "</body>\n</html>\n";
}

std::string file_name(std::size_t number, const std::string& student) {
    std::string plain;
    for (const char c : student) plain += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' ? c : '-';
    return fmt::format("{:03}-{}.html", number + 1, plain);
}

std::string points_table(const ClassResult& all, const StudentResult& student) {
    std::string out = "<table>\n<tr><th>task</th><th class=\"number\">passed</th><th class=\"number\">points</th></tr>\n";
    for (const TaskPoints& task : points_of(all.rubric, student.cases)) {
        out += fmt::format("<tr><td>{}</td><td class=\"number\">{} of {}</td><td class=\"number\">{:.1f} of {:.1f}</td></tr>\n", task.task,
                           task.passed, task.cases, task.points, task.most);
    }
    return out + fmt::format("<tr><th>all</th><th class=\"number\">{} of {}</th><th class=\"number\">{:.1f} of {:g}</th></tr>\n</table>\n",
                             student.passed(), all.cases.size(), total_points(all, student), all.rubric.total);
}

/// The position that the case starts from.
std::string drawing(const CourseInput& input) {
    return std::visit(
        [](const auto& one) {
            const Game game(one.spec);
            PictureOptions options;
            options.size_px = 360;
            return to_svg(board_scene(game, one.position, std::nullopt, std::nullopt, options));
        },
        input);
}

std::string first_wrong_section(const ClassResult& all, const StudentResult& student) {
    if (!student.first_wrong) return "";
    const FirstWrong& wrong = *student.first_wrong;
    std::string out = fmt::format("<h2>The first wrong case: {} ({})</h2>\n<p class=\"wrong\"><strong>{}</strong>: {}</p>\n",
                                  shown(wrong.name), shown(wrong.task), shown(wrong.verdict), shown(wrong.explanation));
    const auto one = std::find_if(all.cases.begin(), all.cases.end(), [&](const GradeCase& known) { return known.name == wrong.name; });
    if (one != all.cases.end()) {
        out += "<div class=\"pair\"><div>\n" + drawing(one->input) + "</div><div><h3>input.txt</h3><pre>" + shown(one->input_text) +
               "</pre></div></div>\n";
    }
    return out +
           fmt::format("<div class=\"pair\"><div><h3>Expected {0}</h3><pre>{1}</pre></div><div><h3>Got</h3><pre>{2}</pre></div></div>\n",
                       shown(wrong.file), shown(wrong.expected), wrong.found.empty() ? "(nothing)" : shown(wrong.found));
}

std::string likely_section(const StudentResult& student) {
    if (student.likely_mistakes.empty()) return "";
    std::string out = "<h2>The rule that is likely broken</h2>\n<ul>\n";
    for (const std::string& one : student.likely_mistakes) out += "<li>The program " + shown(one) + ".</li>\n";
    return out + "</ul>\n<p>In every case that failed it writes exactly what a program with this mistake writes.</p>\n";
}

std::string cases_table(const StudentResult& student) {
    std::string out = "<h2>All cases</h2>\n<table>\n<tr><th>case</th><th>task</th><th>result</th></tr>\n";
    for (const CaseOutcome& one : student.cases) {
        out += fmt::format("<tr><td>{}</td><td>{}</td><td class=\"{}\">{}</td></tr>\n", shown(one.name), one.task,
                           one.passed ? "right" : "wrong", one.passed ? "passed" : "failed");
    }
    return out + "</table>\n";
}

std::string student_page(const ClassResult& all, const StudentResult& student) {
    std::string body = "<h1>" + shown(student.name) + "</h1>\n" + points_table(all, student);
    if (!student.problem.empty()) return page(student.name, body + "<p class=\"wrong\">The program " + shown(student.problem) + "</p>\n");
    return page(student.name, body + likely_section(student) + first_wrong_section(all, student) + cases_table(student));
}

std::string index_page(const ClassResult& all) {
    const std::string title = all.assignment == Assignment::kSquirrels ? "Squirrels" : "Stake &amp; Raid";
    std::string body = fmt::format(
        "<h1>{}</h1>\n<p>{} students, {} cases, {:g} points.</p>\n<table>\n<tr><th>student</th><th class=\"number\">points</th>"
        "<th class=\"number\">passed</th>",
        title, all.students.size(), all.cases.size(), all.rubric.total);
    const auto tasks = all.students.empty() ? std::vector<TaskPoints>{} : points_of(all.rubric, all.students.front().cases);
    for (const TaskPoints& task : tasks) body += fmt::format("<th class=\"number\">{}</th>", task.task);
    body += "<th>note</th></tr>\n";
    for (std::size_t i = 0; i < all.students.size(); ++i) {
        const StudentResult& student = all.students[i];
        body += fmt::format("<tr><td><a href=\"{}\">{}</a></td><td class=\"number\">{:.1f}</td><td class=\"number\">{}</td>",
                            file_name(i, student.name), shown(student.name), total_points(all, student), student.passed());
        for (const TaskPoints& task : points_of(all.rubric, student.cases))
            body += fmt::format("<td class=\"number\">{}/{}</td>", task.passed, task.cases);
        const std::string note = !student.problem.empty()           ? student.problem
                                 : !student.likely_mistakes.empty() ? "likely: " + student.likely_mistakes.front()
                                 : student.first_wrong              ? student.first_wrong->name + ": " + student.first_wrong->verdict
                                                                    : "";
        body += "<td>" + shown(note) + "</td></tr>\n";
    }
    body += "</table>\n<h2>Cases</h2>\n<table>\n<tr><th>case</th><th>task</th><th class=\"number\">passed by</th></tr>\n";
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        const auto passed =
            std::count_if(all.students.begin(), all.students.end(), [&](const StudentResult& one) { return one.cases[i].passed; });
        body += fmt::format("<tr><td>{}</td><td>{}</td><td class=\"number\">{} of {}</td></tr>\n", shown(all.cases[i].name),
                            shown(describe_task(all.cases[i].input)), passed, all.students.size());
    }
    return page("Grades", body + "</table>\n");
}

}  // namespace

std::map<std::string, std::string> class_pages(const ClassResult& all) {
    std::map<std::string, std::string> pages{{"index.html", index_page(all)}};
    for (std::size_t i = 0; i < all.students.size(); ++i) pages[file_name(i, all.students[i].name)] = student_page(all, all.students[i]);
    return pages;
}

}  // namespace foray::cli
