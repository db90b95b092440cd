// The traverse log that a student's program wrote, against the reference line by line.
#include <algorithm>

#include "foray/notation/text.h"
#include "grading_parts.h"

namespace foray {
namespace {

using Kind = TraceEvent::Kind;

/// The event behind a line of the log, and the one before it.
struct Context {
    std::optional<TraceEvent> event;
    std::optional<TraceEvent> previous;
};

/// Searches again: only a difference costs this. `line` counts from 1, the header is line 1. Past the end there is no event.
Context context_of(const SquirrelsInput& input, std::size_t line) {
    Context context;
    std::size_t at = 1;
    const TextbookSearcher searcher(input.spec, search_options(input.players[0]));
    const auto keep = [&](const TraceEvent& event) {
        ++at;
        if (at + 1 == line) context.previous = event;
        if (at == line) context.event = event;
    };
    static_cast<void>(searcher.trace(input.position, keep));
    return context;
}

std::vector<std::string_view> split_fields(std::string_view line) {
    std::vector<std::string_view> fields;
    for (;;) {
        const std::size_t comma = line.find(',');
        fields.push_back(line.substr(0, comma));
        if (comma == std::string_view::npos) return fields;
        line.remove_prefix(comma + 1);
    }
}

bool is_number(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    return text == "Infinity" || (!text.empty() && std::all_of(text.begin(), text.end(), is_digit));
}

std::string without_blanks(std::string_view text) {
    std::string out(text);
    std::erase_if(out, is_blank);
    return out;
}

/// What the reference does in this line: "the line after a child of B2 returned (update)".
std::string what_happens(const SquirrelsInput& input, const TraceEvent& event) {
    const std::string node =
        node_name(input.spec, event) + ", a " + (event.ply % 2 == 0 ? "MAX" : "MIN") + " node at depth " + std::to_string(event.ply);
    switch (event.kind) {
        case Kind::kEnter: return "an enter line of " + node;
        case Kind::kLeaf: return "a leaf line of " + node_name(input.spec, event) + " at depth " + std::to_string(event.ply);
        case Kind::kUpdate: return "an update line of " + node + ", after a child returned";
        case Kind::kCut: break;
    }
    return "a cut line of " + node;
}

std::string value_hint(const TraceEvent& event) {
    if (event.kind == Kind::kLeaf) return "; a leaf's value is the searching player's total minus the other's";
    if (event.kind == Kind::kEnter) return "; on entering, a MAX node has -Infinity and a MIN node Infinity";
    if (event.kind == Kind::kCut) return "; the value of a node that is cut is a bound, and it is logged as it came from the child";
    return "";
}

/// Whether the value found is an end of the window where the reference has another value: an alpha-beta that starts a node's value from
/// alpha or beta, or clamps it, returns bounds as values.
bool is_bound(const TraceEvent& event, const std::vector<std::string_view>& expected, std::string_view found) {
    if (expected.size() < 5 || event.kind == Kind::kLeaf || found.ends_with("Infinity")) return false;
    const bool max = event.ply % 2 == 0;
    // A cut value is beyond the far end of the window; any other one is short of the near end.
    const std::string far = print_value(max ? event.beta : event.alpha);
    const std::string near = print_value(max ? event.alpha : event.beta);
    return found == near || (event.kind == Kind::kCut && found == far);
}

std::string window_hint(const TraceEvent& event) {
    if (event.kind == Kind::kCut) return "; on a cut alpha and beta are logged as they were before the child";
    if (event.kind == Kind::kUpdate) return "; alpha (MAX) or beta (MIN) is updated before the line is logged";
    return "; a node is logged with the alpha and beta it was given";
}

/// Why another node is logged than the reference logs here.
std::string node_hint(const SquirrelsInput& input, const Context& context, std::string_view depth_found) {
    if (!context.previous) return "";
    const TraceEvent& last = *context.previous;
    const auto depth = parse_number(depth_found, 99);
    if (!depth) return "";
    const int found = static_cast<int>(*depth);
    if (last.kind == Kind::kCut && found == last.ply + 1)
        return "; the reference cuts at " + node_name(input.spec, last) + " and searches no more of its children";
    if (context.event->ply == found) return "; the children come in another order, or one was left out";
    if (context.event->ply > found) return "; the reference goes on below " + node_name(input.spec, last) + ", the log goes back up";
    return "; the reference has done with this node, the log goes on below it";
}

/// A found line of the right form.
std::string explain_fields(const SquirrelsInput& input, const Context& context, const std::vector<std::string_view>& expected,
                           const std::vector<std::string_view>& found) {
    const TraceEvent& event = *context.event;
    const std::string here = "this should be " + what_happens(input, event);
    if (expected[0] == found[0] && expected[1] != found[1]) return "the depth differs; " + here;
    if (expected[0] != found[0]) return "another node is logged; " + here + node_hint(input, context, found[1]);
    const bool value = expected[2] != found[2];
    const bool alpha = expected.size() > 3 && expected[3] != found[3];
    const bool beta = expected.size() > 4 && expected[4] != found[4];
    const std::string window = alpha && beta ? "alpha and beta" : alpha ? "alpha" : "beta";
    if (value && is_bound(event, expected, found[2]))
        return "the value found is only a bound, alpha or beta: the alpha-beta returned a bound as a value; " + here;
    if (value && !alpha && !beta) return "the value differs; " + here + value_hint(event);
    if (value) return "the value differs, and " + window + "; " + here + value_hint(event);
    return std::string("only ") + window + (alpha && beta ? " differ; " : " differs; ") + here + window_hint(event);
}

/// What is wrong with the form of a line; empty if nothing is.
std::string form_problem(std::string_view expected, std::string_view found) {
    if (found.empty()) return "an empty line in the log";
    if (without_blanks(found) == expected) return is_blank(found.back()) ? "trailing spaces" : "spaces in the line";
    if (lower(found) == lower(expected)) return "capital and small letters differ";
    const auto fields = split_fields(found);
    const std::size_t wanted = split_fields(expected).size();
    if (fields.size() != wanted) return "the line has " + std::to_string(fields.size()) + " fields, expected " + std::to_string(wanted);
    for (std::size_t i = 1; i < fields.size(); ++i) {
        if (!is_number(fields[i])) return quoted(fields[i]) + " is neither a whole number nor Infinity or -Infinity";
    }
    return "";
}

std::string expected_and_found(std::string_view expected, std::string_view found) {
    return "expected " + quoted(expected) + ", found " + quoted(found) + ": ";
}

Grade differing_line(const SquirrelsInput& input, std::size_t line, std::string_view expected, std::string_view found) {
    const std::string both = expected_and_found(expected, found);
    if (line == 1) return grade_at(Mark::kWrongFormat, kTraverseLogFile, line, expected, found, both + "wrong header");
    const std::string problem = form_problem(expected, found);
    if (!problem.empty()) return grade_at(Mark::kWrongFormat, kTraverseLogFile, line, expected, found, both + problem);
    const Context context = context_of(input, line);
    return grade_at(Mark::kWrongLog, kTraverseLogFile, line, expected, found,
                    both + explain_fields(input, context, split_fields(expected), split_fields(found)));
}

}  // namespace

Grade grade_log(const SquirrelsInput& input, std::string_view reference, std::string_view student) {
    for (std::size_t line = 1;; ++line) {
        if (reference.empty() && student.empty()) return {};
        if (reference.empty()) {
            const std::string_view found = take_line(student);
            const bool blank = split_words(found).empty();
            return grade_at(
                blank ? Mark::kWrongFormat : Mark::kWrongLog, kTraverseLogFile, line, "", found,
                blank ? "an empty line follows the last line" : "the log goes on after the reference's last line with " + quoted(found));
        }
        const std::string_view expected = take_line(reference);
        if (student.empty()) {
            const Context context = context_of(input, line);
            return grade_at(
                Mark::kWrongLog, kTraverseLogFile, line, expected, "",
                "the log ends early; the reference goes on with " + quoted(expected) + ", " + what_happens(input, *context.event));
        }
        const std::string_view found = take_line(student);
        if (found != expected) return differing_line(input, line, expected, found);
    }
}

}  // namespace foray
