#include "foray/notation/agent_text.h"

#include <algorithm>

#include "foray/notation/text.h"

namespace foray {

Result<AgentText> parse_agent_text(std::string_view text) {
    AgentText agent;
    const std::size_t name_end = std::min(text.find_first_of(":,"), text.size());
    agent.name = lower(text.substr(0, name_end));
    if (agent.name.empty() || agent.name.find('=') != std::string::npos) {
        return Error{quoted(text) + " names no player: expected NAME, NAME:DEPTH or NAME:KEY=VALUE,..."};
    }
    bool may_be_first = name_end < text.size() && text[name_end] == ':';
    std::size_t at = name_end;
    while (at < text.size()) {
        ++at;  // the colon or comma
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string_view part = text.substr(at, end - at);
        const std::size_t equals = part.find('=');
        const int column = static_cast<int>(at) + 1;
        if (part.empty()) return Error{"a setting is missing here", 0, column};
        if (equals != std::string_view::npos && equals > 0 && equals + 1 < part.size()) {
            agent.settings.emplace_back(lower(part.substr(0, equals)), std::string(part.substr(equals + 1)));
        } else if (may_be_first && equals == std::string_view::npos) {
            agent.first = std::string(part);
        } else {
            return Error{"expected KEY=VALUE, found " + quoted(part), 0, column};
        }
        may_be_first = false;
        at = end;
    }
    return agent;
}

std::string print_agent_text(const AgentText& agent) {
    std::string out = agent.name;
    char separator = ':';
    if (agent.first) {
        out += separator + *agent.first;
        separator = ',';
    }
    for (const auto& [key, value] : agent.settings) {
        out += separator;
        out += key;
        out += '=';
        out += value;
        separator = ',';
    }
    return out;
}

}  // namespace foray
