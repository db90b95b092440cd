#include "program.h"

#include <algorithm>
#include <filesystem>

#include "foray/notation/text.h"
#include "uai_client.h"

namespace foray {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

}  // namespace

PlayerEnvironment::PlayerEnvironment()
    : limits{.memory_bytes = 8 * kGiB, .file_bytes = kGiB / 4, .cpu_seconds = {}, .open_files = 256, .processes = 128},
      pool(std::make_shared<UaiPool>()) {}

std::optional<std::string> ProgramSettings::take(std::string_view name) {
    auto& all = text_.settings;
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.first == name; });
    if (found == all.end()) return std::nullopt;
    std::string value = found->second;
    all.erase(found);
    return value;
}

std::vector<std::pair<std::string, std::string>> ProgramSettings::take_all(std::string_view prefix) {
    std::vector<std::pair<std::string, std::string>> out;
    auto& all = text_.settings;
    for (auto at = all.begin(); at != all.end();) {
        if (!at->first.starts_with(prefix)) {
            ++at;
            continue;
        }
        out.emplace_back(at->first.substr(prefix.size()), at->second);
        at = all.erase(at);
    }
    return out;
}

Result<std::optional<unsigned>> ProgramSettings::take_number(std::string_view name, unsigned most) {
    const auto text = take(name);
    if (!text) return std::optional<unsigned>();
    const auto number = parse_number(*text, most);
    if (!number || *number == 0) {
        return Error{"the setting " + std::string(name) + " is a number from 1 to " + std::to_string(most) + ", not " +
                     foray::quoted(*text)};
    }
    return std::optional<unsigned>(*number);
}

std::optional<Error> ProgramSettings::leftover() const {
    if (text_.settings.empty()) return std::nullopt;
    return Error{std::string(print_program_kind(text_.kind)) + " has no setting " + foray::quoted(text_.settings.front().first)};
}

std::optional<Error> containment_problem(std::string_view text, std::optional<bool> sandbox) {
    const auto program = parse_program_text(text);
    if (!program || !program->has_value()) return std::nullopt;
    bool caged = sandbox.value_or((*program)->kind != ProgramKind::kUai);
    for (const auto& [name, value] : (*program)->settings) {
        if (name == "sandbox") caged = value == "yes";
    }
    return caged ? process::refuse_without_cage() : std::nullopt;
}

Result<OutsideProgram> read_program(const ProgramText& text, ProgramSettings& settings, const PlayerEnvironment& environment, bool caged,
                                    bool own_folder) {
    OutsideProgram out;
    out.name = settings.take("name").value_or(print_program_text(text));
    out.caged = environment.sandbox.value_or(caged);
    if (const auto own = settings.take("sandbox")) {
        if (*own != "yes" && *own != "no") return Error{"the setting sandbox is yes or no, not " + foray::quoted(*own)};
        out.caged = *own == "yes";
    }
    std::error_code error;
    const std::string start = fs::absolute(settings.take("dir").value_or("."), error).lexically_normal().string();
    if (error || !fs::is_directory(start, error)) return Error{"there is no folder " + foray::quoted(start) + " to run in"};
    for (const auto& [name, value] : settings.take_all("env.")) out.program.environment.emplace_back(name).append("=").append(value);
    out.program.argv = text.command;
    out.program.containment = out.caged ? process::Containment::kCage : process::Containment::kLeash;
    if (out.caged) {
        if (const auto problem = process::refuse_without_cage()) return *problem;
        out.program.limits = environment.limits;
        out.program.readable = environment.readable;
        out.program.hidden = environment.hidden;
    }
    if (!own_folder && !out.caged) {
        out.program.folder = start;
        return out;
    }
    for (std::size_t i = 0; i < out.program.argv.size(); ++i) {
        std::string& word = out.program.argv[i];
        if (word.empty() || word.front() == '-' || (i == 0 && word.find('/') == std::string::npos)) continue;
        const fs::path path = (fs::path(start) / word).lexically_normal();
        if (!fs::exists(path, error)) continue;
        word = path.string();
        out.program.readable.push_back(process::shown_for(word));
    }
    return out;
}

std::optional<double> time_for_move(const Budget& budget) {
    if (!budget.clock) return budget.ms;
    return budget.ms ? std::min(*budget.ms, budget.clock->left_ms) : budget.clock->left_ms;
}

std::string last_words(const std::string& complaints) {
    const auto lines = split_lines(complaints);
    if (lines.empty()) return "";
    constexpr std::size_t kLongest = 160;
    std::string text(lines.back().substr(0, kLongest));
    for (char& c : text) c = c >= ' ' && c <= '~' ? c : '?';
    return "; its last words: " + text;
}

Result<std::unique_ptr<Agent>> make_player(const GameSpec& spec, std::string_view text, const PlayerEnvironment& environment) {
    const auto program = parse_program_text(text);
    if (!program) return program.error();
    if (!program->has_value()) return make_agent(spec, text);
    switch ((*program)->kind) {
        case ProgramKind::kUai: return make_uai_player(spec, **program, environment);
        case ProgramKind::kContest: return make_contest_player(spec, **program, environment);
        case ProgramKind::kSquirrels:
        case ProgramKind::kStakeraid: break;
    }
    return make_course_player(spec, **program, environment);
}

const std::vector<AgentHelp>& player_help() {
    static const std::vector<AgentHelp> help = [] {
        std::vector<AgentHelp> all = agent_help();
        all.push_back({"uai:COMMAND", "another program that speaks UAI; uai[Hash=64,nodes=5000]:./engine --fast sets options and limits"});
        all.push_back({"contest:COMMAND", "a program of the Ataxx Reloaded contest, started for every move"});
        all.push_back({"squirrels:COMMAND", "a program of the assignment Squirrels, started for every move; settings task=, depth="});
        all.push_back({"stakeraid:COMMAND", "a program of the assignment Stake & Raid, likewise; settings mode=, depth="});
        return all;
    }();
    return help;
}

}  // namespace foray
