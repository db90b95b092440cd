#include "manual.h"

#include <algorithm>
#include <string_view>

#include "foray/board/version.h"

namespace foray::cli {
namespace {

std::vector<const CLI::App*> shown_below(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); });
}

/// "INT:INT in [0 - 65535]", "{light,dark}", "TEXT:{a,b}": the words of the braces.
std::vector<std::string> choices_of(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    const std::size_t begin = type.find('{');
    const std::size_t end = type.find('}', begin);
    std::vector<std::string> out;
    if (begin == std::string::npos || end == std::string::npos) return out;
    for (const std::string& word : CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',')) {
        if (!word.empty() && word.find_first_of(" '\"`$\\") == std::string::npos) out.push_back(word);
    }
    return out;
}

/// Text in roff: a line that begins with a dot or a quote would be a request, and a hyphen is to stay one that can be searched and copied.
std::string roff(std::string_view text) {
    std::string out;
    bool begins = true;
    for (const char c : text) {
        if (begins && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\') out += "\\e";
        if (c == '-') out += "\\-";
        if (c != '\\' && c != '-') out += c;
        begins = c == '\n';
    }
    return out;
}

/// What stands indented in help is an example, to be kept as it is; the rest is prose.
std::string roff_of_footer(const std::string& footer) {
    std::string out;
    bool inside = false;
    for (const std::string& line : CLI::detail::split(footer, '\n')) {
        const bool example = line.starts_with("  ");
        if (example != inside) out += example ? ".PP\n.nf\n" : ".fi\n.PP\n";
        inside = example;
        if (line == "Examples:") {
            out += ".SH EXAMPLES\n";
        } else if (!line.empty()) {
            out += roff(line) + "\n";
        }
    }
    return out + (inside ? ".fi\n" : "");
}

std::string name_of(const CLI::App& command) {
    std::string name = command.get_name();
    for (const CLI::App* at = command.get_parent(); at != nullptr; at = at->get_parent()) name.insert(0, at->get_name() + " ");
    return name;
}

void add_options(const CLI::App& command, std::string& out) {
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_group().empty()) continue;
        const bool named = !option->get_lnames().empty() || !option->get_snames().empty();
        out += ".TP\n\\fB" + roff(option->get_name(!named, true)) + "\\fR";
        if (option->get_items_expected_max() > 0) {
            out += " \\fI" + roff(option->get_type_name()) + "\\fR";
            if (!option->get_default_str().empty()) out += " (" + roff(option->get_default_str()) + ")";
        }
        out += "\n" + roff(option->get_description()) + "\n";
    }
}

/// A command that is below another has no page of its own: it is a section of that one's.
void add_below(const CLI::App& command, std::string& out) {
    for (const CLI::App* below : shown_below(command)) {
        out += ".SH " + roff(name_of(*below)) + "\n" + roff(below->get_description()) + "\n";
        add_options(*below, out);
        std::string footer = roff_of_footer(below->get_footer());
        if (footer.starts_with(".SH EXAMPLES\n")) footer.replace(0, std::string_view(".SH EXAMPLES\n").size(), ".SS Examples\n");
        out += footer;
        add_below(*below, out);
    }
}

}  // namespace

std::vector<WordsOfCommand> all_words(const CLI::App& app) {
    std::vector<WordsOfCommand> out;
    const auto add = [&out](const auto& self, const CLI::App& at, const std::vector<std::string>& path) -> void {
        WordsOfCommand words{.path = path, .about = at.get_description()};
        for (const CLI::Option* option : at.get_options()) {
            if (option->get_group().empty()) continue;
            WordsOfOption one{
                .choices = choices_of(*option), .takes_value = option->get_items_expected_max() > 0, .about = option->get_description()};
            for (const std::string& name : option->get_snames()) one.names.push_back("-" + name);
            for (const std::string& name : option->get_lnames()) one.names.push_back("--" + name);
            if (!one.names.empty()) words.options.push_back(std::move(one));
        }
        for (const CLI::App* below : shown_below(at)) words.subcommands.push_back(below->get_name());
        out.push_back(std::move(words));
        for (const CLI::App* below : shown_below(at)) {
            std::vector<std::string> longer = path;
            longer.push_back(below->get_name());
            self(self, *below, longer);
        }
    };
    add(add, app, {});
    return out;
}

std::string manual_page(const CLI::App& app, const CLI::App& command) {
    const bool whole = &app == &command;
    const std::string name = name_of(command);
    std::string dashed = name;
    std::replace(dashed.begin(), dashed.end(), ' ', '-');
    std::string title = dashed;
    std::transform(title.begin(), title.end(), title.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    const std::string about = whole ? "play, teach and count territory-capture board games" : command.get_description();
    std::string out = ".TH " + title + " 1 \"\" \"Foray " + std::string(version()) + "\" \"Foray\"\n.SH NAME\n" + dashed + " \\- " +
                      roff(about) + "\n.SH SYNOPSIS\n\\fB" + roff(name) + "\\fR";
    if (!shown_below(command).empty()) out += " \\fICOMMAND\\fR";
    out += " [\\fIOPTIONS\\fR]\n";
    if (whole) out += ".SH DESCRIPTION\n" + roff(app.get_description()) + "\n";
    out += ".SH OPTIONS\n";
    add_options(command, out);
    if (whole) {
        out += ".SH COMMANDS\nEach has a page of its own: \\fBman foray\\-show\\fR.\n";
        for (const CLI::App* below : shown_below(app)) {
            out += ".TP\n\\fB" + roff(below->get_name()) + "\\fR\n" + roff(below->get_description()) + "\n";
        }
    } else {
        add_below(command, out);
    }
    out += roff_of_footer(command.get_footer());
    return out + (whole ? "" : ".SH SEE ALSO\n\\fBforay\\fR(1)\n");
}

}  // namespace foray::cli
